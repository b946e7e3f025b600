/**
 * A person changes the arguments of a waiting call and lets it run as changed. Runs in the background.
 *
 * INVARIANT: the change ends the call's ticket, and only a ticket that nobody has decided can end by it. So whichever of two windows is
 * on record first holds: a call that was changed can no longer run as it was, and one that was decided can no longer be changed.
 */
import { canonicalJson } from '../../engine/state/canonical-json.ts';
import type { Ticket } from '../../engine/state/journal.ts';
import type { Json } from '../../engine/tool-call.ts';
import { argumentsOf, failure, outcomeOf } from './approvals.ts';
import { type Edit, REPLACED } from './edits.ts';
import type { GuardService } from './guard-service.ts';
import type { Outcome } from './ui-messages.ts';

/** What the second of two windows that change a call is told. */
const OTHERWISE =
  'It was changed in another window before, and runs as it was changed there, not with these arguments.';

/** Why the arguments of a call cannot be changed here. */
export const NOT_EDITABLE =
  'This page cannot run the call with other arguments. Nothing was decided: allow it as it is, or deny it with a note.';

/** What came of it; a string says why nothing was done, and the call waits as before. Never rejects. */
export async function editCall(service: GuardService, id: string, args: Json): Promise<Outcome | string> {
  try {
    const ticket = await service.ticket(id);
    if (ticket === null) return { kind: 'gone', reason: null };
    const ref = { thread: ticket.thread, call: ticket.call };
    const hindrance = await (await service.edits()).inTurn(ref, () => change(service, id, args));
    if (hindrance !== null) return hindrance;
    const answer = await service.gate(ref.thread, { id: ref.call, tool: ticket.tool, args });
    switch (answer.verdict) {
      case 'allow':
      case 'warn':
        return { kind: 'edited', reason: null };
      case 'deny':
        return { kind: 'refused', reason: answer.reason };
      case 'ask':
        return { kind: 'refused', reason: `As changed, it has to be decided anew: ${answer.reason}` };
    }
  } catch (error) {
    return failure(error);
  }
}

/** Puts the change on record, unless something else is: then returns that, or why it cannot be done. */
async function change(service: GuardService, id: string, args: Json): Promise<Outcome | string | null> {
  const ticket = await service.ticket(id);
  if (ticket === null) return { kind: 'gone', reason: null };
  const ref = { thread: ticket.thread, call: ticket.call };
  const ended = outcomeOf(ticket);
  if (ended?.kind === 'edited') return sameChange(await service.editOf(ref), args);
  if (ended !== null) return ended;
  const edits = await service.edits();
  const hindrance = edits.isEditable(ref) ? await misfit(service, ticket, args) : NOT_EDITABLE;
  if (hindrance !== null) return hindrance;
  await edits.propose(ref, { args, ticket: id, answered: ticket.violations.map(({ machine }) => machine) });
  const { outcome, reason = null } = await service.withAsker(ticket, (guard) => guard.replace(id, REPLACED));
  if (outcome !== 'refused') return null;
  const decided = await service.ticket(id);
  return (decided === null ? null : outcomeOf(decided)) ?? { kind: 'refused', reason };
}

/** A change that is on record is not made again; whoever wanted another one is told. */
function sameChange(edit: Edit | null, args: Json): Outcome | null {
  if (edit === null) return { kind: 'gone', reason: null };
  return canonicalJson(edit.args) === canonicalJson(args) ? null : { kind: 'edited', reason: OTHERWISE };
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
