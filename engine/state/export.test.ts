import { expect, test } from 'vitest';
import { exportJournal } from './export.ts';
import { createMemoryStore } from './stores/memory.ts';
import { entryWith, sampleEntry } from './stores/store-suite-samples.ts';
import { verifyJournal } from './verify.ts';

test('exported lines are the entries, and verify', async () => {
  const store = createMemoryStore();
  const stored = await store.commit([sampleEntry(1), entryWith({ z: 1, a: 'x\ny' })], new Map());
  const lines = await Array.fromAsync(exportJournal(store));
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(stored);
  expect(lines.some((line) => line.includes('\n'))).toBe(false);
  expect((await verifyJournal(exportJournal(store))).findings).toEqual([]);
});

test('an export from a later entry says by itself that the first ones are missing', async () => {
  const store = createMemoryStore();
  await store.commit([sampleEntry(1), sampleEntry(2), sampleEntry(3)], new Map());
  const { findings } = await verifyJournal(exportJournal(store, 2));
  expect(findings.map((f) => [f.code, f.line, f.seq, f.count])).toEqual([['dropped', 1, 0, 2]]);
});
