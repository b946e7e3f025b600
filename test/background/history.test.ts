import { expect, test } from 'vitest';
import type { Guard } from '../../engine/guard.ts';
import { history } from '../../entrypoints/background/history.ts';
import type { HistoryLine } from '../../entrypoints/background/instance-messages.ts';
import { benchOf, CONFIRM_DELETE, call, READ_BEFORE_WRITE, ran, THREAD } from '../support/session.ts';

const A = { file_path: '/a' };
const RBW = { thread: THREAD, machine: 'rbw', key: '/a' };

/** A line in few words. */
function short({ what, call: of, from, to }: HistoryLine): string {
  const detail =
    'verdict' in what ? what.verdict : 'outcome' in what ? what.outcome : 'status' in what ? what.status : '';
  const move = from === null ? '' : ` ${from}→${to}`;
  return `${what.kind} ${detail} ${of?.tool ?? ''}${move}`.replace(/ +/g, ' ').trim();
}

test('tells what was decided, what came of it and who moved what, newest first', async () => {
  const { guard, store } = benchOf(READ_BEFORE_WRITE);
  await guard.gate(THREAD, call('1', 'Write', A));
  await ran(guard, '2', 'Read', A);
  await guard.reset(THREAD, { machine: 'rbw', key: '/a' });
  const { lines, older } = await history(store, RBW, null);
  expect(lines.map(short)).toEqual([
    'reset read→unread',
    'settled success Read unread→read',
    'gated allow Read',
    'gated deny Write unread→unread',
  ]);
  expect(older).toBeNull();
});

test('says why, in the words of the machine', async () => {
  const { guard, store } = benchOf(READ_BEFORE_WRITE);
  await guard.gate(THREAD, call('1', 'Write', A));
  expect((await history(store, RBW, null)).lines[0]?.why).toBe('Read /a before writing.');
});

test("a person's decision is there with the note", async () => {
  const { guard, store } = benchOf(CONFIRM_DELETE);
  const gated = await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  if (gated.verdict !== 'ask') throw new Error('not asked');
  await guard.resolve(gated.ticket.id, { approve: false, note: 'Keep it.' });
  const { lines } = await history(store, { thread: THREAD, machine: 'confirm', key: '/a' }, null);
  expect(lines.map(short)).toEqual(['resolved rejected delete_file', 'gated ask delete_file idle→idle']);
  expect(lines[0]?.why).toBe('Keep it.');
});

test('a result that moved nothing is told, too', async () => {
  const { guard, store } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', A, 'error');
  expect((await history(store, RBW, null)).lines.map(short)).toEqual(['settled error Read', 'gated allow Read']);
});

test('other instances and other threads are left out', async () => {
  const { guard, store } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', { file_path: '/b' });
  await guard.gate('t2', call('1', 'Write', A));
  expect((await history(store, RBW, null)).lines).toEqual([]);
});

/** Reads the history to its beginning. */
async function pages(store: Parameters<typeof history>[0]): Promise<readonly (readonly HistoryLine[])[]> {
  const all: (readonly HistoryLine[])[] = [];
  for (let before: number | null = null; ; ) {
    const { lines, older }: Awaited<ReturnType<typeof history>> = await history(store, RBW, before);
    all.push(lines);
    if (older === null) return all;
    before = older;
  }
}

async function busy(guard: Guard, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await ran(guard, `r${n}`, 'Read', A);
    await ran(guard, `b${n}`, 'Read', { file_path: '/b' });
  }
}

test('page by page, every line comes once, and none is missing', async () => {
  const { guard, store } = benchOf(READ_BEFORE_WRITE);
  await busy(guard, 100);
  const all = (await pages(store)).flat();
  expect(all).toHaveLength(200);
  expect(all.map((line) => line.seq)).toEqual([...new Set(all.map((line) => line.seq))].sort((a, b) => b - a));
  expect(all.every((line) => line.call?.tool === 'Read')).toBe(true);
});

test('a page does not end between the result of a call and its decision', async () => {
  const { guard, store } = benchOf(READ_BEFORE_WRITE);
  await busy(guard, 20);
  await guard.gate(THREAD, call('odd', 'Write', { file_path: '/a' }));
  const { lines } = await history(store, RBW, null);
  expect(lines.length % 2).toBe(1);
  expect(lines.every((line) => line.call?.tool != null)).toBe(true);
});

test('the first page of a recent instance reads the end of the journal alone', async () => {
  const { guard, store } = benchOf(READ_BEFORE_WRITE);
  await busy(guard, 200);
  let first = Number.POSITIVE_INFINITY;
  const journal = store.journal.bind(store);
  store.journal = (from = 0) => {
    first = Math.min(first, from);
    return journal(from);
  };
  await history(store, RBW, null);
  expect(first).toBeGreaterThan(600);
});

test('an empty journal has no history', async () => {
  const { store } = benchOf(READ_BEFORE_WRITE);
  expect(await history(store, RBW, null)).toEqual({ lines: [], older: null });
});
