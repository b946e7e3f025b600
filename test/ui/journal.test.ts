import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Store } from '../../engine/state/store.ts';
import { createMemoryStore } from '../../engine/state/stores/memory.ts';
import { Tools } from '../../entrypoints/options/journal/entry-facts.ts';
import { JournalModel } from '../../entrypoints/options/journal/journal-model.ts';
import { NO_FILTER, readBack } from '../../entrypoints/options/journal/journal-reader.ts';
import { folder, interlock } from '../support/cli.ts';
import { benchOf, call, READ_BEFORE_WRITE, ran } from '../support/session.ts';
import { journalEntry } from './journal-entries.ts';

/** A store that holds so many made-up entries, and counts those it gave out. */
function madeUp(length: number) {
  const store = {
    length,
    given: 0,
    newest: async () => store.length - 1,
    async *journal(from = 0) {
      for (let seq = from; seq < store.length; seq++) {
        store.given++;
        yield journalEntry(seq);
      }
    },
    close: async () => undefined,
  };
  return store;
}

const never = new AbortController().signal;
const search = (part: Partial<typeof NO_FILTER>, count = 10) => ({
  filter: { ...NO_FILTER, ...part },
  tools: new Tools(),
  count,
  signal: never,
});
const seqs = (model: JournalModel): readonly number[] => model.shown.value.entries.map(({ seq }) => seq);

test('the newest entries come first, and no more are read than are shown', async () => {
  const store = madeUp(100_000);
  const { entries, next } = await readBack(store, 100_000, search({}));
  expect(entries.map(({ seq }) => seq)).toEqual([
    99_999, 99_998, 99_997, 99_996, 99_995, 99_994, 99_993, 99_992, 99_991, 99_990,
  ]);
  expect(next).toBe(99_990);
  expect(store.given).toBeLessThanOrEqual(257);
});

test.each([
  [{ kind: 'resolved' as const }, ['resolved']],
  [{ tool: 'DELETE' }, ['settled', 'resolved', 'gated']],
  [{ machine: 'before-write', kind: 'settled' as const }, ['settled']],
  [{ text: 'no such file' }, ['settled']],
  [{ thread: 'localhost:5173', kind: 'run_started' as const }, ['run_started']],
  [{ thread: 'example.org' }, []],
])('%j narrows it down to %j', async (filter, kinds) => {
  const { entries } = await readBack(madeUp(8), 8, search(filter));
  expect(entries.map(({ happening }) => happening.type)).toEqual(kinds);
});

test('older entries follow where the last ones ended, down to the beginning', async () => {
  const model = new JournalModel(async () => madeUp(150));
  await model.look();
  expect(seqs(model)).toHaveLength(100);
  await model.older();
  expect(seqs(model)).toEqual(Array.from({ length: 150 }, (_, n) => 149 - n));
  expect(model.shown.value.next).toBe(null);
});

test('who follows sees what is recorded meanwhile, once, at the top', async () => {
  const store = madeUp(5);
  const model = new JournalModel(async () => store);
  await model.look();
  store.length = 8;
  model.grown(6);
  model.grown(7);
  await expect.poll(() => seqs(model)).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
});

test('what is heard of before the first look does not make it read everything', async () => {
  const store = madeUp(10_000);
  const model = new JournalModel(async () => store);
  model.grown(9_999);
  await model.look();
  await expect.poll(() => seqs(model)).toHaveLength(100);
  expect(store.given).toBeLessThan(1_000);
});

test('who does not follow is told how much there is, until they want to see it', async () => {
  const store = madeUp(5);
  const model = new JournalModel(async () => store);
  await model.look();
  model.follow(false);
  store.length = 8;
  model.grown(7);
  await expect.poll(() => model.shown.value.unseen).toBe(3);
  expect(seqs(model)).toHaveLength(5);
  model.follow(true);
  await expect.poll(() => seqs(model)).toHaveLength(8);
});

test('of two searches the later one is shown', async () => {
  const model = new JournalModel(async () => madeUp(5_000));
  const first = model.look({ ...NO_FILTER, text: 'no such file' });
  await Promise.all([first, model.look({ ...NO_FILTER, kind: 'resolved' })]);
  expect(new Set(model.shown.value.entries.map(({ happening }) => happening.type))).toEqual(new Set(['resolved']));
});

test('a store that cannot be opened is a fault with its reason, and is opened anew the next time', async () => {
  let attempts = 0;
  const model = new JournalModel(async () => {
    attempts++;
    if (attempts === 1) throw new Error('the disk is full');
    return madeUp(3);
  });
  await model.look();
  expect(model.shown.value.fault).toContain('the disk is full');
  await model.look();
  expect(seqs(model)).toEqual([2, 1, 0]);
});

test('an exported journal is what verify and replay read back', async () => {
  const store: Store = createMemoryStore();
  const { guard } = benchOf(READ_BEFORE_WRITE, { store });
  await guard.startRun('t');
  await guard.gate('t', call('1', 'Write', { file_path: '/a' }));
  await ran(guard, '2', 'Read', { file_path: '/a' });
  const model = new JournalModel(async () => store);
  const text = await (await model.file()).text();
  const at = folder({ 'journal.jsonl': text, 'machines.yaml': READ_BEFORE_WRITE });
  const verified = await interlock(['verify', join(at, 'journal.jsonl')]);
  expect([verified.code, verified.err]).toEqual([0, '']);
  const replayed = await interlock([
    'replay',
    join(at, 'journal.jsonl'),
    '--machines',
    join(at, 'machines.yaml'),
    '--exit-code',
  ]);
  expect([replayed.code, replayed.err]).toEqual([0, '']);
  expect(replayed.out).toContain('2 decisions: 2 unchanged');
});
