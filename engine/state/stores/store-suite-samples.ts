/**
 * Entries and rows for the suite of the stores and the tests of the journal. Deterministic; no test framework.
 */
import type { Change, JournalEntry, NewEntry } from '../journal.ts';
import type { Row, RowKey, Store } from '../store.ts';

/** An entry that starts run `n` of thread "t". Each `n` makes another entry. */
export function sampleEntry(n = 0): NewEntry {
  return {
    at: 1_767_225_600_000 + n,
    thread: 't',
    set: 'f'.repeat(64),
    happening: { type: 'run_started' },
    changes: [{ type: 'run', run: n }],
  };
}

/** An entry about a call with these arguments, which may be what the type says they are not: some tests are about that. */
export function entryWith(args: unknown): NewEntry {
  const call = { id: 'c', tool: 'T', args: args as string };
  return {
    ...sampleEntry(),
    happening: { type: 'gated', call, verdict: 'allow', violations: [], observed: [], ticket: null },
  };
}

type Rows = readonly (readonly [RowKey, Row | null])[];

/** An entry that does to the rows what it says. To a store, changes are opaque; `suiteFold` is what gives these a meaning. */
export function entryPutting(rows: Rows): NewEntry {
  return { ...sampleEntry(), changes: rows as unknown as readonly Change[] };
}

/** The fold of the suite's entries. */
export function suiteFold(rows: Map<RowKey, Row>, entry: JournalEntry): void {
  for (const change of entry.changes as unknown as Rows | NewEntry['changes']) {
    if (!Array.isArray(change)) continue;
    const [key, row] = change as Rows[number];
    if (row === null) rows.delete(key);
    else rows.set(key, row);
  }
}

/** Commits one entry and the rows it puts. */
export function put(store: Store, ...rows: Rows): Promise<readonly JournalEntry[]> {
  return store.commit([entryPutting(rows)], new Map(rows));
}

export async function* linesOf<T>(items: Iterable<T>): AsyncIterable<T> {
  yield* items;
}
