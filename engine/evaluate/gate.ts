/**
 * The gate: may this call run now? Pure: call, machines and state in, verdict and changes out.
 *
 * INVARIANT: adding a machine never weakens the verdict, and the order of transitions never does either.
 */
import type { Machine, MachineSet, Transition } from '../dsl/machine.ts';
import type { Admission, Change, Instance } from '../state/journal.ts';
import type { Action, ToolCall, Verdict, Violation } from '../tool-call.ts';
import { type Present, presentInstance } from './instance.ts';
import { startsFrom, strictReason, unkeyedReason, violationReason } from './reason.ts';
import type { StateView } from './state-view.ts';
import { type Touch, touches } from './touch.ts';

/** A call, and the state it meets. */
export interface GateInput {
  readonly machines: MachineSet;
  readonly call: ToolCall;
  readonly state: StateView;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What `touches(machines, call)` returned, when the caller has it already. */
  readonly touched?: readonly Touch[];
}

/** The verdict, and what has to be kept of it. */
export interface GateOutcome {
  readonly verdict: Verdict;
  /** What the call may move when its result comes, should it run. */
  readonly admissions: readonly Admission[];
  /** Instances that the verdict materialises or corrects; violations and metrics follow from `verdict`. */
  readonly changes: readonly Change[];
  readonly corrections: Present['corrections'];
}

const STRENGTH: Readonly<Record<'allow' | Action, number>> = { allow: 0, warn: 1, ask: 2, deny: 3 };
const NOTHING: GateOutcome = {
  verdict: { verdict: 'allow', violations: [], observed: [] },
  admissions: [],
  changes: [],
  corrections: [],
};

/** Decides on one call. Never throws for any call. */
export function evaluateGate(input: GateInput): GateOutcome {
  const touched = input.touched ?? touches(input.machines, input.call);
  if (touched.length === 0) return NOTHING;
  const gathered = new Gathering();
  for (const touch of touched) {
    if (touch.keys === null) gateUnkeyed(touch, input, gathered);
    else for (const key of touch.keys) gateInstance(touch, key, input, gathered);
  }
  return gathered.outcome();
}

/** Results of one evaluation, collected machine by machine. */
class Gathering {
  readonly violations: Violation[] = [];
  readonly observed: Violation[] = [];
  readonly admissions: Admission[] = [];
  readonly changes: Change[] = [];
  readonly corrections: Present['corrections'][number][] = [];

  violate(machine: Machine, violation: Violation): void {
    (machine.mode === 'observe' ? this.observed : this.violations).push(violation);
  }

  outcome(): GateOutcome {
    const violations = strongestFirst(this.violations);
    const verdict: Verdict = {
      verdict: violations[0]?.action ?? 'allow',
      violations,
      observed: strongestFirst(this.observed),
    };
    return { verdict, admissions: this.admissions, changes: this.changes, corrections: this.corrections };
  }
}

/** Sorts by action, deny first; the sort is stable, so document order decides among equals. */
function strongestFirst(violations: Violation[]): readonly Violation[] {
  return violations.length < 2 ? violations : violations.sort((a, b) => STRENGTH[b.action] - STRENGTH[a.action]);
}

function gateUnkeyed({ machine, excess }: Touch, { call }: GateInput, gathered: Gathering): void {
  const action = excess === null ? machine.onUnkeyed : 'deny';
  if (action === 'allow') return;
  const reason = excess ?? unkeyedReason(call, machine);
  gathered.violate(machine, { machine: machine.name, key: null, state: null, tool: call.tool, action, reason });
}

function gateInstance(
  { machine, matching }: Touch,
  key: string,
  { call, state, now }: GateInput,
  gathered: Gathering,
): void {
  const { instance, corrections } = presentInstance(machine, key, state, now);
  const corrected = corrections.length > 0;
  if (corrected) gathered.corrections.push(...corrections);
  const held = heldBy(matching, instance);
  if (held.length > 0) {
    gathered.admissions.push({ machine: machine.name, key, held, approved: [], warning: null });
    if (corrected) gathered.changes.push({ type: 'instance', machine: machine.name, key, instance });
    return;
  }
  const counted = countViolations(matching, instance, state.run);
  gathered.changes.push({ type: 'instance', machine: machine.name, key, instance: counted });
  const { chosen, action } = strongest(matching, instance, state.run);
  const reason =
    chosen === null
      ? strictReason(call, machine, key, instance)
      : violationReason(call, machine, key, instance, chosen, matching);
  gathered.violate(machine, { machine: machine.name, key, state: instance.state, tool: call.tool, action, reason });
  // An observed machine holds nobody, so nobody can have approved: its state moves only where a precondition held.
  const approved =
    machine.mode === 'observe' || action !== 'ask'
      ? []
      : matching
          .filter((t) => effectiveAction(t, instance, state.run) === 'ask')
          .map((t) => ({ index: t.index, stay: t.onViolation.onApprove === 'stay' }));
  gathered.admissions.push({
    machine: machine.name,
    key,
    held,
    approved,
    warning: action === 'warn' && machine.mode === 'enforce' ? reason : null,
  });
}

/** Indexes of the transitions whose precondition holds: state in `from` and every counter within its bounds. */
function heldBy(matching: readonly Transition[], instance: Instance): readonly number[] {
  const held: number[] = [];
  for (const t of matching) if (startsFrom(t, instance.state) && countersHold(t, instance)) held.push(t.index);
  return held;
}

/** Whether every counter bound of `transition` holds on `instance`. */
export function countersHold(transition: Transition, instance: Instance): boolean {
  return transition.counters.every(({ counter, gte, lte }) => {
    const value = Object.hasOwn(instance.counters, counter) ? (instance.counters[counter] ?? 0) : 0;
    return (gte === null || value >= gte) && (lte === null || value <= lte);
  });
}

/** The strongest action among the matching transitions; a strict machine without any denies. */
function strongest(
  matching: readonly Transition[],
  instance: Instance,
  run: number,
): { chosen: Transition | null; action: Action } {
  let chosen: Transition | null = null;
  let action: Action = 'warn';
  for (const t of matching) {
    const effective = effectiveAction(t, instance, run);
    if (chosen !== null && STRENGTH[effective] <= STRENGTH[action]) continue;
    chosen = t;
    action = effective;
  }
  return chosen === null ? { chosen, action: 'deny' } : { chosen, action };
}

function effectiveAction(transition: Transition, instance: Instance, run: number): Action {
  const { action, escalate } = transition.onViolation;
  return escalate !== null && violationsSoFar(transition, instance, run) >= escalate.after ? escalate.action : action;
}

function violationsSoFar(transition: Transition, instance: Instance, run: number): number {
  const name = String(transition.index);
  return instance.violationsRun === run && Object.hasOwn(instance.violations, name)
    ? (instance.violations[name] ?? 0)
    : 0;
}

/** The instance with one more violation for each matching transition that counts them (`escalate`). */
function countViolations(matching: readonly Transition[], instance: Instance, run: number): Instance {
  const counting = matching.filter((t) => t.onViolation.escalate !== null);
  if (counting.length === 0) return instance;
  const violations: Record<string, number> = instance.violationsRun === run ? { ...instance.violations } : {};
  for (const t of counting) violations[String(t.index)] = violationsSoFar(t, instance, run) + 1;
  return { ...instance, violations, violationsRun: run };
}
