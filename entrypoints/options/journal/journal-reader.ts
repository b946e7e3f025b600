/**
 * Reads the journal from its end, as much at a time as a person looks at. Reads only.
 */
import type { JournalEntry } from '../../../engine/state/journal.ts';
import type { Store } from '../../../engine/state/store.ts';
import { decoded } from '../../ui/thread-label.ts';
import { factsOf, type Kind, type Tools } from './entry-facts.ts';

/** What an entry has to have; empty strings ask for nothing. */
export interface Filter {
  readonly kind: Kind | '';
  readonly thread: string;
  readonly tool: string;
  readonly machine: string;
  readonly text: string;
}

export const NO_FILTER: Filter = { kind: '', thread: '', tool: '', machine: '', text: '' };

/** Entries, newest first, and where to go on: below `next`; `null` = the beginning is reached. */
export interface Slice {
  readonly entries: readonly JournalEntry[];
  readonly next: number | null;
}

export interface Search {
  readonly filter: Filter;
  /** Learns of everything that is read. */
  readonly tools: Tools;
  readonly count: number;
  readonly signal: AbortSignal;
}

/** Entries read at a time. */
const CHUNK = 256;

/**
 * The newest `count` entries below `before` that the filter lets through. `looked` is told after each step how far down it
 * has come. Stops early, with what it has, when the signal is aborted. Rejects with `StoreError`.
 */
export async function readBack(
  store: Pick<Store, 'journal'>,
  before: number,
  { filter, tools, count, signal }: Search,
  looked: (at: number) => void = () => undefined,
): Promise<Slice> {
  const found: JournalEntry[] = [];
  let next = before;
  while (next > 0 && !signal.aborted) {
    const from = Math.max(0, next - CHUNK);
    const chunk = await readRange(store, from, next);
    tools.learn(chunk);
    for (const entry of chunk.reverse()) {
      next = entry.seq;
      if (!passes(entry, filter, tools)) continue;
      found.push(entry);
      if (found.length === count) return { entries: found, next: next === 0 ? null : next };
    }
    next = from;
    looked(next);
  }
  return { entries: found, next: next === 0 ? null : next };
}

/** Entries from `from` up to, not including, `to`, oldest first. */
export async function readRange(store: Pick<Store, 'journal'>, from: number, to: number): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for await (const entry of store.journal(from)) {
    if (entry.seq >= to) break;
    entries.push(entry);
  }
  return entries;
}

/** Whether an entry has what is asked for. Case does not count. */
export function passes(entry: JournalEntry, { kind, thread, tool, machine, text }: Filter, tools: Tools): boolean {
  if (kind !== '' && entry.happening.type !== kind) return false;
  if (thread !== '' && !has(decoded(entry.thread), thread)) return false;
  if (tool !== '' || machine !== '') {
    const facts = factsOf(entry, tools);
    if (tool !== '' && !has(facts.tool ?? '', tool)) return false;
    if (machine !== '' && !facts.machines.some((name) => has(name, machine))) return false;
  }
  return text === '' || has(JSON.stringify(entry), text) || has(decoded(entry.thread), text);
}

const has = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted.toLowerCase());
