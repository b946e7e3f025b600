/**
 * Lifecycle events: transitions whose `on` is `{ event: … }`. Pure.
 */
import type { Machine, MachineSet } from '../dsl/machine.ts';
import { resolveKeys } from '../key/template.ts';
import type { Json } from '../tool-call.ts';
import { type AdvanceOutcome, Steps } from './advance.ts';
import { eventContext } from './context.ts';
import { countersHold } from './gate.ts';
import { presentInstance } from './instance.ts';
import { startsFrom } from './reason.ts';
import type { StateView } from './state-view.ts';

export interface EventInput {
  readonly machines: MachineSet;
  readonly name: string;
  readonly data: Json;
  readonly state: StateView;
  /** Keys of the machine's materialised instances in this thread. */
  readonly keysOf: (machine: string) => readonly string[];
  readonly now: number;
}

/** Machines of `set` that listen to `event`, and whether each needs to know its materialised instances. */
export function listeners(
  set: MachineSet,
  event: string,
  data: Json,
): readonly { readonly machine: Machine; readonly keys: readonly string[] | null }[] {
  return set.machines
    .filter((machine) => machine.transitions.some((t) => t.on.kind === 'event' && t.on.event === event))
    .map((machine) => ({ machine, keys: resolveKeys(machine.key, data, machine) }));
}

/**
 * Fires, on each instance the event speaks of, the first event transition whose precondition holds. The instances are those the machine's key names in
 * the event's data; where it names none, all that are materialised.
 */
export function evaluateEvent({ machines, name, data, state, keysOf, now }: EventInput): AdvanceOutcome {
  const steps = new Steps(state, now);
  for (const { machine, keys } of listeners(machines, name, data)) {
    for (const key of keys ?? keysOf(machine.name)) {
      const { instance } = presentInstance(machine, key, state, now);
      const fired = machine.transitions.find(
        (t) =>
          t.on.kind === 'event' && t.on.event === name && startsFrom(t, instance.state) && countersHold(t, instance),
      );
      if (fired !== undefined)
        steps.fire(machine, key, instance, fired, fired.to, (at) => eventContext(name, data, at));
    }
  }
  return steps.outcome();
}
