/**
 * Times commits of a store by the number of rows that are already there. Neutral: runs in Node and in a browser page.
 */
import type { Instance, NewEntry } from '../../engine/state/journal.ts';
import { rowKey } from '../../engine/state/rows.ts';
import type { Row, RowKey, Store } from '../../engine/state/store.ts';

export interface StoreFigure {
  readonly store: string;
  readonly rows: number;
  /** Median time of one commit of one entry and two rows, in microseconds. */
  readonly commit: number;
  /** How many times the commit with the fewest rows. */
  readonly ratio: number;
}

export interface Subject {
  readonly name: string;
  readonly sizes: readonly number[];
  readonly commits: number;
  readonly open: (size: number) => Promise<Store>;
}

const FILL = 10_000;

/** Fills the store to each size, then times commits; the sizes take turns, so that a slow moment of the machine hits them alike. */
export async function storeFigures({ name, sizes, commits, open }: Subject): Promise<readonly StoreFigure[]> {
  const runs: { size: number; store: Store; times: number[] }[] = [];
  for (const size of sizes) {
    const store = await open(size);
    await fill(store, size);
    runs.push({ size, store, times: [] });
  }
  for (let n = 0; n < commits; n++) {
    for (const { size, store, times } of runs) {
      // One row that is there, spread over all of them, and one that is new.
      const [entry, rows] = batch([(n * 7919) % size, size + n]);
      const start = performance.now();
      await store.commit([entry], rows);
      times.push((performance.now() - start) * 1000);
    }
  }
  const figures = runs.map(({ size, times }) => ({
    store: name,
    rows: size,
    commit: median(times.slice(commits / 4)),
  }));
  for (const { store } of runs) await store.close();
  const [least] = figures;
  return figures.map((figure) => ({ ...figure, ratio: figure.commit / (least?.commit ?? figure.commit) }));
}

async function fill(store: Store, size: number): Promise<void> {
  for (let from = 0; from < size; from += FILL) {
    // One small entry for many rows: the rows are what is measured against, not the length of the journal.
    const [, rows] = batch(Array.from({ length: Math.min(FILL, size - from) }, (_, n) => from + n));
    await store.commit([batch([from])[0]], rows);
  }
}

const instance: Instance = {
  state: 'read',
  data: {},
  counters: { reads: 1 },
  since: { at: 0, step: 0 },
  scope: 'thread',
  run: 1,
  violations: {},
  violationsRun: 1,
  emitted: null,
};

function batch(numbers: readonly number[]): readonly [NewEntry, ReadonlyMap<RowKey, Row>] {
  const keys = numbers.map((n) => `src/folder-${n % 97}/file-${n}.ts`);
  const entry: NewEntry = {
    at: 0,
    thread: 't1',
    set: 'f'.repeat(64),
    happening: {
      type: 'settled',
      call: 'c',
      outcome: 'settled',
      result: null,
      transitions: keys.map((key) => ({ machine: 'read-before-write', key, from: 'unread', to: 'read' })),
      reminders: [],
    },
    changes: keys.map((key) => ({ type: 'instance', machine: 'read-before-write', key, instance })),
  };
  return [entry, new Map(keys.map((key) => [rowKey.instance('t1', 'read-before-write', key), instance]))];
}

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
