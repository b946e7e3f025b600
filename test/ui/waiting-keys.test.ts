import { expect, test } from 'vitest';
import { commandOf, type KeyPress, type Spot } from '../../entrypoints/popup/waiting/keys.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  repeat: false,
  ...more,
});

test.each([
  ['a', 'allow'],
  ['d', 'deny'],
  ['ArrowDown', 'next'],
  ['ArrowUp', 'previous'],
  ['Enter', 'open'],
  ['Escape', 'close'],
  ['?', 'help'],
])('on a card, %s means %s', (key, command) => {
  expect(commandOf(press(key), 'card')).toBe(command);
});

test.each(['a', 'd', 'ArrowDown', 'Enter', '?'])('in a field, %s is text and nothing else', (key) => {
  expect(commandOf(press(key), 'field')).toBeNull();
});

test('Enter presses the button that has the focus, and opens nothing', () => {
  expect(commandOf(press('Enter'), 'control')).toBeNull();
});

test.each(['ctrlKey', 'altKey', 'metaKey', 'isComposing'] as const)('with %s a letter decides nothing', (held) => {
  expect(commandOf(press('a', { [held]: true }), 'card')).toBeNull();
});

test('a key that is held down decides nothing, and goes on moving', () => {
  const held = (key: string, spot: Spot): unknown => commandOf(press(key, { repeat: true }), spot);
  expect([held('a', 'card'), held('d', 'card'), held('ArrowDown', 'card')]).toEqual([null, null, 'next']);
});

test('names that every object has mean nothing', () => {
  expect(commandOf(press('constructor'), 'card')).toBeNull();
});
