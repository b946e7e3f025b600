/**
 * The instances of all threads of this browser session, for views: read once, kept up to date by the journal, handed out a stretch
 * of rows at a time, so that a change costs the same among ten and among ten thousand. Runs in the background; reads only.
 */

import type { JournalEntry } from '../../engine/state/journal.ts';
import { ThreadReader } from '../../engine/state/reader.ts';
import type { Store } from '../../engine/state/store.ts';
import { messageOf } from '../ui/message-of.ts';
import type { Forces } from './forces.ts';
import type { GuardService } from './guard-service.ts';
import { InstanceCache } from './instance-cache.ts';
import type { InstancePage } from './instance-messages.ts';
import { type ListedThread, type PageQuery, pageOf } from './instance-page.ts';
import { machinesOf } from './machine-view.ts';
import { parseThread } from './thread-id.ts';
import type { StateCount } from './ui-messages.ts';

export interface BoardQuery extends PageQuery {
  readonly tab: number | null;
}

export class InstanceBoard {
  readonly #service: GuardService;
  readonly #caches = new Map<string, InstanceCache>();
  #store: Store | null = null;
  /** Machines by site entry, the same object for as long as the forces are. */
  #machines: { readonly forces: Forces; readonly of: Map<string, ReturnType<typeof machinesOf>> } | null = null;

  constructor(service: GuardService) {
    this.#service = service;
    service.listen((event) => {
      if (event.type === 'entries') for (const entry of event.entries) this.#heard(entry);
    });
  }

  /** Never rejects: what cannot be read is said in `fault`. */
  async page(query: BoardQuery): Promise<InstancePage> {
    try {
      return await this.#page(query);
    } catch (error) {
      const fault = messageOf(error);
      return { filter: query.filter, total: 0, matched: 0, length: 0, from: 0, rows: [], here: [], fault };
    }
  }

  /** How many instances are in which state; nothing when that cannot be read, which `page` says. Never rejects. */
  async states(): Promise<readonly StateCount[]> {
    const threads = await this.#threads(null).catch(() => []);
    const counts = new Map<string, StateCount>();
    for (const { thread, machines } of threads) {
      const match = parseThread(thread)?.match ?? '';
      for (const { machine, state } of [...machines.values()].flat()) {
        const id = JSON.stringify([match, machine, state]);
        counts.set(id, { match, machine, state, count: (counts.get(id)?.count ?? 0) + 1 });
      }
    }
    return [...counts.values()];
  }

  #heard(entry: JournalEntry): void {
    this.#caches.get(entry.thread)?.heard(entry);
  }

  async #page({ tab, ...query }: BoardQuery): Promise<InstancePage> {
    const threads = await this.#threads(tab);
    return pageOf([...threads.filter(({ here }) => here), ...threads.filter(({ here }) => !here)], query);
  }

  async #threads(tab: number | null): Promise<readonly ListedThread[]> {
    const [forces, memory, pool] = await Promise.all([
      this.#service.forces(),
      this.#service.memory(),
      this.#service.pool(),
    ]);
    if (this.#store !== pool.store) this.#caches.clear();
    this.#store = pool.store;
    const reader = new ThreadReader(pool.store);
    const now = this.#service.clock();
    const seen = memory.threads();
    const known = new Set(seen.map(([thread]) => thread));
    for (const thread of this.#caches.keys()) if (!known.has(thread)) this.#caches.delete(thread);
    return Promise.all(
      seen.map(async ([thread, at]): Promise<ListedThread> => {
        const cache = this.#caches.get(thread) ?? new InstanceCache(reader, thread);
        this.#caches.set(thread, cache);
        const parsed = parseThread(thread);
        const machines = await cache.list(this.#machinesAt(forces, parsed?.match ?? ''), now);
        const conversation = parsed?.kind === 'protocol' ? { protocol: parsed.protocol, id: parsed.id } : null;
        return { thread, origin: parsed?.origin ?? '', here: tab !== null && at.tab === tab, conversation, machines };
      }),
    );
  }

  #machinesAt(forces: Forces, match: string): ReturnType<typeof machinesOf> {
    if (this.#machines?.forces !== forces) this.#machines = { forces, of: new Map() };
    const machines = this.#machines.of.get(match) ?? machinesOf(forces, match);
    this.#machines.of.set(match, machines);
    return machines;
  }
}
