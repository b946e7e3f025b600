/**
 * What a call that is asked about again is answered from what is on record of it. Part of the session. Pure.
 *
 * INVARIANT: an id stands for one tool with one set of arguments, and what one machine set let through no other one does.
 */
import { endReason, reasonOf } from './evaluate/outcome-text.ts';
import type { Gated } from './guard.ts';
import { canonicalJson } from './state/canonical-json.ts';
import type { FinishedCall, LiveCall, Ticket } from './state/journal.ts';
import type { ToolCall } from './tool-call.ts';

export interface OnRecord {
  readonly live: LiveCall | null;
  readonly finished: FinishedCall | null;
  /** The ticket that `live` names. */
  readonly ticket: Ticket | null;
}

/** Why a call is not run that another machine set had let through: whoever asks again has not been told, and has not run it. */
export const OUTDATED =
  'The machines were changed before it was known that this call may run, so it was not run. Make it again.';

/**
 * The answer that stands; `null` when the call has to be decided on. `outdated`: it is denied as `OUTDATED`, and has to be ended.
 */
export function standing(call: ToolCall, fingerprint: string, record: OnRecord): Gated | 'outdated' | null {
  const { live, finished, ticket } = record;
  if (finished !== null) return denial(endReason(finished));
  if (live === null) return null;
  if (!isSame(live, call)) {
    const name = JSON.stringify(call.id);
    return denial(`Another call of the id ${name} is under way, with other arguments, so this one was not run.`);
  }
  if (live.status === 'running')
    return live.set === fingerprint ? { verdict: 'allow', violations: [], observed: [] } : 'outdated';
  if (live.status !== 'asked' || ticket?.fingerprint !== fingerprint) return null;
  const { violations } = ticket;
  return { verdict: 'ask', reason: reasonOf(violations), ticket, violations, observed: [] };
}

/** A refusal that no machine is behind. */
export const denial = (reason: string): Gated => ({ verdict: 'deny', reason, violations: [], observed: [] });

const isSame = (live: LiveCall, call: ToolCall): boolean =>
  live === call || (live.tool === call.tool && canonicalJson(live.args) === canonicalJson(call.args));
