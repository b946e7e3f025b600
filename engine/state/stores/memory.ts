/**
 * A store in memory: for tests, `simulate` and previews. Nothing outlives it; everything else is as in the others.
 */
import { chainEntries } from '../chain.ts';
import type { JournalEntry, NewEntry } from '../journal.ts';
import { type Row, type RowKey, type Store, StoreError } from '../store.ts';
import { prepareRows, RowTable } from './row-table.ts';

/** A new, empty store. It takes frozen copies, so nothing that is handed in or out can change what it holds. */
export function createMemoryStore(): Store {
  return new MemoryStore();
}

class MemoryStore implements Store {
  readonly #rows = new RowTable();
  readonly #entries: JournalEntry[] = [];
  #closed = false;

  async read(keys: readonly RowKey[]): Promise<ReadonlyMap<RowKey, Row>> {
    this.#open();
    return this.#rows.read(keys);
  }

  async *scan(prefix: string): AsyncIterable<readonly [RowKey, Row]> {
    this.#open();
    yield* this.#rows.scan(prefix);
  }

  async commit(entries: readonly NewEntry[], rows: ReadonlyMap<RowKey, Row | null>): Promise<readonly JournalEntry[]> {
    this.#open();
    const prepared = prepareRows(entries, rows);
    const stored = chainEntries(this.#entries.at(-1) ?? null, entries);
    for (const entry of stored) this.#entries.push(entry);
    this.#rows.put(prepared);
    return stored;
  }

  async *journal(from = 0): AsyncIterable<JournalEntry> {
    this.#open();
    for (let seq = Math.max(0, from); ; seq++) {
      const entry = this.#entries[seq];
      if (entry === undefined) return;
      yield entry;
    }
  }

  async newest(): Promise<number> {
    this.#open();
    return this.#entries.length - 1;
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  #open(): void {
    if (this.#closed) throw new StoreError('unavailable', 'Cannot use the store in memory: it was closed.');
  }
}
