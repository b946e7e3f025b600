import { expect, test } from 'vitest';
import { didYouMean, nearest } from './did-you-mean.ts';

const WORDS = ['transitions', 'terminal', 'initial', 'on', 'key'];

test('finds the word that is a slip away', () => {
  expect(nearest('tranistions', WORDS)).toBe('transitions');
});

test('takes another case and other separators for the same word', () => {
  expect(nearest('on-Violation', ['on_unkeyed', 'on_violation'])).toBe('on_violation');
});

test('takes letters in another order for one slip', () => {
  expect(nearest('aks', ['deny', 'ask', 'warn'])).toBe('ask');
});

test('says nothing when no word is near', () => {
  expect(didYouMean('colour', WORDS)).toBeUndefined();
});

test('does not take a short word for another one', () => {
  expect(nearest('if', WORDS)).toBeUndefined();
});

test('does not suggest what was written', () => {
  expect(nearest('key', ['key'])).toBeUndefined();
});

test('leaves very long words alone', () => {
  expect(nearest('k'.repeat(100_000), ['k'.repeat(60)])).toBeUndefined();
});
