/**
 * Numbers journal entries and chains them by hash, so that a changed, dropped or moved entry shows (`verify.ts`).
 * Pure and synchronous: it runs inside a database transaction, which ends when it is made to wait.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalJson, frozenJson } from './canonical-json.ts';
import type { JournalEntry, NewEntry } from './journal.ts';

/** The place of an entry in the chain: what the next entry is numbered and chained by. */
export interface ChainLink {
  readonly seq: number;
  readonly hash: string;
}

/** `prev` of the first entry. */
export const GENESIS = '0'.repeat(64);

const utf8 = new TextEncoder();

/**
 * SHA-256, as 64 hex digits, over the canonical JSON of all fields but `hash`. Takes any record, so that entries of another
 * version can be checked in the layout they were written in.
 * @throws TypeError when a field is not JSON.
 */
export function entryHash(entry: object): string {
  const { hash: _, ...rest } = entry as { readonly hash?: unknown };
  return bytesToHex(sha256(utf8.encode(canonicalJson(rest))));
}

/**
 * The entry as it is stored after `prev` (null: as the first one). A frozen copy; fields that entries do not have are left out.
 * @throws TypeError when a field is not JSON.
 */
export function chainEntry(prev: ChainLink | null, entry: NewEntry): JournalEntry {
  const { at, thread, set, happening, changes } = entry;
  const body = frozenJson({
    v: 1 as const,
    seq: prev === null ? 0 : prev.seq + 1,
    at,
    thread,
    set,
    happening,
    changes,
    prev: prev?.hash ?? GENESIS,
  });
  return Object.freeze({ ...body, hash: entryHash(body) });
}

/** Several entries, each after the one before it. */
export function chainEntries(prev: ChainLink | null, entries: readonly NewEntry[]): readonly JournalEntry[] {
  let last = prev;
  return entries.map((entry) => {
    const stored = chainEntry(last, entry);
    last = stored;
    return stored;
  });
}

/** Whether a record's `hash` is that of its other fields. */
export function isWhole(record: object): boolean {
  try {
    return (record as { readonly hash?: unknown }).hash === entryHash(record);
  } catch (error) {
    if (error instanceof TypeError) return false; // What cannot be stored was not written by a store.
    throw error;
  }
}

/** Whether a record, in whatever layout it was written, is whole and comes right after `prev` (null: is the first one). */
export function follows(prev: ChainLink | null, record: object): boolean {
  const entry = record as { readonly seq?: unknown; readonly prev?: unknown };
  return (
    entry.seq === (prev === null ? 0 : prev.seq + 1) &&
    entry.prev === (prev === null ? GENESIS : prev.hash) &&
    isWhole(record)
  );
}
