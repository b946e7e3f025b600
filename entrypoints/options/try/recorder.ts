/**
 * Records what guarded pages do from now on as lines of a trace. Runs in the options page; reads the journal and nothing else, so
 * it is as exact as that, and changes nothing on any page.
 */

import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { messageOf } from '../../ui/message-of.ts';
import type { BrowserActions } from '../browser-actions.ts';
import { readRange } from '../journal/journal-reader.ts';
import { recordedLines } from './trace-of.ts';

type JournalStore = Awaited<ReturnType<BrowserActions['openStore']>>;

export interface Recording {
  readonly on: boolean;
  /** Calls that were recorded since it was switched on. */
  readonly calls: number;
  /** Why the journal cannot be read. Nothing is lost by that: the next attempt goes on where this one stopped. */
  readonly fault: string | null;
}

export interface RecordingSource {
  readonly openStore: BrowserActions['openStore'];
  /** Sequence number of the journal's last entry, as it grows. */
  readonly newest: ReadonlySignal<number | null>;
}

interface Session {
  readonly store: JournalStore;
  /** Calls that began while it was recorded, by thread and id: a result of another would answer nothing. */
  readonly begun: Set<string>;
  /** Sequence number of the first entry that was not read yet. */
  next: number;
}

const OFF: Recording = { on: false, calls: 0, fault: null };

export class Recorder {
  readonly #write: (lines: string) => void;
  readonly #state = signal<Recording>(OFF);
  #session: Session | null = null;
  #unfollow: () => void = () => undefined;
  /** Reads one after the other. */
  #work: Promise<void> = Promise.resolve();

  constructor(write: (lines: string) => void) {
    this.#write = write;
  }

  get state(): ReadonlySignal<Recording> {
    return this.#state;
  }

  /** Records whatever comes after this moment, until `stop`. Never rejects: a fault is told in `state`. */
  async start({ openStore, newest }: RecordingSource): Promise<void> {
    if (this.#state.peek().on) return;
    const wanted: Recording = { ...OFF, on: true };
    this.#state.value = wanted;
    try {
      const store = await openStore();
      const next = (await store.newest()) + 1;
      // Stopped before it could begin.
      if (this.#state.peek() !== wanted) return await store.close();
      this.#session = { store, begun: new Set(), next };
      this.#unfollow = effect(() => {
        if (newest.value !== null) this.read();
      });
    } catch (error) {
      if (this.#state.peek() === wanted) this.#state.value = { ...OFF, fault: messageOf(error) };
    }
  }

  /** Reads what the journal has by now; of use by itself after a fault. Never rejects. */
  read(): Promise<void> {
    this.#work = this.#work.then(() => this.#read());
    return this.#work;
  }

  /** Ends the recording, with all that happened until now in it, as far as that can be read. */
  async stop(): Promise<void> {
    await this.read();
    const session = this.#session;
    this.#unfollow();
    this.#session = null;
    this.#state.value = { ...this.#state.peek(), on: false };
    await session?.store.close();
  }

  async #read(): Promise<void> {
    const session = this.#session;
    if (session === null) return;
    try {
      const entries = await readRange(session.store, session.next, Number.POSITIVE_INFINITY);
      const last = entries.at(-1);
      // Ended while it was read.
      if (session !== this.#session) return;
      if (last !== undefined) session.next = last.seq + 1;
      const lines = recordedLines(entries, session.begun);
      if (lines !== '') this.#write(lines);
      this.#state.value = { on: true, calls: session.begun.size, fault: null };
    } catch (error) {
      console.error('Interlock: the journal could not be read for a recording.', error);
      this.#state.value = { ...this.#state.peek(), fault: messageOf(error) };
    }
  }
}
