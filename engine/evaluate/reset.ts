/**
 * A person makes instances start again, or takes that back: what goes on record, and what changes. Pure.
 */
import type { MachineSet } from '../dsl/machine.ts';
import { canonicalJson } from '../state/canonical-json.ts';
import type { Happening, Instance, JournalEntry, Moved } from '../state/journal.ts';
import { exists, fresh, presentInstance } from './instance.ts';
import type { Step } from './record.ts';
import type { StateView } from './state-view.ts';

/** A stored instance and its name. */
export interface Stored {
  readonly machine: string;
  readonly key: string;
  readonly instance: Instance;
}

export interface ResetInput {
  readonly machines: MachineSet;
  readonly instances: Iterable<Stored>;
  readonly counts: Pick<StateView, 'run' | 'step'>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The reset of those among `instances` that have moved; `null` when none has. Cooldowns of reminders go on, as in a new run. */
export function evaluateReset({ machines, instances, counts, now }: ResetInput): Step | null {
  const known = new Map(machines.machines.map((machine) => [machine.name, machine]));
  const reset: (Moved & { readonly before: Instance; readonly after: Instance })[] = [];
  for (const { machine: name, key, instance: before } of instances) {
    const machine = known.get(name);
    if (machine === undefined || !exists(machine, before, counts.run)) continue;
    const state: StateView = { ...counts, tick: counts.step, instance: () => before };
    const { state: from } = presentInstance(machine, key, state, now).instance;
    const after = fresh(machine, state, now, before.emitted);
    if (from !== machine.initial || hasHistory(before))
      reset.push({ machine: name, key, from, to: after.state, before, after });
  }
  if (reset.length === 0) return null;
  return {
    happening: { type: 'reset', instances: reset.map(({ after: _, ...instance }) => instance) },
    changes: reset.map(({ machine, key, after }) => ({ type: 'instance', machine, key, instance: after })),
  };
}

const hasHistory = ({ data, counters, violations }: Instance): boolean =>
  [data, counters, violations].some((record) => Object.keys(record).length > 0);

/**
 * Takes back the reset that `entry` records, for the instances that are still as it left them; `null` when none is. `current` finds
 * an instance as it is stored now.
 */
export function evaluateUndo(
  entry: JournalEntry & { readonly happening: Extract<Happening, { readonly type: 'reset' }> },
  current: (machine: string, key: string) => Instance | undefined,
): Step | null {
  const after = new Map(
    entry.changes.flatMap((change) =>
      change.type === 'instance' ? [[JSON.stringify([change.machine, change.key]), change.instance] as const] : [],
    ),
  );
  const back = entry.happening.instances.filter(({ machine, key }) => {
    const now = current(machine, key);
    const left = after.get(JSON.stringify([machine, key]));
    return now !== undefined && left !== undefined && canonicalJson(now) === canonicalJson(left);
  });
  if (back.length === 0) return null;
  return {
    happening: {
      type: 'reset_undone',
      reset: entry.seq,
      instances: back.map(({ machine, key, from, to }) => ({ machine, key, from: to, to: from })),
    },
    changes: back.map(({ machine, key, before }) => ({ type: 'instance', machine, key, instance: before })),
  };
}
