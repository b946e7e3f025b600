/**
 * The states that the instances of one thread may be in, as far as the record tells: usually exactly one each.
 */
import type { Machine } from '../../dsl/machine.ts';
import { type Ref, refOf } from '../../line.ts';
import type { Admission, Instance } from '../journal.ts';
import type { Cause } from './finding.ts';

/** One possibility for one instance. */
export interface World {
  /** Undefined while it is not materialised. */
  readonly instance: Instance | undefined;
  /** What the running call that holds the instance may move; null = nothing (it does not run in this world). */
  readonly admission: Admission | null;
}

/** Possibilities that are followed; beyond them nothing is said about the instance any more. */
const MOST_WORLDS = 32;

const NOT_THERE: readonly World[] = [{ instance: undefined, admission: null }];

interface Entry {
  readonly machine: string;
  readonly key: string;
  /** Null = anything is possible. */
  readonly worlds: readonly World[] | null;
  readonly cause: Cause;
}

export class Worlds {
  readonly #entries = new Map<Ref, Entry>();

  of(machine: string, key: string): readonly World[] | null {
    const entry = this.#entries.get(refOf(machine, key));
    return entry === undefined ? NOT_THERE : entry.worlds;
  }

  /** Sets the possibilities; `cause` says why there is more than one, if no older reason does. */
  set(machine: string, key: string, worlds: readonly World[] | null, cause: Cause): void {
    const ref = refOf(machine, key);
    const distinct = worlds === null ? null : distinctOf(worlds);
    const kept = distinct === null || distinct.length > MOST_WORLDS ? null : distinct;
    const before = this.#entries.get(ref);
    const open = before !== undefined && before.worlds?.length !== 1;
    this.#entries.set(ref, { machine, key, worlds: kept, cause: open ? before.cause : cause });
  }

  /** Why there is more than one possibility. */
  causeOf(machine: string, key: string): Cause | null {
    const entry = this.#entries.get(refOf(machine, key));
    return entry === undefined || entry.worlds?.length === 1 ? null : entry.cause;
  }

  /** Every instance that was ever touched. */
  entries(): Iterable<Entry> {
    return this.#entries.values();
  }

  /** Instances of run scope start anew, whatever they may have been. */
  startRun(machines: readonly Machine[]): void {
    const runScoped = new Set(machines.filter((m) => m.scope === 'run').map((m) => m.name));
    for (const [ref, entry] of this.#entries) {
      if (entry.worlds === null && runScoped.has(entry.machine)) this.#entries.delete(ref);
    }
  }
}

/** Worlds in which everything that can decide is the same count once; captured data and cooldowns decide nothing. */
function distinctOf(worlds: readonly World[]): readonly World[] {
  if (worlds.length < 2) return worlds;
  const seen = new Map<string, World>();
  for (const world of worlds) {
    const mark = JSON.stringify([markOf(world.instance), world.admission]);
    if (!seen.has(mark)) seen.set(mark, world);
  }
  return [...seen.values()];
}

function markOf(instance: Instance | undefined): unknown {
  if (instance === undefined) return null;
  const { state, counters, since, scope, run, violations, violationsRun } = instance;
  return [state, Object.entries(counters).sort(), since, scope, run, Object.entries(violations).sort(), violationsRun];
}
