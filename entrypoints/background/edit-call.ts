/**
 * A person changes the arguments of a waiting call and lets it run as changed. Runs in the background.
 *
 * INVARIANT: from the moment the change is stored, the call as it was can no longer run: what cannot be run as changed does not
 * run at all.
 */
import type { Ticket } from '../../engine/state/journal.ts';
import type { Json } from '../../engine/tool-call.ts';
import { argumentsOf, outcomeOf } from './approvals.ts';
import type { GuardService } from './guard-service.ts';
import type { Outcome } from './ui-messages.ts';

/** Why the arguments of a call cannot be changed here. */
export const NOT_EDITABLE =
  'This page cannot run the call with other arguments. Nothing was decided: allow it as it is, or deny it with a note.';

/** What came of it; a string says why nothing was done, and the call waits as before. */
export async function editCall(service: GuardService, id: string, args: Json): Promise<Outcome | string> {
  const ticket = await service.ticket(id);
  if (ticket === null) return { kind: 'gone', reason: null };
  const edits = await service.edits();
  const ref = { thread: ticket.thread, call: ticket.call };
  if (edits.of(ref) === null) {
    const ended = outcomeOf(ticket);
    if (ended !== null) return ended;
    const hindrance = edits.isEditable(ref) ? await misfit(service, ticket, args) : NOT_EDITABLE;
    if (hindrance !== null) return hindrance;
    const answered = ticket.violations.map(({ machine }) => machine);
    await edits.put(ref, args, answered);
  }
  const answer = await service.gate(ticket.thread, { id: ticket.call, tool: ticket.tool, args });
  switch (answer.verdict) {
    case 'allow':
    case 'warn':
      return { kind: 'edited', reason: null };
    case 'deny':
      return { kind: 'refused', reason: answer.reason };
    case 'ask':
      return { kind: 'refused', reason: `As changed, it has to be decided anew: ${answer.reason}` };
  }
}

async function misfit(service: GuardService, ticket: Ticket, args: Json): Promise<string | null> {
  const before = await argumentsOf(service, ticket);
  if (before === undefined) return 'The call is gone: nobody waits for it any more.';
  return kindOf(before) === kindOf(args)
    ? null
    : `The arguments are ${kindOf(before)}, and as changed they would be ${kindOf(args)}.`;
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
