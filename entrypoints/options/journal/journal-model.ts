/**
 * What the journal view shows: a window on the journal's end that grows downwards when asked and upwards as things happen.
 */

import { type ReadonlySignal, signal } from '@preact/signals';
import { exportJournal } from '../../../engine/state/export.ts';
import type { JournalEntry } from '../../../engine/state/journal.ts';
import { messageOf } from '../../ui/message-of.ts';
import type { BrowserActions } from '../browser-actions.ts';
import { Tools } from './entry-facts.ts';
import { type Filter, NO_FILTER, passes, readBack, readRange } from './journal-reader.ts';

type JournalStore = Awaited<ReturnType<BrowserActions['openStore']>>;

export interface Shown {
  /** Newest first. */
  readonly entries: readonly JournalEntry[];
  /** Older ones are below this sequence number; `null` = the beginning is reached. */
  readonly next: number | null;
  /** While it reads: the sequence number it has come to. */
  readonly reading: number | null;
  /** Entries that came while nobody followed. */
  readonly unseen: number;
  readonly fault: string | null;
}

const NOTHING: Shown = { entries: [], next: null, reading: null, unseen: 0, fault: null };
/** Entries shown at first, and more at a time. */
const PAGE = 100;
/** Lines of an export that are joined to one part of the file. */
const LINES_A_PART = 2_000;

export class JournalModel {
  /** Tools of the calls that were read. */
  readonly tools = new Tools();
  readonly #open: BrowserActions['openStore'];
  readonly #shown = signal<Shown>(NOTHING);
  readonly #filter = signal<Filter>(NO_FILTER);
  readonly #follows = signal(true);
  #store: Promise<JournalStore> | null = null;
  #search = new AbortController();
  /** Below this everything has been looked at, or will be by the search that runs; `null` before the first one. */
  #top: number | null = null;
  /** The newest entry that was heard of. */
  #newest = -1;
  #growing: Promise<void> = Promise.resolve();

  constructor(open: BrowserActions['openStore']) {
    this.#open = open;
  }

  get shown(): ReadonlySignal<Shown> {
    return this.#shown;
  }

  get filter(): ReadonlySignal<Filter> {
    return this.#filter;
  }

  get follows(): ReadonlySignal<boolean> {
    return this.#follows;
  }

  /** Begins anew at the journal's end, with this filter. */
  async look(filter: Filter = this.#filter.peek()): Promise<void> {
    this.#search.abort();
    this.#search = new AbortController();
    const { signal } = this.#search;
    this.#filter.value = filter;
    await this.#try(async (store) => {
      const top = (await store.newest()) + 1;
      if (signal.aborted) return;
      this.#top = top;
      this.#shown.value = { ...NOTHING, next: top, reading: top };
      await this.#grow(store, signal);
      // What was recorded while it was looked for.
      this.grown(this.#newest);
    });
  }

  /** Reads further down. */
  async older(): Promise<void> {
    const { signal } = this.#search;
    if (this.#shown.peek().reading !== null || this.#shown.peek().next === null) return;
    this.#change({ reading: this.#shown.peek().next });
    await this.#try((store) => this.#grow(store, signal));
  }

  /** The journal has grown up to `newest`: takes the new ones in, or counts them. */
  grown(newest: number): void {
    this.#newest = Math.max(this.#newest, newest);
    this.#growing = this.#growing.then(async () => {
      const { signal } = this.#search;
      const from = this.#top;
      if (from === null || newest < from) return;
      if (!this.#follows.peek()) {
        this.#change({ unseen: newest + 1 - from });
        return;
      }
      await this.#try(async (store) => {
        const fresh = await readRange(store, from, newest + 1);
        if (signal.aborted) return;
        this.tools.learn(fresh);
        this.#top = newest + 1;
        const seen = fresh.filter((entry) => passes(entry, this.#filter.peek(), this.tools)).reverse();
        this.#change({ entries: [...seen, ...this.#shown.peek().entries], unseen: 0 });
      });
    });
  }

  follow(on: boolean): void {
    this.#follows.value = on;
    if (on) this.grown(this.#newest);
  }

  /** All of the journal as the lines of a file, whatever is filtered. Rejects with `StoreError`. */
  async file(): Promise<Blob> {
    const parts: string[] = [];
    let lines: string[] = [];
    for await (const line of exportJournal(await this.#opened())) {
      lines.push(`${line}\n`);
      if (lines.length < LINES_A_PART) continue;
      parts.push(lines.join(''));
      lines = [];
    }
    return new Blob([...parts, lines.join('')], { type: 'application/x-ndjson' });
  }

  async close(): Promise<void> {
    this.#search.abort();
    const store = await this.#store?.catch(() => null); // What could not be opened needs no closing.
    await store?.close();
  }

  async #grow(store: JournalStore, signal: AbortSignal): Promise<void> {
    const { next } = this.#shown.peek();
    const search = { filter: this.#filter.peek(), tools: this.tools, count: PAGE, signal };
    const slice = await readBack(store, next ?? 0, search, (reading) => {
      if (!signal.aborted) this.#change({ reading });
    });
    if (signal.aborted) return;
    this.#change({ entries: [...this.#shown.peek().entries, ...slice.entries], next: slice.next, reading: null });
  }

  async #try(work: (store: JournalStore) => Promise<void>): Promise<void> {
    try {
      await work(await this.#opened());
    } catch (error) {
      console.error('Interlock: the journal cannot be read.', error);
      this.#change({ fault: messageOf(error), reading: null });
    }
  }

  #opened(): Promise<JournalStore> {
    this.#store ??= this.#open();
    this.#store.catch(() => {
      this.#store = null; // The next attempt opens it anew.
    });
    return this.#store;
  }

  #change(change: Partial<Shown>): void {
    this.#shown.value = { ...this.#shown.peek(), ...change };
  }
}
