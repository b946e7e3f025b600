/**
 * The small interface behind which state is kept. Rows are what `fold.ts` makes of the journal, kept so
 * that nobody has to fold the whole journal to read one instance.
 *
 * INVARIANT for every store: after `commit` resolves, entries and rows are durable together or not at all, and the
 * rows equal fold(journal). A row or entry that cannot be decoded, or is of a newer version, is a StoreError:
 * never skipped, never reset.
 */
import type { JournalEntry, NewEntry } from './journal.ts';

/** Path of a row, see `rows.ts`: segments are percent-encoded and joined with `/`. */
export type RowKey = string;

/** A row's value: plain JSON, shape by kind of key. */
export type Row = unknown;

/** Where state and journal are kept. What every store has to hold to stands at the head of this file. */
export interface Store {
  /** The rows that exist among `keys`. */
  read(keys: readonly RowKey[]): Promise<ReadonlyMap<RowKey, Row>>;
  /** All rows whose key starts with `prefix`, in key order. */
  scan(prefix: string): AsyncIterable<readonly [RowKey, Row]>;
  /**
   * Appends the entries (numbering and hash-chaining them) and puts (or, with `null`, deletes) the rows they touch, in one
   * transaction whose cost depends on the batch alone. Returns the entries as stored.
   */
  commit(entries: readonly NewEntry[], rows: ReadonlyMap<RowKey, Row | null>): Promise<readonly JournalEntry[]>;
  /** Stored entries in order, from sequence number `from` (default 0). */
  journal(from?: number): AsyncIterable<JournalEntry>;
  /** Sequence number of the newest stored entry; -1 = there is none. */
  newest(): Promise<number>;
  close(): Promise<void>;
}

/** Why a store cannot be used. The guard fails closed on it. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: 'undecodable' | 'newer_version' | 'unavailable' | 'conflict';
  constructor(code: StoreError['code'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
