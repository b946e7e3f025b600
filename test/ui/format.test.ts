import { afterEach, expect, test } from 'vitest';
import { ago, conversationLabel, count, duration, host, moment, size, splitPath } from '../../entrypoints/ui/format.ts';
import { setLanguage } from '../../entrypoints/ui/i18n/i18n.ts';

afterEach(() => setLanguage('en'));

test.each([
  [-5, '0 sec'],
  [999, '0 sec'],
  [59_999, '59 sec'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 hr'],
  [86_400_000, '1 day'],
])('%s ms is %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test.each([
  [640, '640 characters'],
  [1, '1 character'],
  [9_999, '9,999 characters'],
  [200_000, '200 kB'],
  [2_097_152, '2.1 MB'],
])('%s characters are %s', (characters, text) => {
  expect(size(characters)).toBe(text);
});

test('numbers have their thousands set apart', () => {
  expect(count(10_000)).toBe('10,000');
});

test('times and sizes are said in the language that is shown', async () => {
  await setLanguage('zh-CN');
  expect([duration(60_000), ago(14_000), size(640)]).toEqual(['1分钟', '14秒前', '640 个字符']);
});

test('a moment is shown to the second', () => {
  expect(moment(Date.UTC(2026, 10, 12, 9, 30, 7))).toMatch(/2026.*:30:07/);
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
