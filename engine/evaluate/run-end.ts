/**
 * Run end: is there unfinished protocol work, and may the model be asked once more? Pure.
 */
import type { MachineSet } from '../dsl/machine.ts';
import type { Instance } from '../state/journal.ts';
import { presentInstance } from './instance.ts';
import type { StateView } from './state-view.ts';

/** A thread at the end of a run. */
export interface RunEndInput {
  readonly machines: MachineSet;
  /** All materialised instances of the thread. */
  readonly instances: Iterable<{ readonly machine: string; readonly key: string; readonly instance: Instance }>;
  /** Continuations already forced in this run. */
  readonly forced: number;
  readonly run: number;
  readonly step: number;
  readonly now: number;
}

/** Whether the run may end, and what is unfinished. */
export interface RunEndOutcome {
  readonly decision: 'complete' | 'continue';
  readonly message: string | null;
  /** True when work is unfinished and the cap is used up: the run ends, but it is not done. */
  readonly capped: boolean;
  readonly unfinished: readonly { readonly machine: string; readonly key: string; readonly state: string }[];
}

/** Looks at every instance of the machines in force that have terminal states; machines that only observe are left out. */
export function evaluateRunEnd({ machines, instances, forced, run, step, now }: RunEndInput): RunEndOutcome {
  const { continuation } = machines;
  if (continuation.max === 0) return { decision: 'complete', message: null, capped: false, unfinished: [] };
  const guarded = new Map(
    machines.machines.filter((m) => m.terminal.size > 0 && m.mode === 'enforce').map((m) => [m.name, m]),
  );
  const unfinished: RunEndOutcome['unfinished'][number][] = [];
  for (const { machine: name, key, instance } of instances) {
    const machine = guarded.get(name);
    if (machine === undefined) continue;
    const state: StateView = { instance: () => instance, run, step, tick: step };
    const present = presentInstance(machine, key, state, now);
    if (present.stored && !machine.terminal.has(present.instance.state))
      unfinished.push({ machine: name, key, state: present.instance.state });
  }
  if (unfinished.length === 0) return { decision: 'complete', message: null, capped: false, unfinished };
  if (forced >= continuation.max) return { decision: 'complete', message: null, capped: true, unfinished };
  const summary = unfinished
    .map(({ machine, key, state }) => `${machine}[${key}]=${state}`)
    .sort()
    .join(', ');
  return {
    decision: 'continue',
    message: continuation.message.replaceAll('{summary}', () => summary),
    capped: false,
    unfinished,
  };
}
