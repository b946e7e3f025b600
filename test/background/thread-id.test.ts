import { expect, test } from 'vitest';
import { parseThread, threadOf } from '../../entrypoints/background/thread-id.ts';

const MATCH = '*://localhost/*';
const place = (tab: number, origin: string): { tab: number; origin: string } => ({ tab, origin });
const at = place(7, 'http://localhost:3000');

test('an id of the protocol is the thread, in whatever tab it is', () => {
  const hint = { protocol: 'mcp', id: 'abc' };
  expect(threadOf(hint, at, MATCH, 'n')).toBe(threadOf(hint, place(8, at.origin), MATCH, 'other'));
});

test('without an id the tab is the thread', () => {
  const hint = { protocol: 'mcp' };
  expect(threadOf(hint, at, MATCH, 'n')).not.toBe(threadOf(hint, place(8, at.origin), MATCH, 'n'));
  expect(threadOf(hint, at, MATCH, 'n')).toBe(threadOf({ protocol: 'other' }, at, MATCH, 'n'));
});

test('where the tab is the thread, an id of the protocol changes nothing', () => {
  const of = (id: string): string => threadOf({ protocol: 'mcp', id }, at, MATCH, 'n', 'tab');
  expect(of('a')).toBe(of('b'));
  expect(of('a')).toBe(threadOf({ protocol: 'mcp' }, at, MATCH, 'n'));
});

test('where the origin is the thread, tabs and browser sessions share it, and other origins do not', () => {
  const of = (tab: number, origin: string, session: string): string =>
    threadOf({ protocol: 'mcp', id: 'a' }, place(tab, origin), MATCH, session, 'origin');
  expect(of(7, at.origin, 'monday')).toBe(of(8, at.origin, 'tuesday'));
  expect(of(7, at.origin, 'n')).not.toBe(of(7, 'http://localhost:4000', 'n'));
  expect(parseThread(of(7, at.origin, 'n'))).toEqual({ kind: 'origin', match: MATCH, origin: at.origin });
});

test('a tab number that is given out again is another thread', () => {
  expect(threadOf({ protocol: 'mcp' }, at, MATCH, 'monday')).not.toBe(
    threadOf({ protocol: 'mcp' }, at, MATCH, 'tuesday'),
  );
});

test('no page can speak for a thread of another origin', () => {
  const hint = { protocol: 'mcp', id: 'abc' };
  expect(threadOf(hint, at, MATCH, 'n')).not.toBe(threadOf(hint, place(7, 'http://localhost:4000'), MATCH, 'n'));
});

test('an id cannot be written so that it becomes another thread', () => {
  const crafted = { protocol: 'mcp', id: 'a:b' };
  const other = { protocol: 'mcp:a', id: 'b' };
  const tabLike = { protocol: 'n', id: '7' };
  const threads = [crafted, other, tabLike, { protocol: 'n' }].map((hint) => threadOf(hint, at, MATCH, 'n'));
  expect(new Set(threads).size).toBe(4);
});

test('the site entry is part of the thread, so that a thread has one set', () => {
  const hint = { protocol: 'mcp', id: 'abc' };
  expect(threadOf(hint, at, MATCH, 'n')).not.toBe(threadOf(hint, at, '*://localhost/a/*', 'n'));
});

test.each(['plain', 'with:colon', 'with/slash', 'ünïcode', '\ud800', '', '__proto__'])(
  'a thread id can be taken apart: %j',
  (id) => {
    const hint = { protocol: 'mcp', id };
    expect(parseThread(threadOf(hint, at, MATCH, 'n'))).toEqual({
      kind: 'protocol',
      match: MATCH,
      origin: at.origin,
      protocol: 'mcp',
      id: id.toWellFormed(),
    });
  },
);

test('a tab thread can be taken apart', () => {
  const thread = threadOf({ protocol: 'mcp' }, at, MATCH, 'n');
  expect(parseThread(thread)).toEqual({ kind: 'tab', match: MATCH, origin: at.origin, session: 'n', tab: 7 });
});

test.each(['', 'x', 'tab:a:b', 'id:a:b:c:d:e', 'other:a:b:c:d'])('%j is no thread id', (text) => {
  expect(parseThread(text)).toBe(null);
});
