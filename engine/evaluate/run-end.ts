/**
 * Run end: is there unfinished protocol work, and may the model be asked once more? Pure.
 */
import type { MachineSet } from '../dsl/machine.ts';
import type { RunEnd } from '../guard.ts';
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
  readonly unfinished: readonly Unfinished[];
  /** What the machines that only observe would have told the model; null when nothing. */
  readonly observed: string | null;
}

/** The answer to whoever asked. */
export const runEndOf = ({ decision, message, capped, unfinished }: Omit<RunEndOutcome, 'observed'>): RunEnd =>
  message === null ? { decision, capped, unfinished } : { decision, message, capped, unfinished };

interface Unfinished {
  readonly machine: string;
  readonly key: string;
  readonly state: string;
}

/** Looks at every instance of the machines in force that have terminal states; those of machines that only observe hold nothing up. */
export function evaluateRunEnd({ machines, instances, forced, run, step, now }: RunEndInput): RunEndOutcome {
  const { continuation } = machines;
  if (continuation.max === 0) return COMPLETE;
  const known = new Map(machines.machines.filter((m) => m.terminal.size > 0).map((m) => [m.name, m]));
  const unfinished: Unfinished[] = [];
  const watched: Unfinished[] = [];
  for (const { machine: name, key, instance } of instances) {
    const machine = known.get(name);
    if (machine === undefined) continue;
    const state: StateView = { instance: () => instance, run, step, tick: step };
    const present = presentInstance(machine, key, state, now);
    if (!present.stored || machine.terminal.has(present.instance.state)) continue;
    const list = machine.mode === 'enforce' ? unfinished : watched;
    list.push({ machine: name, key, state: present.instance.state });
  }
  const capped = forced >= continuation.max;
  const observed = watched.length === 0 || capped ? null : messageOf(continuation.message, watched);
  if (unfinished.length === 0) return { ...COMPLETE, observed };
  if (capped) return { ...COMPLETE, capped, unfinished };
  const message = messageOf(continuation.message, unfinished);
  return { decision: 'continue', message, capped: false, unfinished, observed };
}

const COMPLETE: RunEndOutcome = {
  decision: 'complete',
  message: null,
  capped: false,
  unfinished: [],
  observed: null,
};

function messageOf(template: string, unfinished: readonly Unfinished[]): string {
  const summary = unfinished
    .map(({ machine, key, state }) => `${machine}[${key}]=${state}`)
    .sort()
    .join(', ');
  return template.replaceAll('{summary}', () => summary);
}
