/**
 * The list of instances as the popup shows it: the threads of its tab first, the others below, each with its machines and their
 * instances, newest first. Hands out a stretch of rows at a time, so that a change costs the same among ten and among ten
 * thousand. Runs in the background; reads only.
 */
import type { JournalEntry } from '../../engine/state/journal.ts';
import { ThreadReader } from '../../engine/state/reader.ts';
import type { Store } from '../../engine/state/store.ts';
import type { Forces } from './forces.ts';
import type { GuardService } from './guard-service.ts';
import { InstanceCache, type Listed, type ListedInstance } from './instance-cache.ts';
import type { InstancePage, InstanceRow } from './instance-messages.ts';
import { machinesOf } from './machine-view.ts';
import { parseThread } from './thread-id.ts';

export interface BoardQuery {
  readonly tab: number | null;
  readonly filter: string;
  readonly from: number;
  readonly count: number;
}

/** A thread of the list, what does not match the filter left out. */
interface Section {
  readonly thread: string;
  readonly here: boolean;
  readonly machines: Listed;
  readonly total: number;
  readonly matched: number;
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
      const fault = error instanceof Error ? error.message : String(error);
      return { filter: query.filter, total: 0, matched: 0, length: 0, from: 0, rows: [], here: [], fault };
    }
  }

  #heard(entry: JournalEntry): void {
    this.#caches.get(entry.thread)?.heard(entry);
  }

  async #page({ tab, filter, from, count }: BoardQuery): Promise<InstancePage> {
    const all = await this.#sections(tab, filter.toLowerCase());
    const shown = all.filter((section) => section.matched > 0);
    const total = all.reduce((sum, section) => sum + section.total, 0);
    const matched = shown.reduce((sum, section) => sum + section.matched, 0);
    const rows = new Window(from, count);
    let apart = shown.some((section) => section.here);
    for (const section of shown) {
      if (apart && !section.here) {
        rows.add({ kind: 'others' });
        apart = false;
      }
      addSection(rows, section);
    }
    const here = all.filter((section) => section.here).map((section) => section.thread);
    return { filter, total, matched, length: rows.length, from, rows: rows.rows, here, fault: null };
  }

  async #sections(tab: number | null, wanted: string): Promise<readonly Section[]> {
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
    const sections = await Promise.all(
      seen.map(async ([thread, at]): Promise<Section> => {
        const cache = this.#caches.get(thread) ?? new InstanceCache(reader, thread);
        this.#caches.set(thread, cache);
        const machines = await cache.list(this.#machinesAt(forces, parseThread(thread)?.match ?? ''), now);
        return sectionOf(thread, tab !== null && at.tab === tab, machines, wanted);
      }),
    );
    return [...sections.filter(({ here }) => here), ...sections.filter(({ here }) => !here)];
  }

  #machinesAt(forces: Forces, match: string): ReturnType<typeof machinesOf> {
    if (this.#machines?.forces !== forces) this.#machines = { forces, of: new Map() };
    const machines = this.#machines.of.get(match) ?? machinesOf(forces, match);
    this.#machines.of.set(match, machines);
    return machines;
  }
}

function sectionOf(thread: string, here: boolean, machines: Listed, wanted: string): Section {
  const count = (listed: Listed): number => [...listed.values()].reduce((sum, { length }) => sum + length, 0);
  const total = count(machines);
  if (wanted === '') return { thread, here, machines, total, matched: total };
  const matching = new Map<string, readonly ListedInstance[]>();
  for (const [machine, instances] of machines) {
    const found = instances.filter(({ words }) => words.includes(wanted));
    if (found.length > 0) matching.set(machine, found);
  }
  return { thread, here, machines: matching, total, matched: count(matching) };
}

function addSection(rows: Window, { thread, here, machines, matched }: Section): void {
  const parsed = parseThread(thread);
  const conversation = parsed?.kind === 'protocol' ? { protocol: parsed.protocol, id: parsed.id } : null;
  rows.add({ kind: 'thread', thread, origin: parsed?.origin ?? '', here, conversation, count: matched });
  for (const [machine, instances] of machines) {
    rows.add({ kind: 'machine', thread, machine, count: instances.length });
    rows.addAll(instances, ({ key, state, stage, since }) => ({
      kind: 'instance',
      thread,
      machine,
      key,
      state,
      stage,
      since,
    }));
  }
}

/** Counts all rows of a list, and keeps those between `from` and `from + count`. */
class Window {
  readonly rows: InstanceRow[] = [];
  readonly #from: number;
  readonly #end: number;
  length = 0;

  constructor(from: number, count: number) {
    this.#from = from;
    this.#end = from + count;
  }

  add(row: InstanceRow): void {
    if (this.length >= this.#from && this.length < this.#end) this.rows.push(row);
    this.length++;
  }

  addAll<T>(items: readonly T[], rowOf: (item: T) => InstanceRow): void {
    const first = Math.max(0, this.#from - this.length);
    const end = Math.max(first, Math.min(items.length, this.#end - this.length));
    for (const item of items.slice(first, end)) this.rows.push(rowOf(item));
    this.length += items.length;
  }
}
