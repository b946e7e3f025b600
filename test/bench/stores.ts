/**
 * What a commit costs in each store, by the number of rows that are already there. It should not grow with it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldEntry } from '../../engine/state/fold.ts';
import { openJsonlStore } from '../../engine/state/stores/jsonl.ts';
import { createMemoryStore } from '../../engine/state/stores/memory.ts';
import { indexedDbFigures } from './indexed-db.ts';
import { type StoreFigure, type Subject, storeFigures } from './store-figures.ts';

const SIZES = [100, 10_000, 1_000_000];
/** Filling a browser's database with a million rows takes longer than anybody waits for a benchmark. */
const BROWSER_SIZES = [100, 10_000, 100_000];

/** Fills each store to each size and times commits. Files and the browser's profile go to temporary folders. Takes some minutes. */
export async function benchStores(print: (text: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'interlock-bench-'));
  const subjects: readonly Subject[] = [
    { name: 'memory', sizes: SIZES, commits: 2000, open: async () => createMemoryStore() },
    {
      name: 'jsonl (with fsync)',
      sizes: SIZES,
      commits: 200,
      open: (size) => openJsonlStore({ file: join(folder, `${size}.jsonl`), fold: foldEntry }),
    },
  ];
  const figures: StoreFigure[] = [];
  for (const subject of subjects) figures.push(...(await storeFigures(subject)));
  await rm(folder, { recursive: true });
  print(storesTable([...figures, ...(await indexedDbFigures(BROWSER_SIZES))]));
}

/** The figures as a table for people. */
function storesTable(figures: readonly StoreFigure[]): string {
  const row = (store: string, ...cells: readonly string[]): string =>
    `${store.padEnd(34)}${cells.map((cell) => cell.padStart(12)).join('')}`;
  return [
    row('one commit (1 entry, 2 rows)', 'rows', 'median', 'ratio'),
    ...figures.map(({ store, rows, commit, ratio }) =>
      row(store, rows.toLocaleString('en'), `${commit.toFixed(1)} µs`, `${ratio.toFixed(2)} ×`),
    ),
  ].join('\n');
}
