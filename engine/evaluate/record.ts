/**
 * What goes on record for a decision: the happening and the changes of one commit. Pure; the session commits it and
 * gives the answer that belongs to it.
 */
import type { Gated, HostNote } from '../guard.ts';
import type { Change, FinishedCall, Happening, LiveCall, Ticket } from '../state/journal.ts';
import { recordable } from '../state/record.ts';
import type { Json, ToolCall, ToolResult, Violation } from '../tool-call.ts';
import type { AdvanceOutcome } from './advance.ts';
import type { GateOutcome } from './gate.ts';
import { dropReason, reasonOf } from './outcome-text.ts';
import type { RunEndOutcome } from './run-end.ts';

export interface Step {
  readonly happening: Happening;
  readonly changes: readonly Change[];
}

export interface Decision {
  readonly call: ToolCall;
  readonly outcome: GateOutcome;
  /** The approved ticket with which the call comes back to the gate. */
  readonly approved: Ticket | null;
  /** A pending ticket of an older machine set, which this decision replaces. */
  readonly retired: Ticket | null;
  /** A ticket to use if the answer is ask. */
  readonly fresh: Pick<Ticket, 'id' | 'thread' | 'fingerprint' | 'at' | 'expiresAt'>;
}

/** The answer to a gated call and the steps that must be committed before it is given. */
export function decide({ call, outcome, approved, retired, fresh }: Decision): {
  readonly answer: Gated;
  readonly steps: readonly Step[];
} {
  const { violations, observed } = outcome.verdict;
  const covered = approved !== null && outcome.verdict.verdict === 'ask' && covers(approved, violations);
  const verdict = covered ? 'allow' : outcome.verdict.verdict;
  const changes: Change[] = retired === null ? [] : [{ type: 'ticket', ticket: retire(retired) }];
  // What a person has let through was counted and logged when it was asked.
  if (!covered) changes.push(...outcome.changes, ...violations.flatMap((v) => violationChanges(v, fresh.at)));
  const live = { id: call.id, tool: call.tool, args: call.args, admissions: outcome.admissions };
  let ticket: Ticket | null = approved;
  let answer: Gated;
  switch (verdict) {
    case 'deny': {
      const reason = reasonOf(violations);
      changes.push({ type: 'finished', call: call.id, finished: { outcome: 'denied', reason, at: fresh.at } });
      answer = { verdict, reason, violations, observed };
      break;
    }
    case 'ask': {
      const asking = violations.filter((v) => v.action === 'ask');
      ticket = { ...fresh, call: call.id, tool: call.tool, violations: asking, status: 'pending', note: null };
      changes.push({ type: 'live', call: liveCall(live, 'asked', ticket.id, fresh) }, { type: 'ticket', ticket });
      answer = { verdict, reason: reasonOf(violations), ticket, violations, observed };
      break;
    }
    case 'warn':
    case 'allow':
      changes.push({ type: 'live', call: liveCall(live, 'running', ticket?.id ?? null, fresh) });
      answer = { verdict, violations, observed };
      break;
  }
  const gated = { id: call.id, tool: call.tool, args: call.args };
  const corrections: Step[] = outcome.corrections.map((happening) => ({ happening, changes: [] }));
  const happening: Happening = {
    type: 'gated',
    call: gated,
    verdict,
    violations,
    observed,
    ticket: ticket?.id ?? null,
  };
  return { answer, steps: [...corrections, { happening, changes }] };
}

/** An approval lifts only what was asked then: the same machines on the same instances. */
function covers(approved: Ticket, violations: readonly Violation[]): boolean {
  return violations
    .filter((v) => v.action === 'ask')
    .every((v) => approved.violations.some((a) => a.machine === v.machine && a.key === v.key));
}

function retire(ticket: Ticket): Ticket {
  return { ...ticket, status: 'refused', note: 'The machines were changed while it waited.' };
}

function liveCall(
  call: Pick<LiveCall, 'id' | 'tool' | 'args' | 'admissions'>,
  status: LiveCall['status'],
  ticket: string | null,
  { at, fingerprint }: Decision['fresh'],
): LiveCall {
  return { ...call, status, ticket, set: fingerprint, at };
}

function violationChanges({ machine, key, tool, action, reason }: Violation, at: number): readonly Change[] {
  const metric = ({ deny: 'denied', ask: 'asked', warn: 'warned' } as const)[action];
  return [
    { type: 'metric', machine, metric },
    { type: 'violation', machine, key, tool, action, reason, at },
  ];
}

/** One metric for each machine that asked. */
function askers(ticket: Ticket, metric: 'approved' | 'rejected' | 'expired'): readonly Change[] {
  return [...new Set(ticket.violations.map((v) => v.machine))].map((machine) => ({ type: 'metric', machine, metric }));
}

/** A person lets the call through; it then stands in line and comes back to the gate. */
export function approval(ticket: Ticket, live: LiveCall, note: string | null): Step {
  return {
    happening: { type: 'resolved', ticket: ticket.id, call: ticket.call, outcome: 'approved', note, reason: null },
    changes: [
      { type: 'ticket', ticket: { ...ticket, status: 'approved', note } },
      { type: 'live', call: { ...live, status: 'approved' } },
      ...askers(ticket, 'approved'),
    ],
  };
}

/** Milliseconds a ticket was to stay open. */
export const lifetime = ({ at, expiresAt }: Ticket): number => expiresAt - at;

/** A pending ask ends without the call being run. */
export function dropping(
  ticket: Ticket,
  outcome: 'rejected' | 'expired' | 'abandoned',
  at: number,
  note?: string,
): Step {
  const reason = dropReason(ticket, outcome, lifetime(ticket), note);
  return {
    happening: { type: 'resolved', ticket: ticket.id, call: ticket.call, outcome, note: note ?? null, reason },
    changes: [
      { type: 'ticket', ticket: { ...ticket, status: outcome, note: note ?? null } },
      ...(outcome === 'abandoned' ? [] : askers(ticket, outcome)),
      { type: 'finished', call: ticket.call, finished: { outcome, reason, at } },
    ],
  };
}

/** A call that was never gated, or waits after its approval, is given up by its caller. */
export function abandonment(call: string, why: string, at: number): Step {
  return {
    happening: { type: 'settled', call, outcome: 'abandoned', result: null, transitions: [], reminders: [] },
    changes: [{ type: 'finished', call, finished: { outcome: 'abandoned', reason: why, at } }],
  };
}

/** A running call has ended. */
export function settlement(
  call: string,
  result: ToolResult,
  { transitions, reminders, changes }: AdvanceOutcome,
  finished: FinishedCall,
): Step {
  const { outcome } = finished;
  return {
    happening: { type: 'settled', call, outcome, result: recordable(result), transitions, reminders },
    changes: [...changes, { type: 'completed' }, { type: 'finished', call, finished }],
  };
}

/** A run may end, or the model is to be asked once more. `end`: the name under which that was asked. */
export function runEnding(
  { decision, message, capped, unfinished, observed }: RunEndOutcome,
  end: string | null,
): Step {
  const machines = decision === 'continue' ? [...new Set(unfinished.map((u) => u.machine))] : [];
  return {
    happening: {
      type: 'run_ended',
      decision: capped ? 'capped' : decision,
      message,
      ...(observed === null ? {} : { observed }),
    },
    changes: [
      ...(decision === 'continue' ? [{ type: 'forced' } as const] : []),
      ...machines.map((machine) => ({ type: 'metric', machine, metric: 'continued' }) as const),
      ...(end === null ? [] : [{ type: 'ended', ended: { end, decision, message, capped, unfinished } } as const]),
    ],
  };
}

/** What a host did. */
export function noting({ kind, calls, text }: HostNote): Step {
  return { happening: { type: 'noted', kind, calls, text }, changes: [] };
}

/** A host keeps a value with the thread; null = no longer. */
export function keeping(name: string, value: Json): Step {
  return { happening: { type: 'kept', name }, changes: [{ type: 'kept', name, value }] };
}
