/**
 * What a person reset, under other machines: the same instances start again there, and are put back when the reset was taken back.
 */
import type { MachineSet } from '../../dsl/machine.ts';
import { fresh } from '../../evaluate/instance.ts';
import type { InstanceRef } from '../reader.ts';
import type { Counts } from './branch.ts';
import type { World, Worlds } from './worlds.ts';

interface Former extends InstanceRef {
  readonly worlds: readonly World[] | null;
}

export class ReplayedResets {
  readonly #machines: MachineSet;
  readonly #worlds: Worlds;
  /** What the instances of each reset may have been before it, by its sequence number. */
  readonly #former = new Map<number, readonly Former[]>();

  constructor(machines: MachineSet, worlds: Worlds) {
    this.#machines = machines;
    this.#worlds = worlds;
  }

  reset(
    seq: number,
    instances: readonly InstanceRef[],
    at: Pick<Counts, 'run' | 'step'> & { readonly now: number },
  ): void {
    const former = instances.map(
      ({ machine, key }): Former => ({ machine, key, worlds: this.#worlds.of(machine, key) }),
    );
    this.#former.set(seq, former);
    for (const { machine: name, key, worlds } of former) {
      const machine = this.#machines.machines.find((m) => m.name === name);
      if (machine === undefined) continue;
      const state = { ...at, tick: at.step, instance: () => undefined };
      const again = (emitted: number | null) => fresh(machine, state, at.now, emitted);
      // Where anything was possible, a call may be running that is not known of; what is reset is known all the same.
      const after = worlds?.map((world) =>
        world.instance === undefined ? world : { ...world, instance: again(world.instance.emitted) },
      ) ?? [{ instance: again(null), admission: null }];
      this.#worlds.set(name, key, after, 'no_result');
    }
  }

  undo(reset: number, instances: readonly InstanceRef[]): void {
    const former = this.#former.get(reset) ?? [];
    for (const { machine, key } of instances) {
      const before = former.find((one) => one.machine === machine && one.key === key);
      if (before !== undefined)
        this.#worlds.set(machine, key, before.worlds, this.#worlds.causeOf(machine, key) ?? 'no_result');
    }
  }
}
