import { expect, test } from 'vitest';
import { coloured, paintFor, plain, printable } from './paint.ts';

test.each([
  ['a terminal', true, {}, coloured],
  ['no terminal', false, {}, plain],
  ['NO_COLOR', true, { NO_COLOR: '1' }, plain],
  ['an empty NO_COLOR', true, { NO_COLOR: '' }, coloured],
  ['FORCE_COLOR', false, { FORCE_COLOR: '1' }, coloured],
  ['FORCE_COLOR over NO_COLOR', false, { FORCE_COLOR: '1', NO_COLOR: '1' }, coloured],
  ['FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, plain],
  ['a dumb terminal', true, { TERM: 'dumb' }, plain],
])('%s decides about colours', (_, isTerminal, env, wanted) => {
  expect(paintFor(isTerminal, env)).toBe(wanted);
});

test('text from a model cannot command the terminal or go over the end of the line', () => {
  expect(printable('a\u001b[2J\nb\tc\r\u0000\u009b31m\u202ed\u2028')).toBe(
    'a\\u001b[2J\\nb\\tc\\r\\u0000\\u009b31m\\u202ed\\u2028',
  );
});

test('other text stays as it is', () => {
  expect(printable('Grüße, 日本語 🚀 → "x"')).toBe('Grüße, 日本語 🚀 → "x"');
});
