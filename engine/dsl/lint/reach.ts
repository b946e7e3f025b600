/**
 * Which states a machine can come into. Errs on the side of "can": a warning must be right.
 */
import type { Machine, Transition } from '../machine.ts';

export interface Reach {
  /** States an instance can be in. */
  readonly states: ReadonlySet<string>;
  /** States that something leads to, whether that something can happen or not; the initial one is among them. */
  readonly produced: ReadonlySet<string>;
}

/** Whether a person may be asked about violations of the transition: at once, or after repeats. */
export function mayAsk({ on, onViolation }: Transition): boolean {
  return on.kind === 'tool' && (onViolation.action === 'ask' || onViolation.escalate?.action === 'ask');
}

/** Whether the transition may fire from a state it does not name, because a person approved the call. */
export function firesOnApproval(machine: Machine, transition: Transition): boolean {
  return machine.mode === 'enforce' && mayAsk(transition);
}

export function reachOf(machine: Machine): Reach {
  return { states: reachable(machine), produced: produced(machine) };
}

function produced(machine: Machine): ReadonlySet<string> {
  const states = new Set([machine.initial]);
  for (const { to } of machine.transitions) states.add(to);
  for (const { to } of machine.expire.values()) states.add(to);
  if (machine.onUnmatched !== null) states.add(machine.onUnmatched);
  return states;
}

function reachable(machine: Machine): ReadonlySet<string> {
  const leaving = new Map<string, Transition[]>();
  const reached = new Set<string>();
  const open: string[] = [];
  const reach = (state: string): void => {
    if (reached.has(state)) return;
    reached.add(state);
    open.push(state);
  };
  /** An instance may be in a state from which `transition` fires. */
  const enable = (transition: Transition): void => {
    reach(transition.to);
    if (machine.onUnmatched !== null && transition.on.kind === 'tool' && mayRejectResult(transition))
      reach(machine.onUnmatched);
  };
  reach(machine.initial);
  for (const transition of machine.transitions) {
    if (transition.from === '*' || firesOnApproval(machine, transition)) enable(transition);
    if (transition.from === '*') continue;
    for (const state of transition.from) {
      const others = leaving.get(state);
      if (others === undefined) leaving.set(state, [transition]);
      else others.push(transition);
    }
  }
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const transition of leaving.get(state) ?? []) enable(transition);
    const expiry = machine.expire.get(state);
    if (expiry !== undefined) reach(expiry.to);
  }
  return reached;
}

/** Whether there are results that its `when` does not accept. */
function mayRejectResult({ when }: Transition): boolean {
  return when.status !== 'any' || when.content !== null || when.json.length > 0;
}
