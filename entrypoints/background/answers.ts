/**
 * The guard's answer to a call, with what persons have said beforehand taken into account: a grant answers a question like the
 * one it was given for, and a call that a person changed is gated as changed. Both lift only what was asked, never a refusal.
 * Runs in the background.
 */
import type { Gated, GateOptions, Guard } from '../../engine/guard.ts';
import type { Ticket } from '../../engine/state/journal.ts';
import type { Json, Reminder, ToolCall } from '../../engine/tool-call.ts';
import type { Edit } from './edits.ts';
import type { Grant, Grants } from './grants.ts';

/** `args` are there when the call is to run with other arguments than its own. */
export type Answer = Gated & { readonly args?: Json };

export interface Beforehand {
  readonly grants: Grants;
  /** The call as a person changed it; `null` while nobody has. */
  readonly edit: () => Promise<Edit | null>;
  /** The run that a thread is in. */
  readonly runOf: (thread: string) => Promise<number>;
}

/** Gates a call. Idempotent by its id, as the guard is. */
export async function answerTo(
  guard: Guard,
  thread: string,
  call: ToolCall,
  said: Beforehand,
  options: GateOptions = {},
): Promise<Answer> {
  let edit = await said.edit();
  if (edit === null) {
    const gated = await gateOnce(guard, thread, call, said, null, options);
    if (gated.verdict !== 'deny') return gated;
    // It may have been changed while it was gated; the call as it was is refused then, and as changed it may run.
    edit = await said.edit();
    if (edit === null) return gated;
  }
  const changed = { id: edit.call, tool: call.tool, args: edit.args };
  const gated = await gateOnce(guard, thread, changed, said, edit, options);
  return gated.verdict === 'deny'
    ? { ...gated, reason: `A person changed the arguments of this call. As changed it is refused: ${gated.reason}` }
    : { ...gated, args: edit.args };
}

async function gateOnce(
  guard: Guard,
  thread: string,
  call: ToolCall,
  { grants, runOf }: Beforehand,
  edit: Edit | null,
  options: GateOptions,
): Promise<Gated> {
  const gated = await guard.gate(thread, call, options);
  if (gated.verdict !== 'ask') return gated;
  const { ticket } = gated;
  const grant = grants.covering({ ticket, args: call.args, run: await runOf(thread) });
  const note = edit !== null && isAnswered(ticket, edit) ? BY_EDIT : grant === null ? null : noteOf(grant);
  if (note === null) return gated;
  const { outcome } = await guard.resolve(ticket.id, { approve: true, note });
  if (outcome === 'approved' && grant !== null) grants.used(grant.id);
  return guard.gate(thread, call, options);
}

/** Whoever changed the arguments has answered the machines that had asked, and no others. */
function isAnswered(ticket: Ticket, { answered }: Edit): boolean {
  return ticket.violations.every(({ machine }) => answered.includes(machine));
}

/** What the journal says about a call that a grant let through. */
export function noteOf({ kind, id, at }: Grant): string {
  const what = kind === 'call' ? 'the same call again in this run' : 'this instance in this run';
  return `Allowed by grant ${id} of ${new Date(at).toISOString()}: ${what}.`;
}

const BY_EDIT = 'Allowed with the arguments that a person gave it.';

/** Characters of arguments that the model is told. */
const TOLD = 4_000;

/** Tells the model that its call did not run with the arguments it gave. */
export function toldOfEdit({ args }: Edit): Reminder {
  const text = JSON.stringify(args);
  const shown = text.length <= TOLD ? text : `${text.slice(0, TOLD)} … (${text.length} characters in all)`;
  return {
    target: 'context',
    content: `A person changed the arguments of this call before they let it run. It ran with: ${shown}`,
  };
}
