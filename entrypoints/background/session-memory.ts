/**
 * What the background remembers for as long as the browser runs: a nonce that tells browser sessions apart, which
 * tabs have said hello, which threads were seen in which tab, and which document waits for which call in which thread. Kept in
 * the session storage area, so that it outlives a killed worker.
 *
 * No decision about a call is kept here. A record that is lost (the worker was killed before the write) costs a label or a
 * grace period; that of a call that waits for a person is stored before its page is told to wait, and while that fails, no call
 * waits: it is refused.
 */
import { z } from 'zod';
import type { CallRef } from './page-calls.ts';
import type { SiteMode } from './settings.ts';
import type { StorageArea } from './settings-store.ts';
import type { Place } from './thread-id.ts';
import type { SeenProtocol } from './ui-messages.ts';

const seenThread = z.object({ tab: z.number(), origin: z.string(), at: z.number() });
const seenProtocol = z.object({ protocol: z.string(), level: z.enum(['execution', 'model']) });
const greeting = z.object({
  origin: z.string(),
  mode: z.enum(['enforce', 'observe', 'off']),
  document: z.string().nullable().default(null),
  /** What it was seen to speak, its frames included. */
  protocols: z.array(seenProtocol).default([]),
});
const record = z.object({
  nonce: z.string().min(1),
  /** The last document that said hello, by tab. */
  greetings: z.record(z.string(), greeting),
  threads: z.record(z.string(), seenThread),
  calls: z.record(z.string(), z.string()),
  refused: z.record(z.string(), z.string()).default({}),
});

/** Where and when a thread was last heard of. */
export type SeenThread = z.infer<typeof seenThread>;

const KEY = 'session';
/** The longest-silent threads are forgotten beyond this. */
const MAX_THREADS = 200;
/** Milliseconds after which it is written anew that a thread was heard of in the same place: a label may be that old. */
const HEARD_EVERY_MS = 10_000;
const MAX_TABS = 500;
const MAX_PROTOCOLS = 20;
/** Calls that had been held and were refused: so many are known to be over when their page asks again. */
const MAX_REFUSED = 200;

export class SessionMemory {
  readonly nonce: string;
  readonly #area: StorageArea;
  readonly #greetings: Map<string, z.infer<typeof greeting>>;
  readonly #threads: Map<string, SeenThread>;
  /** When the last word on a thread was written down, by thread. */
  readonly #heard = new Map<string, number>();
  /** Documents by call. */
  readonly #calls: Map<string, string>;
  /** Threads by document and name of the call, of the calls above. */
  readonly #threadsOfCalls = new Map<string, string>();
  /** The same, of calls that are over. */
  readonly #refused: Map<string, string>;
  /** Whether something was said that is not stored. */
  #dirty = false;
  #writing: Promise<void> | null = null;
  #onWritten: (failure: { readonly error: unknown } | null) => void = () => undefined;

  private constructor(area: StorageArea, { nonce, greetings, threads, calls, refused }: z.infer<typeof record>) {
    this.#area = area;
    this.nonce = nonce;
    this.#greetings = new Map(Object.entries(greetings));
    this.#threads = new Map(Object.entries(threads));
    this.#calls = new Map(Object.entries(calls));
    this.#refused = new Map(Object.entries(refused));
    for (const [key, document] of this.#calls) {
      const ref = parseCall(key);
      this.#threadsOfCalls.set(nameOf(document, ref.call), ref.thread);
    }
  }

  /** Reads the record, or begins one: the first load of a browser session. The nonce is stored before it is used. */
  static async load(area: StorageArea, nonce: () => string = () => crypto.randomUUID()): Promise<SessionMemory> {
    const stored = record.safeParse((await area.get(KEY))[KEY]);
    if (stored.success) return new SessionMemory(area, stored.data);
    const fresh = { nonce: nonce(), greetings: {}, threads: {}, calls: {}, refused: {} };
    await area.set({ [KEY]: fresh });
    return new SessionMemory(area, fresh);
  }

  /** The mode that a document of `origin`, the last to say hello in the tab, knows of; `null` when there was none. */
  toldMode(tab: number, origin: string): SiteMode | null {
    const greeting = this.#greetings.get(String(tab));
    return greeting?.origin === origin ? greeting.mode : null;
  }

  /** The top document of a tab has said hello, or was told of another mode. What another document spoke there is forgotten. */
  tellMode({ tab, origin, document }: Pick<Place, 'tab' | 'origin' | 'document'>, mode: SiteMode): void {
    const before = this.#greetings.get(String(tab));
    const same = before?.origin === origin && before.document === document;
    if (same && before.mode === mode) return;
    this.#greetings.delete(String(tab));
    this.#greetings.set(String(tab), { origin, mode, document, protocols: same ? before.protocols : [] });
    dropOldest(this.#greetings, MAX_TABS);
    this.#save();
  }

  /** What was seen in a tab since its document was loaded; in Firefox, since its address was last of another origin. */
  protocolsOf(tab: number): readonly SeenProtocol[] {
    return this.#greetings.get(String(tab))?.protocols ?? [];
  }

  seeProtocol({ tab }: Pick<Place, 'tab'>, seen: SeenProtocol): void {
    const greeting = this.#greetings.get(String(tab));
    if (greeting === undefined || greeting.protocols.length >= MAX_PROTOCOLS) return;
    if (greeting.protocols.some(({ protocol }) => protocol === seen.protocol)) return;
    this.#greetings.set(String(tab), { ...greeting, protocols: [...greeting.protocols, seen] });
    this.#save();
  }

  /** Threads seen in this browser session, last heard of first. */
  threads(): readonly (readonly [string, SeenThread])[] {
    return [...this.#threads].sort(([, a], [, b]) => b.at - a.at);
  }

  thread(thread: string): SeenThread | undefined {
    return this.#threads.get(thread);
  }

  seen(thread: string, seen: SeenThread): void {
    const before = this.#threads.get(thread);
    this.#threads.delete(thread);
    this.#threads.set(thread, seen);
    dropOldest(this.#threads, MAX_THREADS);
    const moved = before?.tab !== seen.tab || before.origin !== seen.origin;
    if (!moved && seen.at - (this.#heard.get(thread) ?? 0) < HEARD_EVERY_MS) return;
    this.#heard.delete(thread);
    this.#heard.set(thread, seen.at);
    dropOldest(this.#heard, MAX_THREADS);
    this.#save();
  }

  /** The document that waits for a call (see `page-calls.ts`), if that was written down. */
  documentOf(ref: CallRef): string | undefined {
    return this.#calls.get(keyOf(ref));
  }

  /** The thread in which a document's call was asked about, if it is not over, or had been held and was refused. */
  threadOf(document: string, call: string): string | null {
    const name = nameOf(document, call);
    return this.#threadsOfCalls.get(name) ?? this.#refused.get(name) ?? null;
  }

  hold(ref: CallRef, document: string): void {
    const key = keyOf(ref);
    const before = this.#calls.get(key);
    if (before === document) return;
    if (before !== undefined) this.#threadsOfCalls.delete(nameOf(before, ref.call));
    this.#calls.set(key, document);
    this.#threadsOfCalls.set(nameOf(document, ref.call), ref.thread);
    this.#save();
  }

  /** The call is over. `refused`: it had been held; when its document asks about it again, it is known where it was refused. */
  drop(ref: CallRef, refused = false): void {
    const key = keyOf(ref);
    const document = this.#calls.get(key);
    if (document === undefined) return;
    const name = nameOf(document, ref.call);
    this.#calls.delete(key);
    this.#threadsOfCalls.delete(name);
    if (refused) {
      this.#refused.set(name, ref.thread);
      dropOldest(this.#refused, MAX_REFUSED);
    }
    this.#save();
  }

  /** Tells `listener` how each write ended; `null`: well. */
  watch(listener: (failure: { readonly error: unknown } | null) => void): void {
    this.#onWritten = listener;
  }

  /** Resolves when all that was said so far is stored. Rejects when it cannot be; the next time it is tried again. */
  async stored(): Promise<void> {
    if (this.#dirty || this.#writing !== null) await this.#written();
  }

  #save(): void {
    this.#dirty = true;
    this.#written().catch((error: unknown) =>
      console.warn('Interlock: the session record could not be written.', error),
    );
  }

  /** Writes at most once at a time; what changes meanwhile goes with the next write. */
  #written(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  async #write(): Promise<void> {
    try {
      while (this.#dirty) {
        this.#dirty = false;
        await this.#area.set({ [KEY]: this.#record() });
      }
    } catch (error) {
      this.#dirty = true;
      this.#onWritten({ error });
      throw error;
    }
    this.#onWritten(null);
  }

  #record(): z.infer<typeof record> {
    return {
      nonce: this.nonce,
      greetings: Object.fromEntries(this.#greetings),
      threads: Object.fromEntries(this.#threads),
      calls: Object.fromEntries(this.#calls),
      refused: Object.fromEntries(this.#refused),
    };
  }
}

const keyOf = ({ thread, call }: CallRef): string => JSON.stringify([thread, call]);
const nameOf = (document: string, call: string): string => JSON.stringify([document, call]);

function parseCall(key: string): CallRef {
  const [thread = '', call = ''] = z.array(z.string()).parse(JSON.parse(key));
  return { thread, call };
}

/** Maps keep the order in which their keys were last put. */
function dropOldest(map: Map<string, unknown>, max: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= max) return;
    map.delete(oldest);
  }
}
