import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterPrefix, SortedKeys } from './sorted-keys.ts';

function all(keys: SortedKeys, prefix = ''): readonly string[] {
  const found: string[] = [];
  for (let page = keys.page(prefix, null); page.length > 0; page = keys.page(prefix, page.at(-1) ?? null)) {
    found.push(...page);
  }
  return found;
}

test.each([
  ['a', 'b'],
  ['a/', 'a0'],
  ['a\uffff\uffff', 'b'],
  ['', null],
  ['\uffff', null],
])('the strings with prefix %j end before %j', (prefix, end) => {
  expect(afterPrefix(prefix)).toBe(end);
});

test('keys come out in order, once each, whatever was added and dropped', () => {
  const key = fc.stringMatching(/^[ab/\uffff]{0,3}$/);
  const operation = fc.tuple(fc.boolean(), key);
  fc.assert(
    fc.property(fc.array(key), fc.array(operation), key, (start, operations, prefix) => {
      const model = new Set(start);
      const keys = new SortedKeys(start);
      for (const [add, at] of operations) {
        if (add) model.add(at);
        else model.delete(at);
        if (add) keys.add(at);
        else keys.delete(at);
      }
      const wanted = [...model].sort();
      expect(all(keys)).toEqual(wanted);
      expect(all(keys, prefix)).toEqual(wanted.filter((at) => at.startsWith(prefix)));
    }),
  );
});

test('thousands of keys come out in order, whichever way they went in', () => {
  const names = Array.from({ length: 5000 }, (_, n) => `k/${String(n).padStart(4, '0')}`);
  const scattered = names.map((_, n) => names[(n * 1237) % names.length] ?? '');
  for (const order of [names, names.toReversed(), scattered]) {
    const keys = new SortedKeys();
    for (const name of order) keys.add(name);
    expect(all(keys)).toEqual(names);
  }
});

test('thousands of keys can be dropped again', () => {
  const names = Array.from({ length: 5000 }, (_, n) => `k/${String(n).padStart(4, '0')}`);
  const keys = new SortedKeys(names);
  for (const name of names) if (name !== 'k/2500') keys.delete(name);
  expect(all(keys)).toEqual(['k/2500']);
});

test('a page goes on behind a key that has been dropped meanwhile', () => {
  const keys = new SortedKeys(['a/1', 'a/2', 'a/3']);
  keys.delete('a/2');
  expect(keys.page('a/', 'a/2')).toEqual(['a/3']);
});

test('keys with the prefix are found when those before them fill whole chunks', () => {
  const keys = new SortedKeys(Array.from({ length: 2000 }, (_, n) => `a/${n}`));
  keys.add('b/1');
  expect(all(keys, 'b/')).toEqual(['b/1']);
  expect(all(keys, 'a/1999')).toEqual(['a/1999']);
});
