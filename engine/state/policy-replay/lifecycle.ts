/**
 * What happens to a thread besides calls, under other machines: runs, steps, events, resets, and the end of a run.
 */
import type { Machine, MachineSet } from '../../dsl/machine.ts';
import { evaluateEvent, listeners } from '../../evaluate/event.ts';
import { evaluateRunEnd } from '../../evaluate/run-end.ts';
import type { Json } from '../../tool-call.ts';
import type { Happening, Instance, JournalEntry } from '../journal.ts';
import type { Counts } from './branch.ts';
import type { DecisionWord } from './finding.ts';
import { ReplayedResets } from './replayed-resets.ts';
import type { Tally } from './tally.ts';
import type { World, Worlds } from './worlds.ts';

type LifecycleHappening = Extract<
  Happening,
  { readonly type: 'run_started' | 'step' | 'event' | 'run_ended' | 'reset' | 'reset_undone' }
>;

export class Lifecycle {
  readonly #machines: MachineSet;
  readonly #worlds: Worlds;
  readonly #tally: Tally;
  readonly #resets: ReplayedResets;
  #run = 0;
  #step = 0;
  #completed = 0;
  #forced = 0;

  constructor(machines: MachineSet, worlds: Worlds, tally: Tally) {
    this.#machines = machines;
    this.#worlds = worlds;
    this.#tally = tally;
    this.#resets = new ReplayedResets(machines, worlds);
  }

  get counts(): Counts {
    return { run: this.#run, step: this.#step, tick: this.#step > 0 ? this.#step : this.#completed };
  }

  /** A call has ended. */
  completed(): void {
    this.#completed++;
  }

  take(entry: JournalEntry, happening: LifecycleHappening): void {
    switch (happening.type) {
      case 'run_started':
        this.#run++;
        this.#forced = 0;
        this.#worlds.startRun(this.#machines.machines);
        return;
      case 'step':
        this.#step++;
        return;
      case 'event':
        this.#event(happening.name, happening.data, entry.at);
        return;
      case 'run_ended':
        this.#runEnd(entry, happening.decision);
        return;
      case 'reset':
        this.#resets.reset(entry.seq, happening.instances, { ...this.counts, now: entry.at });
        return;
      case 'reset_undone':
        this.#resets.undo(happening.reset, happening.instances);
        return;
    }
  }

  #event(name: string, data: Json, now: number): void {
    for (const { machine, keys } of listeners(this.#machines, name, data)) {
      const materialised = [...this.#worlds.entries()].filter((e) => e.machine === machine.name).map((e) => e.key);
      for (const key of keys ?? materialised) {
        const worlds = this.#worlds.of(machine.name, key);
        const moved = worlds?.map((world) =>
          // An event that names no key is for the instances that are there.
          keys === null && world.instance === undefined
            ? world
            : this.#afterEvent(machine, key, world, { name, data, now }),
        );
        if (moved !== undefined) this.#worlds.set(machine.name, key, moved, 'no_result');
      }
    }
  }

  #afterEvent(
    machine: Machine,
    key: string,
    world: World,
    { name, data, now }: { readonly name: string; readonly data: Json; readonly now: number },
  ): World {
    const state = { ...this.counts, instance: () => world.instance };
    const { changes } = evaluateEvent({ machines: only(machine), name, data, state, keysOf: () => [key], now });
    let { instance } = world;
    for (const change of changes) if (change.type === 'instance' && change.key === key) instance = change.instance;
    return { ...world, instance };
  }

  #runEnd(entry: JournalEntry, from: DecisionWord): void {
    const possible = new Set<DecisionWord>();
    const unfinished = { surely: [] as Instanced[], perhaps: false };
    for (const { machine, key, worlds } of this.#worlds.entries()) {
      const open = worlds?.map(
        ({ instance }) => instance !== undefined && this.#unfinished(machine, key, instance, entry.at),
      );
      const first = worlds?.[0]?.instance;
      if (open?.every(Boolean) && first !== undefined) unfinished.surely.push({ machine, key, instance: first });
      else if (open === undefined ? this.#guards(machine) : open.includes(true)) unfinished.perhaps = true;
    }
    const end = this.#evaluate(unfinished.surely, entry.at);
    possible.add(end.capped ? 'capped' : end.decision);
    if (unfinished.surely.length === 0 && unfinished.perhaps) {
      possible.add(this.#forced >= this.#machines.continuation.max ? 'capped' : 'continue');
    }
    if (end.decision === 'continue') this.#forced++;
    const why = end.message === null ? {} : { reason: end.message };
    this.#tally.compare({ entry, call: null, from }, [...possible], 'no_result', why);
  }

  #unfinished(machine: string, key: string, instance: Instance, now: number): boolean {
    return this.#evaluate([{ machine, key, instance }], now).unfinished.length > 0;
  }

  #evaluate(instances: readonly Instanced[], now: number): ReturnType<typeof evaluateRunEnd> {
    const { run, step } = this.counts;
    return evaluateRunEnd({ machines: this.#machines, instances, forced: this.#forced, run, step, now });
  }

  #guards(name: string): boolean {
    const machine = this.#machines.machines.find((m) => m.name === name);
    return (
      this.#machines.continuation.max > 0 &&
      machine !== undefined &&
      machine.terminal.size > 0 &&
      machine.mode === 'enforce'
    );
  }
}

interface Instanced {
  readonly machine: string;
  readonly key: string;
  readonly instance: Instance;
}

const only = (machine: Machine): MachineSet => ({
  machines: [machine],
  continuation: { max: 0, message: '' },
  fingerprint: '',
  candidates: () => [machine],
});
