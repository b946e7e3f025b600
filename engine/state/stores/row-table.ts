/**
 * The rows of a store that keeps them in memory. Rows are frozen copies: nobody outside can change one by reference.
 */
import { frozenJson } from '../canonical-json.ts';
import type { NewEntry } from '../journal.ts';
import type { Row, RowKey } from '../store.ts';
import { SortedKeys } from './sorted-keys.ts';

/** Rows that were checked and copied, ready to be put: from here on nothing can fail. */
export type PreparedRows = ReadonlyMap<RowKey, Row | null>;

/**
 * Copies the rows of one commit, or refuses it whole.
 * @throws TypeError when a row is not JSON, a key is not text, or there are rows without an entry that made them: state is
 * a fold over the journal, so such rows would be gone after a replay.
 */
export function prepareRows(entries: readonly NewEntry[], rows: ReadonlyMap<RowKey, Row | null>): PreparedRows {
  if (entries.length === 0 && rows.size > 0) {
    throw new TypeError(`Cannot store ${rows.size} rows without a journal entry: rows are what entries make of them.`);
  }
  const prepared = new Map<RowKey, Row | null>();
  for (const [key, row] of rows) {
    if (typeof key !== 'string') throw new TypeError(`Cannot store a row under a key of type "${typeof key}".`);
    prepared.set(key, frozenJson(row));
  }
  return prepared;
}

export class RowTable {
  readonly #rows: Map<RowKey, Row>;
  readonly #keys: SortedKeys;

  /** Takes the map over: it must not be changed by anyone else afterwards. */
  constructor(rows: Map<RowKey, Row> = new Map()) {
    this.#rows = rows;
    this.#keys = new SortedKeys(rows.keys());
  }

  read(keys: readonly RowKey[]): ReadonlyMap<RowKey, Row> {
    const found = new Map<RowKey, Row>();
    for (const key of keys) if (this.#rows.has(key)) found.set(key, this.#rows.get(key));
    return found;
  }

  put(rows: PreparedRows): void {
    for (const [key, row] of rows) {
      if (row === null) {
        if (this.#rows.delete(key)) this.#keys.delete(key);
      } else {
        if (!this.#rows.has(key)) this.#keys.add(key);
        this.#rows.set(key, row);
      }
    }
  }

  /** In key order. Rows that are put while somebody iterates are seen if their place is still ahead. */
  *scan(prefix: string): Iterable<readonly [RowKey, Row]> {
    for (
      let page = this.#keys.page(prefix, null);
      page.length > 0;
      page = this.#keys.page(prefix, page.at(-1) ?? null)
    ) {
      for (const key of page) if (this.#rows.has(key)) yield [key, this.#rows.get(key)];
    }
  }
}
