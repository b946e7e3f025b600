import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonMistake } from './json-syntax.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('agrees with the platform on what JSON is', () => {
  const damaged = fc
    .tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', ':', '"', '{', '}', '[', ']', '\\', '-', '0', '.', 'e', 'null', '\t', '\n', "'"),
    )
    .map(
      ([json, at, insert]) =>
        json.slice(0, at % (json.length + 1)) + insert + json.slice((at % (json.length + 1)) + (at % 2)),
    );
  fc.assert(
    fc.property(fc.oneof(damaged, fc.string()), (text) => {
      expect(findJsonMistake(text) === null).toBe(isJson(text));
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ['a trailing comma', '{"a": 1,}', 8],
  ['a comment', '{ // a\n}', 2],
  ['single quotes', "{'a': 1}", 1],
  ['a name without quotes', '{a: 1}', 1],
  ['a missing comma', '[1\n2]', 3],
  ['a missing colon', '{"a" 1}', 5],
  ['text after the end', '{} x', 3],
  ['an unclosed list', '[1', 2],
  ['an unclosed string', '["abc]', 6],
  ['a line break in a string', '["a\nb"]', 3],
  ['a bad escape', '["a\\x"]', 3],
  ['a leading zero', '[01]', 2],
])('finds %s where it is', (_name, text, offset) => {
  expect(findJsonMistake(text)?.offset).toBe(offset);
});

test('is not troubled by depth or length', () => {
  expect(findJsonMistake('['.repeat(300_000) + ']'.repeat(300_000))).toBeNull();
  expect(findJsonMistake(`"${'\\n'.repeat(300_000)}"`)).toBeNull();
});
