/**
 * The end of the journal, as it grows, for the list of its conversations. Runs in the options page; reads only.
 */

import { type ReadonlySignal, signal } from '@preact/signals';
import type { JournalEntry } from '../../../engine/state/journal.ts';
import { withJournal } from '../../ui/journal-store.ts';
import { messageOf } from '../../ui/message-of.ts';
import type { BrowserActions } from '../browser-actions.ts';
import { readRange } from '../journal/journal-reader.ts';

/** Entries at the end of the journal that are looked at. */
const MOST_ENTRIES = 50_000;

export class RecentEntries {
  readonly #open: BrowserActions['openStore'];
  readonly #entries = signal<readonly JournalEntry[] | null>(null);
  readonly #fault = signal<string | null>(null);
  /** Reads one after the other. */
  #work: Promise<void> = Promise.resolve();

  constructor(open: BrowserActions['openStore']) {
    this.#open = open;
  }

  /** Oldest first; `null` until they were read for the first time. */
  get entries(): ReadonlySignal<readonly JournalEntry[] | null> {
    return this.#entries;
  }

  /** Why the last attempt to read failed. What was read before it stays. */
  get fault(): ReadonlySignal<string | null> {
    return this.#fault;
  }

  /** Reads what is new. Never rejects. */
  look(): Promise<void> {
    this.#work = this.#work.then(() => this.#look());
    return this.#work;
  }

  async #look(): Promise<void> {
    try {
      await withJournal(this.#open, async (store) => {
        const end = (await store.newest()) + 1;
        const known = this.#entries.peek() ?? [];
        const from = Math.max((known.at(-1)?.seq ?? -1) + 1, end - MOST_ENTRIES);
        this.#entries.value = [...known, ...(await readRange(store, from, end))].slice(-MOST_ENTRIES);
      });
      this.#fault.value = null;
    } catch (error) {
      console.error('Interlock: the journal cannot be read.', error);
      this.#fault.value = messageOf(error);
    }
  }
}
