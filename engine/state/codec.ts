/**
 * How rows and journal entries are written, and how what was written by an older Interlock is read. Pure.
 *
 * Every stored record carries its layout's version in `v`. An older one is migrated on read, step by step; it is written in the
 * current layout the next time it is put. A newer or unreadable one is a `StoreError` and stays as it is: guarding goes on
 * only when a person has decided what to do about it.
 */
import type { JournalEntry } from './journal.ts';
import { type Row, StoreError } from './store.ts';

/** A record as it lies in a store. */
export interface StoredRecord {
  readonly v: number;
  readonly [field: string]: unknown;
}

/**
 * Turns a record of one version into the next one's layout (`v` is set for it). `where` names the record: for a row, its key.
 * It may throw on a record it cannot understand: that is reported as undecodable.
 */
export type Migration = (stored: StoredRecord, where: string) => Readonly<Record<string, unknown>>;

export interface Codec<T> {
  encode(value: T): StoredRecord;
  /** @throws StoreError `undecodable` or `newer_version`, naming the record, what is wrong, and what to do. */
  decode(stored: unknown, where: string): T;
}

export interface CodecOptions<T> {
  /** What is stored, for messages: "row", "entry". */
  readonly what: string;
  /** Version of the oldest layout that can still be read. */
  readonly oldest: number;
  /** From `oldest` to the next version, from that to the one after, …: the current version is `oldest + migrations.length`. */
  readonly migrations: readonly Migration[];
  /** The record's fields in the current layout, without `v`. */
  readonly write: (value: T) => Readonly<Record<string, unknown>>;
  /** The value of a record in the current layout, or what is wrong with it as text. */
  readonly read: (stored: StoredRecord) => { readonly value: T } | string;
}

const WHAT_TO_DO = 'Nothing was changed. Export the journal if you can, then reset the stored state.';

export function versionedCodec<T>({ what, oldest, migrations, write, read }: CodecOptions<T>): Codec<T> {
  const current = oldest + migrations.length;

  const undecodable = (where: string, wrong: string, options?: ErrorOptions): StoreError =>
    new StoreError('undecodable', `Cannot read stored ${what} "${where}": ${wrong}. ${WHAT_TO_DO}`, options);

  function migrated(stored: StoredRecord, where: string): StoredRecord {
    let record = stored;
    for (const migrate of migrations.slice(stored.v - oldest)) {
      const next = record.v + 1;
      try {
        record = { ...migrate(record, where), v: next };
      } catch (cause) {
        throw undecodable(where, `it could not be brought from version ${record.v} to ${next}`, { cause });
      }
    }
    return record;
  }

  return {
    encode: (value) => ({ ...write(value), v: current }),
    decode: (stored, where) => {
      if (!isRecord(stored)) throw undecodable(where, `it is ${nameOf(stored)}, wanted an object`);
      const { v: version } = stored;
      if (typeof version !== 'number' || !Number.isSafeInteger(version)) {
        throw undecodable(where, `its version "v" is ${nameOf(version)}, wanted a whole number`);
      }
      if (version > current) {
        throw new StoreError(
          'newer_version',
          `Cannot read stored ${what} "${where}": it has version ${version}, this Interlock reads up to ${current}. ` +
            'Nothing was changed. Update Interlock, or reset the stored state.',
        );
      }
      if (version < oldest) throw undecodable(where, `it has version ${version}, the oldest that is read is ${oldest}`);
      const result = read(migrated({ ...stored, v: version }, where));
      if (typeof result === 'string') throw undecodable(where, result);
      return result.value;
    },
  };
}

/** A row and the sequence number of the commit that wrote it. */
export interface StampedRow {
  readonly seq: number;
  readonly row: Row;
}

/** Rows are `{ v, seq, row }`. The first layout is the current one, so there is nothing to migrate yet. */
export const rowCodec: Codec<StampedRow> = versionedCodec<StampedRow>({
  what: 'row',
  oldest: 1,
  migrations: [],
  write: ({ seq, row }) => ({ seq, row }),
  read: ({ seq, row }) => {
    if (typeof seq !== 'number') return `its "seq" is ${nameOf(seq)}, wanted a number`;
    if (row === undefined || row === null) return `its "row" is ${nameOf(row)}, wanted a value`;
    return { value: { seq, row } };
  },
});

const ENTRY_FIELDS = {
  seq: 'number',
  at: 'number',
  thread: 'string',
  set: 'string',
  happening: 'object',
  changes: 'array',
  prev: 'string',
  hash: 'string',
} as const;

/**
 * Entries are stored as they are: `v` is one of their fields and is hashed with them. A migrated entry keeps its `hash`, which
 * is that of the layout it was written in: chains are checked on what is stored, never on what was migrated.
 */
export const entryCodec: Codec<JournalEntry> = versionedCodec<JournalEntry>({
  what: 'journal entry',
  oldest: 1,
  migrations: [],
  write: ({ v: _, ...entry }) => entry,
  read: (stored) => {
    for (const [field, wanted] of Object.entries(ENTRY_FIELDS)) {
      if (nameOf(stored[field]) !== nameOfType[wanted]) {
        return `its "${field}" is ${nameOf(stored[field])}, wanted ${nameOfType[wanted]}`;
      }
    }
    return { value: stored as unknown as JournalEntry };
  },
});

const nameOfType = { number: 'a number', string: 'text', object: 'an object', array: 'a list' } as const;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> & { readonly v?: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value's type in words. */
function nameOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return nameOfType.array;
  switch (typeof value) {
    case 'number':
      return nameOfType.number;
    case 'string':
      return nameOfType.string;
    case 'object':
      return nameOfType.object;
    default:
      return `a ${typeof value}`;
  }
}
