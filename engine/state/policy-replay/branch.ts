/**
 * One call at the gate in one possible world. Pure; decides with the same functions as the session.
 */
import type { MachineSet } from '../../dsl/machine.ts';
import { evaluateGate } from '../../evaluate/gate.ts';
import { decide } from '../../evaluate/record.ts';
import type { StateView } from '../../evaluate/state-view.ts';
import type { Touch } from '../../evaluate/touch.ts';
import { type Ref, refOf } from '../../line.ts';
import type { Action, ToolCall, Violation } from '../../tool-call.ts';
import type { Admission, Instance, Ticket } from '../journal.ts';

/** How far the thread is; see `StateView`. */
export type Counts = Pick<StateView, 'run' | 'step' | 'tick'>;

export type Instances = ReadonlyMap<Ref, Instance | undefined>;

export interface BranchInput {
  readonly machines: MachineSet;
  readonly call: ToolCall;
  readonly touched: readonly Touch[];
  readonly counts: Counts;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly thread: string;
}

export interface Branch {
  readonly verdict: 'allow' | Action;
  readonly strongest: Violation | null;
  /** What a person would be asked. */
  readonly ticket: Ticket | null;
  /** The touched instances as the gate leaves them. */
  readonly instances: Instances;
  /** What the call may move; empty unless it runs. */
  readonly admissions: ReadonlyMap<Ref, Admission>;
  readonly runs: boolean;
}

export function gateBranch(input: BranchInput, instances: Instances, approved: Ticket | null): Branch {
  const { machines, call, touched, counts, now, thread } = input;
  const state: StateView = { ...counts, instance: (machine, key) => instances.get(refOf(machine, key)) };
  const outcome = evaluateGate({ machines, call, state, now, touched });
  const fresh = { id: call.id, thread, fingerprint: '', at: now, expiresAt: Number.POSITIVE_INFINITY };
  const { answer, steps } = decide({ call, outcome, approved, retired: null, fresh });
  const after = new Map(instances);
  for (const change of steps.flatMap((step) => step.changes)) {
    if (change.type === 'instance') after.set(refOf(change.machine, change.key), change.instance);
  }
  const runs = answer.verdict === 'allow' || answer.verdict === 'warn';
  return {
    verdict: answer.verdict,
    strongest: answer.violations[0] ?? null,
    ticket: answer.verdict === 'ask' ? answer.ticket : null,
    instances: after,
    admissions: new Map(runs ? outcome.admissions.map((a) => [refOf(a.machine, a.key), a] as const) : []),
    runs,
  };
}

/** Questions that are answered for one call; each answer can raise another one (`escalate`), but not for ever. */
const MOST_QUESTIONS = 16;

/** The branch as it goes on when a person approves at once, whatever else is asked then. */
export function approvedBranch(input: BranchInput, asked: Branch): Branch {
  let branch = asked;
  for (let i = 0; i < MOST_QUESTIONS && branch.ticket !== null; i++) {
    branch = gateBranch(input, branch.instances, branch.ticket);
  }
  return branch;
}
