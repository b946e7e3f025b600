/**
 * The history of one instance, newest first, a page at a time: the journal is read backwards from where the last page ended, as far
 * as it takes to fill the page. Reads only. Runs in the background.
 */
import type { JournalEntry } from '../../engine/state/journal.ts';
import type { Store } from '../../engine/state/store.ts';
import { historyLine, settledLine } from './history-line.ts';
import type { HistoryLine, InstanceName } from './instance-messages.ts';

/** Lines of a page, and entries that are looked at for one: beyond them the person is asked whether to look further back. */
const PAGE_LINES = 30;
const MOST_ENTRIES = 20_000;
const ENTRIES_A_STEP = 64;

export interface HistoryPage {
  readonly lines: readonly HistoryLine[];
  /** Where the next page begins; null when the journal has been read to its beginning. */
  readonly older: number | null;
}

/** What happened to the instance before entry `before` (null: up to now). Rejects when the store does. */
export async function history(
  store: Store,
  { thread, machine, key }: InstanceName,
  before: number | null,
): Promise<HistoryPage> {
  const start = before ?? (await store.newest()) + 1;
  const page = new Page({ machine, key });
  let end = start;
  while (end > 0 && !page.isFull && start - end < MOST_ENTRIES) {
    const from = Math.max(0, end - ENTRIES_A_STEP);
    for (const entry of (await entries(store, from, end)).reverse()) {
      if (entry.thread === thread) page.take(entry);
      end = entry.seq;
      if (page.isFull) break;
    }
    if (!page.isFull) end = from;
  }
  return { lines: page.lines(), older: end > 0 ? end : null };
}

async function entries(store: Store, from: number, end: number): Promise<JournalEntry[]> {
  const found: JournalEntry[] = [];
  for await (const entry of store.journal(from)) {
    if (entry.seq >= end) break;
    found.push(entry);
    if (entry.seq === end - 1) break;
  }
  return found;
}

class Page {
  readonly #instance: Pick<InstanceName, 'machine' | 'key'>;
  readonly #lines: HistoryLine[] = [];
  /** Ends of calls that moved nothing here: whether they touched the instance is said by an older entry. */
  readonly #ends = new Map<string, HistoryLine>();
  /** Calls whose tool is said by an older entry. */
  readonly #open = new Set<string>();
  readonly #tools = new Map<string, string>();

  constructor(instance: Pick<InstanceName, 'machine' | 'key'>) {
    this.#instance = instance;
  }

  /** A page does not end between the result of a call and the decision on it. */
  get isFull(): boolean {
    return this.#lines.length >= PAGE_LINES && this.#open.size === 0;
  }

  /** Takes the entry before the one that was taken last. */
  take(entry: JournalEntry): void {
    const { happening } = entry;
    const line = historyLine(entry, this.#instance);
    if (line === null) {
      if (happening.type === 'settled') this.#ends.set(happening.call, settledLine(entry, happening));
      return;
    }
    this.#lines.push(line);
    if (line.call === null) return;
    const { id, tool } = line.call;
    if (tool !== null) this.#tools.set(id, tool);
    if (line.what.kind === 'settled') this.#open.add(id);
    if (line.what.kind !== 'gated') return;
    this.#open.delete(id);
    const end = this.#ends.get(id);
    if (end === undefined) return;
    this.#lines.push(end);
    this.#ends.delete(id);
  }

  /** Newest first. */
  lines(): readonly HistoryLine[] {
    return this.#lines
      .map((line) => {
        const tool = line.call === null ? null : (line.call.tool ?? this.#tools.get(line.call.id) ?? null);
        return line.call === null ? line : { ...line, call: { ...line.call, tool } };
      })
      .sort((a, b) => b.seq - a.seq);
  }
}
