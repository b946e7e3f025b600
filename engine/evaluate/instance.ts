/**
 * The instance as it is at this moment: a stored one may be of an older run, in a state the machine no longer
 * has, or in a timed state that has run out.
 */
import type { Machine } from '../dsl/machine.ts';
import type { Instance, Moved } from '../state/journal.ts';
import type { StateView } from './state-view.ts';

export interface Present {
  readonly instance: Instance;
  /** Whether it was materialised before. */
  readonly stored: boolean;
  /** Steps taken only by looking: timed states that ran out, a state that no longer exists. */
  readonly corrections: readonly ({ readonly type: 'lapsed' | 'unknown_state' } & Moved)[];
}

const NO_CORRECTIONS: Present['corrections'] = [];

/** A new instance in the machine's initial state. `emitted` is carried over from a run-scoped one that was reset. */
export function fresh(machine: Machine, state: StateView, now: number, emitted: number | null): Instance {
  return {
    state: machine.initial,
    data: {},
    counters: {},
    since: { at: now, step: state.step },
    scope: machine.scope,
    run: state.run,
    violations: {},
    violationsRun: state.run,
    emitted,
  };
}

/** Whether a stored instance still exists: those of run scope end with their run. */
export function exists(machine: Machine, instance: Instance, run: number): boolean {
  return machine.scope === 'thread' || instance.run === run;
}

/** The instance of `machine` with `key` as it is now; one that was never materialised is in its initial state. */
export function presentInstance(machine: Machine, key: string, state: StateView, now: number): Present {
  const found = state.instance(machine.name, key);
  if (found === undefined || !exists(machine, found, state.run)) {
    return { instance: fresh(machine, state, now, found?.emitted ?? null), stored: false, corrections: NO_CORRECTIONS };
  }
  if (!machine.states.includes(found.state)) {
    const moved = {
      type: 'unknown_state',
      machine: machine.name,
      key,
      from: found.state,
      to: machine.initial,
    } as const;
    return { instance: fresh(machine, state, now, found.emitted), stored: true, corrections: [moved] };
  }
  return machine.expire.size === 0
    ? { instance: found, stored: true, corrections: NO_CORRECTIONS }
    : lapse(machine, key, found, state, now);
}

/** Follows timed states that have run out, one after the other; each starts when the one before it ended. */
function lapse(machine: Machine, key: string, found: Instance, state: StateView, now: number): Present {
  const corrections: Present['corrections'][number][] = [];
  let instance = found;
  // A ring of timed states is followed at most once around per look, so that zero-length ones cannot spin.
  for (let i = 0; i < machine.states.length; i++) {
    const expiry = machine.expire.get(instance.state);
    if (expiry === undefined) break;
    const since = endOf(expiry.after, instance, state.step, now);
    if (since === null) break;
    corrections.push({ type: 'lapsed', machine: machine.name, key, from: instance.state, to: expiry.to });
    instance = { ...instance, state: expiry.to, since };
  }
  return { instance, stored: true, corrections };
}

function endOf(
  after: { readonly ms: number } | { readonly steps: number },
  instance: Instance,
  step: number,
  now: number,
): Instance['since'] | null {
  if ('ms' in after) {
    const at = instance.since.at + after.ms;
    return now >= at ? { at, step: instance.since.step } : null;
  }
  const due = instance.since.step + after.steps;
  return step >= due ? { at: instance.since.at, step: due } : null;
}
