/**
 * Who waits for which call. A call that nobody waits for must not run; but a lost connection is not a gone page: the
 * bridge reconnects after a worker restart and asks again. So a call whose connection closed is given a grace, and is
 * withdrawn when nobody has come back for it.
 *
 * Runs in the background. A call is kept by its connection; after a disconnect by its document, until that document says
 * hello again or the call itself is asked about again.
 */
import type { LiveCall } from '../../engine/state/journal.ts';
import type { SessionMemory } from './session-memory.ts';
import type { Place } from './thread-id.ts';

/** What the model and the person read about a call whose page went away. */
export const PAGE_GONE = 'the page was closed or reloaded';

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
  /** Milliseconds a call waits for its page to come back. */
  readonly graceMs: number;
  /** Runs `work` after `ms` milliseconds; returns what calls it off. */
  readonly later: (work: () => void, ms: number) => () => void;
}

interface Held extends CallRef {
  /** Whether it has been let through: then its page may be there without asking about it again. */
  running: boolean;
  document: string | null;
  tab: number | null;
  connection: Connection | null;
  cancel: (() => void) | null;
}

export class PageCalls {
  readonly #options: PageCallsOptions;
  readonly #held = new Map<string, Held>();
  readonly #connections = new Set<Connection>();

  constructor(options: PageCallsOptions) {
    this.#options = options;
  }

  /** A document has said hello: what it left behind is its own again. */
  connected(connection: Connection): void {
    this.#connections.add(connection);
    const document = documentKey(connection.place);
    for (const held of this.#held.values()) {
      if (held.connection === null && held.document === document && comesBack(held, connection.place)) {
        this.#keep(held, connection);
      }
    }
  }

  /** A connected document of the tab, the top one if it is connected; `null` when there is none. */
  connectedIn(tab: number): Place | null {
    const places = [...this.#connections].map((c) => c.place).filter((place) => place.tab === tab);
    return places.find((place) => place.frame === 0) ?? places[0] ?? null;
  }

  /** Its calls get a grace. */
  disconnected(connection: Connection): void {
    this.#connections.delete(connection);
    for (const held of this.#held.values()) if (held.connection === connection) this.#orphan(held);
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
    this.#options.memory.hold(key, documentKey(connection.place));
  }

  running(ref: CallRef): void {
    const held = this.#held.get(callKey(ref));
    if (held !== undefined) held.running = true;
  }

  /** The call is over. */
  release(ref: CallRef): void {
    const key = callKey(ref);
    this.#held.get(key)?.cancel?.();
    this.#held.delete(key);
    this.#options.memory.drop(key);
  }

  /** A tab was closed: nobody in it waits any more. */
  tabGone(tab: number): void {
    for (const held of [...this.#held.values()]) if (held.tab === tab) this.#withdraw(held);
  }

  /** Calls a former worker left unfinished. Those whose page does not come back within the grace are withdrawn. */
  inherit(calls: readonly { readonly thread: string; readonly call: LiveCall }[]): void {
    for (const { thread, call } of calls) {
      const ref = { thread, call: call.id };
      const key = callKey(ref);
      if (this.#held.has(key)) continue;
      const document = this.#options.memory.documentOf(key) ?? null;
      const tab = this.#options.memory.thread(thread)?.tab ?? null;
      const held: Held = { ...ref, running: call.status === 'running', document, tab, connection: null, cancel: null };
      this.#held.set(key, held);
      const back = [...this.#connections].find((c) => documentKey(c.place) === document && comesBack(held, c.place));
      if (back === undefined) this.#orphan(held);
      else this.#keep(held, back);
    }
  }

  #keep(held: Held, connection: Connection): void {
    held.cancel?.();
    held.cancel = null;
    held.connection = connection;
    held.document = documentKey(connection.place);
    held.tab = connection.place.tab;
  }

  #orphan(held: Held): void {
    held.connection = null;
    held.cancel?.();
    held.cancel = this.#options.later(() => this.#withdraw(held), this.#options.graceMs);
  }

  #withdraw(held: Held): void {
    this.release(held);
    this.#options.withdraw({ thread: held.thread, call: held.call }, PAGE_GONE).catch((error: unknown) => {
      console.error('Interlock: a call whose page is gone could not be withdrawn.', error);
    });
  }
}

/**
 * Whether a hello is enough to own the call again. Without document ids (Firefox) a reloaded page looks like a reconnected
 * one, so there only a running call is taken back unasked; one that waits has to be asked about again.
 */
const comesBack = (held: Held, place: Place): boolean => place.document !== null || held.running;

const callKey = ({ thread, call }: CallRef): string => JSON.stringify([thread, call]);

const documentKey = ({ tab, frame, document }: Place): string => `${tab}:${frame}:${document ?? ''}`;
