/**
 * The instances of one thread in memory, for views alone: read off the store once, then kept up to date by the journal. Nothing is
 * decided by it. Runs in the background.
 */
import type { Machine } from '../../engine/dsl/machine.ts';
import { exists, presentInstance } from '../../engine/evaluate/instance.ts';
import type { Instance, JournalEntry } from '../../engine/state/journal.ts';
import type { ThreadReader } from '../../engine/state/reader.ts';
import type { InstanceState } from './instance-messages.ts';
import { STOP_MACHINE } from './kill-switch.ts';
import { stageOf } from './machine-view.ts';

/** An instance as the list shows it. */
export interface ListedInstance extends InstanceState {
  readonly machine: string;
  readonly key: string;
  /** What a filter looks at, in lower case. */
  readonly words: string;
}

/** Machine by machine, the one that moved last first; so are the instances of each. */
export type Listed = ReadonlyMap<string, readonly ListedInstance[]>;

type Machines = ReadonlyMap<string, Machine>;

/** An instance as it was committed, and as it was listed last under `machines`, if that is how it still stands. */
interface Kept {
  readonly machine: string;
  readonly key: string;
  readonly instance: Instance;
  listed: { readonly machines: Machines; readonly as: ListedInstance } | null;
}

export class InstanceCache {
  readonly #reader: ThreadReader;
  readonly #thread: string;
  readonly #instances = new Map<string, Kept>();
  #loading: Promise<void> | null = null;
  #counts: Promise<{ readonly run: number; readonly step: number }> | null = null;
  #listed: { readonly machines: Machines; readonly list: Listed } | null = null;

  constructor(reader: ThreadReader, thread: string) {
    this.#reader = reader;
    this.#thread = thread;
  }

  /** An entry of this thread was committed. */
  heard({ changes }: JournalEntry): void {
    for (const change of changes) {
      if (change.type === 'instance') {
        const { machine, key, instance } = change;
        this.#instances.set(JSON.stringify([machine, key]), { machine, key, instance, listed: null });
        this.#listed = null;
      } else if (change.type === 'run' || change.type === 'step') {
        this.#counts = null;
        this.#listed = null;
      }
    }
  }

  /** Rejects when the store does; the next call tries again. */
  async list(machines: Machines, now: number): Promise<Listed> {
    this.#loading ??= this.#load();
    this.#counts ??= this.#reader.thread(this.#thread);
    try {
      await this.#loading;
      const counts = await this.#counts;
      if (this.#listed?.machines === machines) return this.#listed.list;
      const list = this.#build(machines, counts, now);
      // Timed states change without an entry.
      const timed = [...list.keys()].some((name) => (machines.get(name)?.expire.size ?? 0) > 0);
      if (!timed) this.#listed = { machines, list };
      return list;
    } catch (error) {
      this.#loading = null;
      this.#counts = null;
      throw error;
    }
  }

  /** What is heard while the rows are read is newer than they are. */
  async #load(): Promise<void> {
    for await (const { machine, key, instance } of this.#reader.instances(this.#thread)) {
      const ref = JSON.stringify([machine, key]);
      if (!this.#instances.has(ref)) this.#instances.set(ref, { machine, key, instance, listed: null });
    }
    this.#listed = null;
  }

  #build(machines: Machines, { run, step }: { readonly run: number; readonly step: number }, now: number): Listed {
    const list = new Map<string, ListedInstance[]>();
    for (const kept of this.#instances.values()) {
      const { machine: name, instance } = kept;
      const machine = machines.get(name);
      if (name === STOP_MACHINE || (machine !== undefined && !exists(machine, instance, run))) continue;
      const listed = kept.listed?.machines === machines ? kept.listed.as : listedAs(kept, machine, { run, step }, now);
      // What depends on the time or on the step of the thread is another thing next time.
      const lasts = machine === undefined || (machine.expire.size === 0 && machine.states.includes(instance.state));
      kept.listed = lasts ? { machines, as: listed } : null;
      const others = list.get(name);
      if (others === undefined) list.set(name, [listed]);
      else others.push(listed);
    }
    for (const instances of list.values()) instances.sort((a, b) => b.since - a.since);
    return new Map([...list].sort(([, a], [, b]) => (b[0]?.since ?? 0) - (a[0]?.since ?? 0)));
  }
}

function listedAs(
  { machine: name, key, instance }: Kept,
  machine: Machine | undefined,
  { run, step }: { readonly run: number; readonly step: number },
  now: number,
): ListedInstance {
  const view = { run, step, tick: step, instance: () => instance };
  const { state, since } = machine === undefined ? instance : presentInstance(machine, key, view, now).instance;
  const words = `${key}\n${state}\n${name}`.toLowerCase();
  return { machine: name, key, state, stage: stageOf(machine, state), since: since.at, words };
}
