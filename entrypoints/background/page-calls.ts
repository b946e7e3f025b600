/**
 * Who waits for which call. A call that nobody waits for must not run; but a lost connection is not a gone page: the
 * bridge reconnects after a worker restart and asks again. So a call whose connection closed is given a grace, and is
 * withdrawn when nobody has come back for it.
 *
 * A page that talks to a model itself may come back with the results of calls that it was handed before it was loaded anew: those
 * that its conversation has put down as out are its own again.
 *
 * A call that runs is another matter after a worker restart: its page owes nothing and is owed nothing, so it connects again
 * only with the result. Such a call ends when its tab is closed, when another document has taken the place of its own, or
 * when its result is overdue.
 *
 * Runs in the background. A call is kept by its connection; after a disconnect by its document, until that document says
 * hello again or the call itself is asked about again.
 */
import { z } from 'zod';
import type { LiveCall } from '../../engine/state/journal.ts';
import type { SessionMemory } from './session-memory.ts';
import type { Place } from './thread-id.ts';

/** What the model and the person read about a call whose page went away. */
export const PAGE_GONE = 'the page was closed or reloaded';

/** Calls of one tab that may be undecided at a time: far more than a person decides on, few enough to hold. */
export const UNDECIDED_AT_MOST = 1_000;

export interface CallRef {
  readonly thread: string;
  readonly call: string;
}

/** One connection of one document. Compared by identity. */
export interface Connection {
  readonly place: Place;
}

export interface PageCallsOptions {
  readonly memory: SessionMemory;
  /** Ends a call nobody waits for. */
  readonly withdraw: (call: CallRef, why: string) => Promise<void>;
  /** Whether the document at `place`, which has taken the place of the call's own, can still come with its result. */
  readonly goesOn: (call: CallRef, place: Place) => Promise<boolean>;
  /** Milliseconds a call waits for its page to come back. */
  readonly graceMs: number;
  /** Runs `work` after `ms` milliseconds; returns what calls it off. */
  readonly later: (work: () => void, ms: number) => () => void;
}

interface Held extends CallRef {
  /** Whether it has been let through. */
  running: boolean;
  /** Where its page is or was; null when that was not written down. */
  document: DocumentRef | null;
  tab: number | null;
  connection: Connection | null;
  cancel: (() => void) | null;
}

export class PageCalls {
  readonly #options: PageCallsOptions;
  readonly #held = new Map<string, Held>();
  readonly #connections = new Set<Connection>();
  readonly #closedTabs = new Set<number>();

  constructor(options: PageCallsOptions) {
    this.#options = options;
  }

  /** A document has said hello: what it left behind is its own again, and what its predecessor left behind is nobody's. */
  connected(connection: Connection): void {
    this.#connections.add(connection);
    const document = documentOf(connection.place);
    for (const held of [...this.#held.values()]) {
      if (held.connection !== null || held.document === null) continue;
      if (isSame(held.document, document)) {
        if (comesBack(held, document)) this.#keep(held, connection);
      } else if (isReplaced(held.document, document)) {
        if (held.running) void this.#handOn(held, connection);
        else this.#withdraw(held);
      }
    }
  }

  /** A call that runs goes to the next document of its page, if that can end it. */
  async #handOn(held: Held, connection: Connection): Promise<void> {
    let goesOn = false;
    try {
      goesOn = await this.#options.goesOn(held, connection.place);
    } catch (error) {
      console.error('Interlock: whether a call goes on after its page was loaded anew could not be looked up.', error);
    }
    // Meanwhile it may have ended, or yet another document may have come, or gone.
    if (this.#held.get(callKey(held)) !== held || held.connection !== null) return;
    if (!goesOn) this.#withdraw(held);
    else if (this.#connections.has(connection)) {
      this.#keep(held, connection);
      this.#options.memory.hold(held, textOf(connection.place));
    }
  }

  /** Its calls get a grace. */
  disconnected(connection: Connection): void {
    this.#connections.delete(connection);
    for (const held of this.#held.values()) if (held.connection === connection) this.#orphan(held);
  }

  /** Whether the tab has so many undecided calls that it cannot have this one, too. */
  isFull(ref: CallRef, { tab }: Place): boolean {
    if (this.#held.size < UNDECIDED_AT_MOST || this.#held.has(callKey(ref))) return false;
    const undecided = [...this.#held.values()].filter((held) => held.tab === tab && !held.running);
    return undecided.length >= UNDECIDED_AT_MOST;
  }

  /** The connection asks about a call: it waits for it from now on. */
  hold(ref: CallRef, connection: Connection): void {
    const key = callKey(ref);
    const held = this.#held.get(key) ?? {
      ...ref,
      running: false,
      document: null,
      tab: null,
      connection: null,
      cancel: null,
    };
    this.#held.set(key, held);
    this.#keep(held, connection);
    this.#options.memory.hold(ref, textOf(connection.place));
  }

  running(ref: CallRef): void {
    const held = this.#held.get(callKey(ref));
    if (held !== undefined) held.running = true;
  }

  /** The call is over. `refused`: it had been held for a person, or there was no guard to decide on it. */
  release(ref: CallRef, refused = false): void {
    const key = callKey(ref);
    this.#held.get(key)?.cancel?.();
    this.#held.delete(key);
    this.#options.memory.drop(ref, refused);
  }

  /**
   * The thread in which the document at `place` has asked about a call: the call stays there, whatever the settings say by now.
   * `null`: it has not asked, or the call was decided and is over.
   */
  threadOf(place: Place, call: string): string | null {
    return this.#options.memory.threadOf(textOf(place), call);
  }

  /** A tab was closed: nobody in it waits any more. */
  tabGone(tab: number): void {
    this.#closedTabs.add(tab);
    for (const held of [...this.#held.values()]) if (held.tab === tab) this.#withdraw(held);
  }

  /** Calls a former worker left unfinished. */
  inherit(calls: readonly { readonly thread: string; readonly call: LiveCall }[]): void {
    for (const { thread, call } of calls) {
      const ref = { thread, call: call.id };
      const key = callKey(ref);
      if (this.#held.has(key)) continue;
      const document = parseDocument(this.#options.memory.documentOf(ref));
      const tab = document?.tab ?? this.#options.memory.thread(thread)?.tab ?? null;
      const held: Held = { ...ref, running: call.status === 'running', document, tab, connection: null, cancel: null };
      this.#held.set(key, held);
      if (tab !== null && this.#closedTabs.has(tab)) this.#withdraw(held);
      else if (!held.running) this.#orphan(held);
    }
    // Pages that were quicker than the store: their hello has to be heard again.
    for (const connection of [...this.#connections]) this.connected(connection);
  }

  #keep(held: Held, connection: Connection): void {
    held.cancel?.();
    held.cancel = null;
    held.connection = connection;
    held.document = documentOf(connection.place);
    held.tab = connection.place.tab;
  }

  #orphan(held: Held): void {
    held.connection = null;
    held.cancel?.();
    held.cancel = this.#options.later(() => this.#withdraw(held), this.#options.graceMs);
  }

  #withdraw(held: Held): void {
    this.release(held, !held.running);
    this.#options.withdraw({ thread: held.thread, call: held.call }, PAGE_GONE).catch((error: unknown) => {
      console.error('Interlock: a call whose page is gone could not be withdrawn.', error);
    });
  }
}

interface DocumentRef {
  readonly tab: number;
  readonly frame: number;
  /** `null` where the browser gives none (Firefox): then a reloaded page looks like a reconnected one. */
  readonly id: string | null;
}

const documentOf = ({ tab, frame, document }: Place): DocumentRef => ({ tab, frame, id: document });

const textOf = (place: Place): string => JSON.stringify(documentOf(place));

const isSame = (a: DocumentRef, b: DocumentRef): boolean => a.tab === b.tab && a.frame === b.frame && a.id === b.id;

/** Whether `b` stands where `a` stood. */
const isReplaced = (a: DocumentRef, b: DocumentRef): boolean => a.tab === b.tab && a.frame === b.frame && a.id !== null;

/** Whether a hello is enough to own the call again: without document ids, one that waits has to be asked about again. */
const comesBack = (held: Held, document: DocumentRef): boolean => document.id !== null || held.running;

const documentRef = z.object({ tab: z.number(), frame: z.number(), id: z.string().nullable() });

/** As it was written down by `hold`; anything else counts as not written down. */
function parseDocument(text: string | undefined): DocumentRef | null {
  if (text === undefined) return null;
  return documentRef.safeParse(JSON.parse(text)).data ?? null;
}

const callKey = ({ thread, call }: CallRef): string => JSON.stringify([thread, call]);
