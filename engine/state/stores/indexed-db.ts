/**
 * The store of the extension and the userscript: an IndexedDB database. Runs in extension workers, extension pages and userscripts.
 *
 * Several connections (tabs, a worker that is being replaced) may use one database: a commit reads the journal's end inside
 * its transaction, so the chain never forks, and it refuses to put a row that another connection has written since this one
 * read it. It never answers from a cache.
 */
import { type ChainLink, chainEntries } from '../chain.ts';
import { type Codec, entryCodec, rowCodec, type StampedRow } from '../codec.ts';
import type { JournalEntry, NewEntry } from '../journal.ts';
import { type Row, type RowKey, type Store, StoreError } from '../store.ts';
import { Connection, type ConnectionOptions, type Transaction } from './indexed-db-connection.ts';
import { type PreparedRows, prepareRows } from './row-table.ts';
import { SeenRows } from './seen-rows.ts';
import { afterPrefix } from './sorted-keys.ts';

const ROWS_A_PAGE = 256;
const ENTRIES_A_PAGE = 64;

export interface IndexedDbOptions extends ConnectionOptions {
  /** How records are written and read; for tests of migrations. Default: the current layouts. */
  readonly codecs?: { readonly row: Codec<StampedRow>; readonly entry: Codec<JournalEntry> };
}

/**
 * Opens (or makes) the database `name`. `onBlocked` is told when a connection of another Interlock version keeps it from
 * opening; the promise resolves once that one is closed.
 * @throws StoreError `unavailable` (IndexedDB is missing or broken), `newer_version` (a newer Interlock upgraded the database).
 */
export async function openIndexedDbStore(options: IndexedDbOptions): Promise<Store> {
  if (typeof indexedDB === 'undefined') {
    throw new StoreError('unavailable', `Cannot open store "${options.name}": this browser context has no IndexedDB.`);
  }
  const connection = new Connection(options);
  await connection.open();
  return new IndexedDbStore(connection, options.codecs ?? { row: rowCodec, entry: entryCodec });
}

class IndexedDbStore implements Store {
  readonly #connection: Connection;
  readonly #codecs: NonNullable<IndexedDbOptions['codecs']>;
  readonly #seen = new SeenRows();

  constructor(connection: Connection, codecs: NonNullable<IndexedDbOptions['codecs']>) {
    this.#connection = connection;
    this.#codecs = codecs;
  }

  async read(keys: readonly RowKey[]): Promise<ReadonlyMap<RowKey, Row>> {
    const stored = await this.#connection.transact('readonly', (transaction) => {
      const rows = transaction.objectStore('rows');
      return Promise.all(keys.map((key) => rows.get(key)));
    });
    const found = new Map<RowKey, Row>();
    for (const [index, key] of keys.entries()) {
      const record = stored[index];
      const decoded = record === undefined ? null : this.#codecs.row.decode(record, key);
      this.#seen.set(key, decoded?.seq ?? null);
      if (decoded !== null) found.set(key, decoded.row);
    }
    return found;
  }

  /** Page by page: no transaction is open while the consumer thinks, so rows that change meanwhile are seen as they are then. */
  async *scan(prefix: string): AsyncIterable<readonly [RowKey, Row]> {
    const end = afterPrefix(prefix);
    let after: RowKey | null = null;
    for (;;) {
      const range = keyRange(after ?? prefix, after !== null, end);
      const [keys, records] = await this.#connection.transact('readonly', (transaction) => {
        const rows = transaction.objectStore('rows');
        return Promise.all([rows.getAllKeys(range, ROWS_A_PAGE), rows.getAll(range, ROWS_A_PAGE)]);
      });
      for (const [index, key] of keys.entries()) yield [key, this.#codecs.row.decode(records[index], key).row];
      after = keys.at(-1) ?? null;
      if (after === null || keys.length < ROWS_A_PAGE) return;
    }
  }

  async commit(entries: readonly NewEntry[], rows: ReadonlyMap<RowKey, Row | null>): Promise<readonly JournalEntry[]> {
    const prepared = prepareRows(entries, rows);
    if (entries.length === 0) return [];
    const stored = await this.#connection.transact('readwrite', (transaction) =>
      this.#write(transaction, entries, prepared),
    );
    const seq = stored.at(-1)?.seq ?? 0;
    this.#connection.reached(seq);
    for (const [key, row] of prepared) this.#seen.set(key, row === null ? null : seq);
    return stored;
  }

  async #write(
    transaction: Transaction<'readwrite'>,
    entries: readonly NewEntry[],
    rows: PreparedRows,
  ): Promise<readonly JournalEntry[]> {
    const table = transaction.objectStore('rows');
    const [head, ...current] = await Promise.all([
      this.#head(transaction),
      ...[...rows.keys()].map((key) => table.get(key)),
    ]);
    for (const [index, key] of [...rows.keys()].entries()) this.#checkUnchanged(key, current[index]);
    const stored = chainEntries(head, entries);
    const seq = stored.at(-1)?.seq ?? 0;
    const journal = transaction.objectStore('entries');
    const writes: Promise<unknown>[] = [];
    const issue = (write: Promise<unknown>): void => {
      write.catch(() => undefined); // If a later one throws, those before it fail with the transaction and are not awaited.
      writes.push(write);
    };
    for (const entry of stored) issue(journal.add(this.#codecs.entry.encode(entry), entry.seq));
    for (const [key, row] of rows) {
      issue(row === null ? table.delete(key) : table.put(this.#codecs.row.encode({ seq, row }), key));
    }
    await Promise.all(writes);
    return stored;
  }

  async #head(transaction: Transaction<'readwrite'>): Promise<ChainLink | null> {
    const cursor = await transaction.objectStore('entries').openCursor(null, 'prev');
    if ((cursor?.key ?? -1) < this.#connection.newest) throw this.#connection.removed(cursor?.key ?? -1);
    return cursor === null ? null : this.#entry(cursor.value, cursor.key);
  }

  /** Rows are folded from what was read. If another connection wrote one since, the fold is of yesterday's row. */
  #checkUnchanged(key: RowKey, record: unknown): void {
    const seq = record === undefined ? null : this.#codecs.row.decode(record, key).seq;
    if (this.#seen.isStale(key, seq)) {
      throw new StoreError(
        'conflict',
        `Cannot store row "${key}": another tab or window has written it since it was read. Nothing was stored. Try again.`,
      );
    }
  }

  async *journal(from = 0): AsyncIterable<JournalEntry> {
    let next = from;
    for (;;) {
      const range = IDBKeyRange.lowerBound(next);
      const [keys, records] = await this.#connection.transact('readonly', (transaction) => {
        const entries = transaction.objectStore('entries');
        return Promise.all([entries.getAllKeys(range, ENTRIES_A_PAGE), entries.getAll(range, ENTRIES_A_PAGE)]);
      });
      for (const [index, key] of keys.entries()) yield this.#entry(records[index], key);
      const last = keys.at(-1);
      if (last === undefined || keys.length < ENTRIES_A_PAGE) return;
      next = last + 1;
    }
  }

  async newest(): Promise<number> {
    const key = await this.#connection.transact('readonly', async (transaction) => {
      const cursor = await transaction.objectStore('entries').openKeyCursor(null, 'prev');
      return cursor?.primaryKey;
    });
    return key ?? -1;
  }

  #entry(record: unknown, key: number): JournalEntry {
    const entry = this.#codecs.entry.decode(record, String(key));
    if (entry.seq === key) return entry;
    throw new StoreError(
      'undecodable',
      `Cannot read stored journal entry "${key}": it says that it is entry ${entry.seq}. Nothing was changed. Export the journal if you can, then reset the stored state.`,
    );
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

/** Keys from `lower` (or, if `open`, above it) up to, but not including, `end` (null: no end). */
function keyRange(lower: string, open: boolean, end: string | null): IDBKeyRange {
  return end === null ? IDBKeyRange.lowerBound(lower, open) : IDBKeyRange.bound(lower, end, open, true);
}
