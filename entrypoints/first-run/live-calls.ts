/**
 * The calls of guarded pages since the first page was opened, as the journal records them. Runs in the first page; reads only, and
 * makes no call itself.
 */

import { type ReadonlySignal, signal } from '@preact/signals';
import type { Happening, JournalEntry, Moved } from '../../engine/state/journal.ts';
import type { Action } from '../../engine/tool-call.ts';
import { type JournalStore, withJournal } from '../ui/journal-store.ts';
import { messageOf } from '../ui/message-of.ts';

export interface LiveCall {
  /** Sequence number of the entry that recorded its verdict. */
  readonly seq: number;
  readonly thread: string;
  readonly id: string;
  readonly tool: string;
  /** As it stands: of a call that waited, what became of it. */
  readonly verdict: 'allow' | Action;
  /** For the model, when it was not simply allowed; of a call that nobody waits for any more, for the person. */
  readonly reason: string | null;
  readonly moves: readonly Moved[];
  /** How its wait ended; `null` while it waits, and of a call that never waited. */
  readonly ended: Ending | null;
}

type Ending = Extract<Happening, { readonly type: 'resolved' }>['outcome'];

type OpenStore = () => Promise<JournalStore>;

/** Calls that are kept in sight, the newest. */
const MOST = 8;

export class LiveCalls {
  readonly #open: OpenStore;
  readonly #calls = signal<readonly LiveCall[]>([]);
  readonly #fault = signal<string | null>(null);
  readonly #looking = signal(false);
  /** Sequence number of the first entry that was not looked at; `null` until the journal's end is known. */
  #next: number | null = null;
  #work: Promise<void> = Promise.resolve();

  constructor(open: OpenStore) {
    this.#open = open;
  }

  /** Newest first. */
  get calls(): ReadonlySignal<readonly LiveCall[]> {
    return this.#calls;
  }

  /** The journal's end is known: whatever comes from now on is shown. */
  get looking(): ReadonlySignal<boolean> {
    return this.#looking;
  }

  /** Why the journal cannot be read. */
  get fault(): ReadonlySignal<string | null> {
    return this.#fault;
  }

  /** The journal ends at `newest` now. The first time says where this page begins to look. Never rejects. */
  grown(newest: number): Promise<void> {
    this.#work = this.#work.then(() => this.#grown(newest));
    return this.#work;
  }

  async #grown(newest: number): Promise<void> {
    const from = this.#next;
    if (from === null) {
      this.#next = newest + 1;
      this.#looking.value = true;
      return;
    }
    if (newest < from) return;
    try {
      await withJournal(this.#open, async (store) => {
        for await (const entry of store.journal(from)) {
          this.#next = entry.seq + 1;
          this.#calls.value = after(this.#calls.peek(), entry);
        }
      });
      this.#fault.value = null;
    } catch (error) {
      console.error('Interlock: the journal cannot be read.', error);
      this.#fault.value = messageOf(error);
    }
  }
}

function after(calls: readonly LiveCall[], { seq, thread, happening }: JournalEntry): readonly LiveCall[] {
  switch (happening.type) {
    case 'gated': {
      // What a person allowed comes to the gate again, as the same call.
      const back = calls.find(
        (call) => call.thread === thread && call.id === happening.call.id && call.ended === 'approved',
      );
      if (back === undefined) return [begun(seq, thread, happening), ...calls].slice(0, MOST);
      const again = begun(back.seq, thread, happening);
      return calls.map((call) =>
        call === back ? { ...again, ended: again.verdict === 'ask' ? null : back.ended } : call,
      );
    }
    case 'resolved':
      return calls.map((call) =>
        call.thread === thread && call.id === happening.call && call.verdict === 'ask'
          ? { ...call, ...resolved(happening) }
          : call,
      );
    case 'settled':
      return calls.map((call) =>
        call.thread === thread && call.id === happening.call ? { ...call, moves: happening.transitions } : call,
      );
    default:
      return calls;
  }
}

function resolved({
  outcome,
  reason,
}: Extract<Happening, { readonly type: 'resolved' }>): Pick<LiveCall, 'verdict' | 'reason' | 'ended'> {
  return outcome === 'approved'
    ? { verdict: 'allow', reason: null, ended: outcome }
    : { verdict: 'deny', reason, ended: outcome };
}

function begun(seq: number, thread: string, gated: Extract<Happening, { readonly type: 'gated' }>): LiveCall {
  const { call, verdict, violations } = gated;
  const reason = verdict === 'allow' ? null : (violations[0]?.reason ?? null);
  return { seq, thread, id: call.id, tool: call.tool, verdict, reason, moves: [], ended: null };
}
