import { expect, test } from 'vitest';
import { conversationLabel, count, duration, host, plural, size, splitPath } from '../../entrypoints/ui/format.ts';

test.each([
  [-5, '0 s'],
  [999, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h'],
  [86_400_000, '1 d'],
])('%s ms is %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test.each([
  [640, '640 characters'],
  [9_999, '9,999 characters'],
  [200_000, '200 KB'],
  [2_097_152, '2.1 MB'],
])('%s characters are %s', (characters, text) => {
  expect(size(characters)).toBe(text);
});

test('numbers and their nouns go together', () => {
  expect([plural(1, 'call'), plural(0, 'call'), plural(1_200, 'call'), count(10_000)]).toEqual([
    '1 call',
    '0 calls',
    '1,200 calls',
    '10,000',
  ]);
});

test('an origin is shown by its host', () => {
  expect(host('http://localhost:3000')).toBe('localhost:3000');
});

test.each([
  ['/a/b/c.txt', '/a/b/', 'c.txt'],
  ['c.txt', '', 'c.txt'],
  ['/a/b/', '/a/', 'b/'],
  ['', '', ''],
  ['/', '', '/'],
])('%j is the folder %j and the name %j', (path, folder, name) => {
  expect(splitPath(path)).toEqual({ folder, name });
});

test.each([
  ['http://127.0.0.1:38893/mcp/files#3f2a81c0-9d3f-4c1e', '/mcp/files 3f2a81c0…'],
  ['3f2a81c0-9d3f-4c1e-8a', '3f2a81c0…'],
  ['s-1', 's-1'],
])('the conversation %j is shown as %j', (id, label) => {
  expect(conversationLabel(id)).toBe(label);
});
