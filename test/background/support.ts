/**
 * What the tests of the background stand on: storage in memory, ports whose other end the test holds, a service on a real
 * guard and a memory store. Only the browser is replaced.
 */
import type { Store } from '../../engine/state/store.ts';
import { createMemoryStore } from '../../engine/state/stores/memory.ts';
import { GuardService } from '../../entrypoints/background/guard-service.ts';
import { KillSwitch } from '../../entrypoints/background/kill-switch.ts';
import { PageCalls, type PageCallsOptions } from '../../entrypoints/background/page-calls.ts';
import type { PageReply, PageRequest } from '../../entrypoints/background/page-messages.ts';
import { servePage } from '../../entrypoints/background/page-port.ts';
import type { Port, Sender } from '../../entrypoints/background/ports.ts';
import { SessionMemory } from '../../entrypoints/background/session-memory.ts';
import { defaultSettings, type OwnSet, type Settings } from '../../entrypoints/background/settings.ts';
import { SettingsStore, type StorageArea } from '../../entrypoints/background/settings-store.ts';

/** A storage area that holds copies, as the browser's does. */
export class MemoryArea implements StorageArea {
  readonly items = new Map<string, unknown>();

  async get(key: string): Promise<Record<string, unknown>> {
    return this.items.has(key) ? { [key]: structuredClone(this.items.get(key)) } : {};
  }

  async set(items: Record<string, unknown>): Promise<void> {
    for (const [key, value] of Object.entries(items)) this.items.set(key, structuredClone(value));
  }
}

/** A port and the test's end of it. Messages are copied, as between processes. */
export class TestPort implements Port {
  readonly name: string;
  readonly sender: Sender;
  closed = false;
  readonly #received: unknown[] = [];
  readonly #waiters: (() => void)[] = [];
  readonly #messages: ((message: unknown) => void)[] = [];
  readonly #ends: (() => void)[] = [];
  readonly onMessage = { addListener: (listener: (message: unknown) => void) => this.#messages.push(listener) };
  readonly onDisconnect = { addListener: (listener: () => void) => this.#ends.push(listener) };

  constructor(name: string, sender: Sender) {
    this.name = name;
    this.sender = sender;
  }

  postMessage(message: unknown): void {
    if (this.closed) throw new Error('Attempting to use a disconnected port object');
    this.#received.push(structuredClone(message));
    for (const wake of this.#waiters.splice(0)) wake();
  }

  disconnect(): void {
    this.closed = true;
  }

  /** The other end says something. */
  say(message: unknown): void {
    for (const listener of this.#messages) listener(structuredClone(message));
  }

  /** The other end goes away. */
  end(): void {
    this.closed = true;
    for (const listener of this.#ends) listener();
  }

  /** The next message that the background sends (or sent, and nobody took). */
  async next<T>(): Promise<T> {
    while (this.#received.length === 0) await new Promise<void>((wake) => this.#waiters.push(wake));
    return this.#received.shift() as T;
  }

  get pending(): number {
    return this.#received.length;
  }
}

/** Work put off, until the test says that its time has come. */
export class ManualTimers {
  readonly #due: { readonly work: () => void; readonly ms: number }[] = [];

  readonly later = (work: () => void, ms: number): (() => void) => {
    const entry = { work, ms };
    this.#due.push(entry);
    return () => {
      const at = this.#due.indexOf(entry);
      if (at >= 0) this.#due.splice(at, 1);
    };
  };

  get waiting(): readonly number[] {
    return this.#due.map(({ ms }) => ms);
  }

  /** Runs everything that waits now. */
  elapse(): void {
    for (const { work } of this.#due.splice(0)) work();
  }
}

/** Asks before a delete; lets everything else through. */
export const ASKING = `machines:
  - name: confirm
    key: "{path}"
    initial: there
    terminal: [gone]
    transitions:
      - on: 'delete_file(path ~ "*")'
        from: approved
        to: gone
        on_violation: { action: ask, reason: "Deleting {path} needs a person." }
      - on: 'never(path ~ "*")'
        from: there
        to: approved
`;

/** Nothing may be deleted. */
export const DENYING = ASKING.replace('action: ask', 'action: deny').replace('needs a person', 'is not allowed');

/** Default sites, with this text in force on localhost instead of the bundled set. */
export function settingsWith(text: string, others: Partial<Settings> = {}): Settings {
  const sets: OwnSet[] = [{ name: 'mine', text, savedAt: 0 }];
  const settings = defaultSettings();
  const sites = settings.sites.map((site) => ({ ...site, sets: [{ from: 'own' as const, name: 'mine' }] }));
  return { ...settings, sites, sets, ...others };
}

export interface World {
  readonly local: MemoryArea;
  readonly session: MemoryArea;
  readonly settings: SettingsStore;
  readonly killSwitch: KillSwitch;
  readonly store: Store;
  readonly service: GuardService;
  readonly calls: Promise<PageCalls>;
  readonly timers: ManualTimers;
  now: number;
  /** A worker that starts anew on what is stored. */
  restarted(): World;
  /** A page connects and says hello. */
  page(sender?: Partial<Sender>): TestPort;
}

export interface WorldOptions {
  readonly settings?: unknown;
  readonly store?: Store;
  readonly local?: MemoryArea;
  readonly session?: MemoryArea;
  readonly openStore?: () => Promise<Store>;
}

export function world(options: WorldOptions = {}): World {
  const { local = new MemoryArea(), session = new MemoryArea(), store = createMemoryStore() } = options;
  if (options.settings !== undefined) local.items.set('settings', options.settings);
  const timers = new ManualTimers();
  const settings = new SettingsStore(local, () => made.now);
  const killSwitch = new KillSwitch(local, () => made.now);
  let ids = 0;
  const service = new GuardService({
    settings,
    killSwitch,
    openStore: options.openStore ?? (async () => store),
    loadMemory: () => SessionMemory.load(session, () => 'nonce'),
    session,
    clock: () => made.now,
    ids: () => `ticket-${made.now}-${++ids}`,
  });
  const withdraw = (call: { readonly thread: string; readonly call: string }, why: string): Promise<void> =>
    service.withdraw(call.thread, call.call, why);
  const goesOn: PageCallsOptions['goesOn'] = (call, place) => service.turns.isOut(place, call);
  const calls = service
    .memory()
    .then((memory) => new PageCalls({ memory, withdraw, goesOn, graceMs: 5_000, later: timers.later }));
  const made: World = {
    local,
    session,
    settings,
    killSwitch,
    store,
    service,
    calls,
    timers,
    now: 1_000_000,
    restarted: () => world({ local, session, store }),
    page: (sender = {}) => {
      const url = 'http://localhost:5173/app';
      const port = new TestPort('interlock:page', { url, frameId: 0, documentId: 'doc-1', tab: { id: 7 }, ...sender });
      servePage(port, service, calls);
      return port;
    },
  };
  return made;
}

export const HINT = { protocol: 'mcp', id: 'session-1' } as const;

export const gate = (call: string, tool: string, path: string): PageRequest => ({
  type: 'gate',
  call,
  tool,
  args: { path },
  thread: HINT,
});

/** The next reply to a page, of any type. */
export const reply = (port: TestPort): Promise<PageReply> => port.next<PageReply>();

/** Lets everything that is on its way arrive: resolves when no promise has anything left to do. */
export async function quiet(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  await new Promise<void>((resolve) => setImmediate(resolve));
}
