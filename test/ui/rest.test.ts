import { expect, test } from 'vitest';
import { REST_MS, Rest } from '../../entrypoints/popup/waiting/rest.ts';

/** A card that has been at rest for long, and a clock that the test moves. */
function atRest(): { rest: Rest; pass: (ms: number) => void } {
  let now = 0;
  const rest = new Rest(() => now);
  rest.appeared('card');
  now += 10_000;
  return {
    rest,
    pass: (ms) => {
      now += ms;
    },
  };
}

const taken = (rest: Rest): readonly boolean[] => [rest.takes('card', 'pointer'), rest.takes('card', 'key')];

test('a card at rest takes clicks and keys', () => {
  expect(taken(atRest().rest)).toEqual([true, true]);
});

test('a card that has just appeared takes nothing for half a second', () => {
  const { rest, pass } = atRest();
  rest.appeared('card');
  pass(REST_MS - 1);
  expect(taken(rest)).toEqual([false, false]);
  pass(1);
  expect(taken(rest)).toEqual([true, true]);
});

test('a card that has just moved takes no click for half a second, but keys', () => {
  const { rest, pass } = atRest();
  rest.moved('card');
  pass(REST_MS - 1);
  expect(taken(rest)).toEqual([false, true]);
  pass(1);
  expect(taken(rest)).toEqual([true, true]);
});

test('a card that got the focus by itself takes no key for half a second, but clicks', () => {
  const { rest, pass } = atRest();
  rest.focusedByItself('card');
  pass(REST_MS - 1);
  expect(taken(rest)).toEqual([true, false]);
  pass(1);
  expect(taken(rest)).toEqual([true, true]);
});

test('every move begins the half second anew', () => {
  const { rest, pass } = atRest();
  rest.moved('card');
  pass(REST_MS - 1);
  rest.moved('card');
  pass(REST_MS - 1);
  expect(rest.takes('card', 'pointer')).toBe(false);
});

test('a card that was never seen to appear takes nothing', () => {
  const { rest } = atRest();
  rest.moved('other');
  expect(rest.takes('other', 'pointer')).toBe(false);
  rest.gone('card');
  expect(taken(rest)).toEqual([false, false]);
});
