/**
 * What the background remembers for as long as the browser runs: a nonce that tells browser sessions apart, which
 * tabs have said hello, which threads were seen in which tab, and which document waits for which call. Kept in the session storage area, so that it
 * outlives a killed worker.
 *
 * Nothing that decides about a call is kept here. A record that is lost (the worker was killed before the write) costs a
 * label or a grace period, never a decision.
 */
import { z } from 'zod';
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
});

/** Where and when a thread was last heard of. */
export type SeenThread = z.infer<typeof seenThread>;

const KEY = 'session';
/** The longest-silent threads are forgotten beyond this. */
const MAX_THREADS = 200;
const MAX_TABS = 500;
const MAX_PROTOCOLS = 20;

export class SessionMemory {
  readonly nonce: string;
  readonly #area: StorageArea;
  readonly #greetings: Map<string, z.infer<typeof greeting>>;
  readonly #threads: Map<string, SeenThread>;
  readonly #calls: Map<string, string>;
  #dirty = false;
  #writing = false;

  private constructor(area: StorageArea, { nonce, greetings, threads, calls }: z.infer<typeof record>) {
    this.#area = area;
    this.nonce = nonce;
    this.#greetings = new Map(Object.entries(greetings));
    this.#threads = new Map(Object.entries(threads));
    this.#calls = new Map(Object.entries(calls));
  }

  /** Reads the record, or begins one: the first load of a browser session. The nonce is stored before it is used. */
  static async load(area: StorageArea, nonce: () => string = () => crypto.randomUUID()): Promise<SessionMemory> {
    const stored = record.safeParse((await area.get(KEY))[KEY]);
    if (stored.success) return new SessionMemory(area, stored.data);
    const fresh = { nonce: nonce(), greetings: {}, threads: {}, calls: {} };
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
    this.#threads.delete(thread);
    this.#threads.set(thread, seen);
    dropOldest(this.#threads, MAX_THREADS);
    this.#save();
  }

  /** The document that waits for a call (see `page-calls.ts`), if that was written down. */
  documentOf(call: string): string | undefined {
    return this.#calls.get(call);
  }

  hold(call: string, document: string): void {
    if (this.#calls.get(call) === document) return;
    this.#calls.set(call, document);
    this.#save();
  }

  drop(call: string): void {
    if (this.#calls.delete(call)) this.#save();
  }

  /** Writes at most once at a time; what changes meanwhile goes with the next write. */
  async #save(): Promise<void> {
    this.#dirty = true;
    if (this.#writing) return;
    this.#writing = true;
    try {
      while (this.#dirty) {
        this.#dirty = false;
        const value = {
          nonce: this.nonce,
          greetings: Object.fromEntries(this.#greetings),
          threads: Object.fromEntries(this.#threads),
          calls: Object.fromEntries(this.#calls),
        };
        await this.#area.set({ [KEY]: value });
      }
    } catch (error) {
      console.warn('Interlock: the session record could not be written.', error);
    } finally {
      this.#writing = false;
    }
  }
}

/** Maps keep the order in which their keys were last put. */
function dropOldest(map: Map<string, unknown>, max: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= max) return;
    map.delete(oldest);
  }
}
