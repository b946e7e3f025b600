import { expect, test } from 'vitest';
import { both, either, english, fillIn, listed, msg, quote } from './say.ts';

test('a sentence keeps its form and its values apart', () => {
  expect(msg`Key "${'a'}" has ${2} values.`).toEqual({ form: 'Key "{0}" has {1} values.', values: ['a', 2] });
});

test('a value may be a sentence itself', () => {
  expect(english(msg`Cannot read it: ${msg`${'x'} is missing`}.`)).toBe('Cannot read it: x is missing.');
});

test('values may come in another order than in English', () => {
  expect(fillIn('{1}：{0}', ['a', 'b'])).toBe('b：a');
});

test('a value that looks like a place is left as it is', () => {
  expect([english(msg`${'{1}'} and ${'b'}`), english(quote('{0}'))]).toEqual(['{1} and b', '{0}']);
});

test('braces of a form that hold no number are its own', () => {
  expect(english(msg`"{${'a..b'}}" is not { steps: 20 }`)).toBe('"{a..b}" is not { steps: 20 }');
});

test('lists are read from left to right', () => {
  const lists = [either(['a', 'b', 'c']), both(['a', 'b']), listed(['a']), listed([])];
  expect(lists.map((list) => english(msg`${list}`))).toEqual(['a or b or c', 'a and b', 'a', '']);
});
