/**
 * A person's decisions. Reached only through ports of extension pages (see `ui-port.ts`). Runs in the background.
 *
 * A decision binds to the ticket and to the machine set that asked; what it led to is always said, never assumed.
 */

import { GuardClosed } from '../../engine/guard.ts';
import type { Ticket } from '../../engine/state/journal.ts';
import { decode, rowKey } from '../../engine/state/rows.ts';
import type { Json } from '../../engine/tool-call.ts';
import { messageOf } from '../ui/message-of.ts';
import { noteOf } from './answers.ts';
import { isReplaced } from './edits.ts';
import type { Grant, GrantKind } from './grants.ts';
import type { GuardService } from './guard-service.ts';
import type { Outcome } from './ui-messages.ts';

export interface Decision {
  readonly ticket: string;
  readonly approve: boolean;
  /** For the model; only with a refusal. */
  readonly note?: string;
  /** With an approval: what else is allowed until the run ends. */
  readonly grant?: GrantKind;
  /** A repeat after a lost connection: if the first one arrived, its outcome is the answer. */
  readonly again: boolean;
}

/** Takes a decision to the guard that asked. Never rejects: what fails is an outcome `refused` that says why. */
export async function decide(service: GuardService, decision: Decision): Promise<Outcome> {
  const { ticket: id, approve, again } = decision;
  try {
    const ticket = await service.ticket(id);
    if (ticket === null) return UNKNOWN;
    const known = outcomeOf(ticket);
    if (known !== null && again) return known;
    if (!approve || decision.grant === undefined || known !== null) return await carryOut(service, ticket, decision);
    const grants = await service.grants();
    const given = await give(service, ticket, decision.grant);
    if (typeof given === 'string') return { kind: 'refused', reason: given };
    let outcome: Outcome | null = null;
    try {
      outcome = await carryOut(service, ticket, { ...decision, note: noteOf(given) });
    } finally {
      // Nothing was allowed, or it is not known: nothing is allowed for the rest of the run either.
      if (outcome?.kind !== 'allowed') await grants.revoke(given.id);
    }
    if (outcome.kind === 'allowed') await applyGrants(service, ticket.thread);
    return outcome;
  } catch (error) {
    return failure(error);
  }
}

/** Tells the guard that asked. */
async function carryOut(service: GuardService, ticket: Ticket, { approve, note }: Decision): Promise<Outcome> {
  const { id } = ticket;
  const resolved = await service.withAsker(ticket, (guard) =>
    guard.resolve(id, note === undefined || note === '' ? { approve } : { approve, note }),
  );
  switch (resolved.outcome) {
    case 'approved':
      return { kind: 'allowed', reason: null };
    case 'rejected':
      return { kind: 'denied', reason: note ?? null };
    case 'refused':
      return refusedAs(await service.ticket(id), resolved.reason ?? null);
  }
}

/** Gives a grant for what the ticket asks; a string says why it cannot be given. */
async function give(service: GuardService, ticket: Ticket, kind: GrantKind): Promise<Grant | string> {
  const [grants, run, args] = await Promise.all([
    service.grants(),
    service.runOf(ticket.thread),
    argumentsOf(service, ticket),
  ]);
  if (args === undefined) return 'The call is gone: nobody waits for it any more.';
  if (!grants.isOfThisRun(ticket)) return 'The run that this call belongs to is over; allow it once, or deny it.';
  if (kind === 'instance' && ticket.violations.some(({ key }) => key === null))
    return 'The call names no instance; allow it once, or deny it.';
  return grants.give(kind, { ticket, args, run }, crypto.randomUUID(), service.clock());
}

/** Answers what waits in the thread and is covered by a grant. */
async function applyGrants(service: GuardService, thread: string): Promise<void> {
  for (const ticket of await service.waiting()) {
    if (ticket.thread === thread) await service.gate(thread, { id: ticket.call, tool: ticket.tool, args: ticket.args });
  }
}

/**
 * Denies everything that waits in a thread, of the run that it is in (`current`) or of those before. Resolves with what became of
 * each.
 */
export async function denyAll(
  service: GuardService,
  { thread, current }: { readonly thread: string; readonly current: boolean },
  note: string | undefined,
): Promise<readonly { readonly ticket: string; readonly outcome: Outcome }[]> {
  const grants = await service.grants();
  const tickets = (await service.waiting()).filter(
    (ticket) => ticket.thread === thread && grants.isOfThisRun(ticket) === current,
  );
  const outcomes: { ticket: string; outcome: Outcome }[] = [];
  for (const { id } of tickets) {
    const outcome = await decide(service, { ticket: id, approve: false, again: false, ...(note ? { note } : {}) });
    outcomes.push({ ticket: id, outcome });
  }
  return outcomes;
}

const UNKNOWN: Outcome = { kind: 'gone', reason: 'This call is not known (any more).' };

/** What a decision that could not be carried out is told. */
export function failure(error: unknown): Outcome {
  if (error instanceof GuardClosed) return REPLACED;
  const message = messageOf(error);
  return { kind: 'refused', reason: `The decision could not be carried out: ${message}` };
}

const REPLACED: Outcome = {
  kind: 'refused',
  reason: 'The machines were changed while this call waited; it is decided anew.',
};

/** What became of a ticket, as far as it is on record; `null` while it is pending. */
export function outcomeOf(ticket: Ticket): Outcome | null {
  switch (ticket.status) {
    case 'pending':
      return null;
    case 'approved':
      return { kind: 'allowed', reason: null };
    case 'rejected':
      return { kind: 'denied', reason: ticket.note };
    case 'expired':
      return { kind: 'expired', reason: ticket.note };
    case 'abandoned':
      return isReplaced(ticket) ? { kind: 'edited', reason: null } : { kind: 'gone', reason: ticket.note };
    case 'refused':
      return { kind: 'refused', reason: ticket.note };
  }
}

/** A refused decision whose ticket had ended before is shown as that end. */
function refusedAs(ticket: Ticket | null, reason: string | null): Outcome {
  switch (ticket?.status) {
    case 'expired':
      return { kind: 'expired', reason };
    case 'abandoned':
      return outcomeOf(ticket) ?? { kind: 'gone', reason };
    default:
      return { kind: 'refused', reason };
  }
}

/** The arguments of the call a ticket is about, as they would run; `undefined` when the call is gone. */
export async function argumentsOf(service: GuardService, ticket: Ticket): Promise<Json | undefined> {
  const key = rowKey.live(ticket.thread, ticket.call);
  const row = (await (await service.pool()).store.read([key])).get(key);
  return row === undefined ? undefined : decode.live(row, key).args;
}
