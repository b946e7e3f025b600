/**
 * The list of instances as a popup shows it: thread by thread, each with its machines and their instances. What does not match the
 * filter is left out; of the rest, a stretch of rows is made. Pure.
 */
import type { Listed, ListedInstance } from './instance-cache.ts';
import type { InstancePage, InstanceRow } from './instance-messages.ts';

export interface PageQuery {
  readonly filter: string;
  readonly from: number;
  readonly count: number;
}

/** A thread with all its instances. `here`: it is of the tab that the popup is about. */
export interface ListedThread {
  readonly thread: string;
  readonly origin: string;
  readonly here: boolean;
  readonly conversation: { readonly protocol: string; readonly id: string } | null;
  readonly machines: Listed;
}

/** The rows `from` to `from + count` of the list. Threads that are here come first in `threads`. */
export function pageOf(threads: readonly ListedThread[], { filter, from, count }: PageQuery): InstancePage {
  const wanted = filter.toLowerCase();
  const rows = new Stretch(from, count);
  let total = 0;
  let matched = 0;
  let someHere = false;
  let apart = false;
  for (const thread of threads) {
    const machines = matching(thread.machines, wanted);
    const found = size(machines);
    total += size(thread.machines);
    matched += found;
    if (found === 0) continue;
    if (thread.here) someHere = true;
    else if (someHere && !apart) {
      rows.add({ kind: 'others' });
      apart = true;
    }
    addThread(rows, { ...thread, machines }, found);
  }
  const here = threads.filter((thread) => thread.here).map(({ thread }) => thread);
  return { filter, total, matched, length: rows.length, from, rows: rows.rows, here, fault: null };
}

function matching(machines: Listed, wanted: string): Listed {
  if (wanted === '') return machines;
  const found = new Map<string, readonly ListedInstance[]>();
  for (const [machine, instances] of machines) {
    const some = instances.filter(({ words }) => words.includes(wanted));
    if (some.length > 0) found.set(machine, some);
  }
  return found;
}

const size = (machines: Listed): number => [...machines.values()].reduce((sum, { length }) => sum + length, 0);

function addThread(rows: Stretch, { thread, origin, here, conversation, machines }: ListedThread, count: number): void {
  rows.add({ kind: 'thread', thread, origin, here, conversation, count });
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
class Stretch {
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
