/**
 * Which results in a request of the page answer which of the calls that are open.
 *
 * Runs in the page's own world. A result goes to one call alone. Where other answers of the conversation had calls of the same ids,
 * the id does not decide: the call in front of the result has to be the one that was handed over, at its place.
 */
import { demanded, sameCall } from '../../../engine/wire/model/anchor.ts';
import { nthOf } from '../../../engine/wire/model/repeats.ts';
import type { CarriedResult, ModelRequest, RequestedCall } from '../../../engine/wire/model-adapter.ts';
import type { Conversation } from './conversation.ts';
import type { OpenCall } from './model-calls.ts';
import type { OpenTurn } from './open-turn.ts';

export interface Answered {
  readonly to: OpenCall;
  readonly result: CarriedResult;
  /** The call as the page sends it back; null where the history is at the server. */
  readonly made: RequestedCall | null;
}

/** By turn; turns that the request answers in nothing are not there. Of turns that are alike the newest has the result. */
export function answersTo(
  conversation: Conversation,
  turns: readonly OpenTurn[],
  request: ModelRequest,
): ReadonlyMap<OpenTurn, readonly Answered[]> {
  const found = new Map<OpenTurn, readonly Answered[]>();
  const taken = new Set<CarriedResult>();
  const carried = resultsIn(request);
  for (const turn of turns.toReversed()) {
    if (!goesOnFrom(request, turn)) continue;
    const shown = turn.calls.map((call) => call.shown);
    const answers = turn.calls.flatMap((to, at): Answered[] => {
      const nth = nthOf(shown, at);
      const answer = carried.findLast(
        (one) => one.nth === nth && !taken.has(one.result) && isFor(conversation, turn, to, request, one),
      );
      if (answer === undefined) return [];
      taken.add(answer.result);
      return [{ to, result: answer.result, made: answer.made }];
    });
    if (answers.length > 0) found.set(turn, answers);
  }
  return found;
}

interface Carried {
  /** Place of the results. */
  readonly at: number;
  readonly result: CarriedResult;
  /** The call that it answers, and the place of the answer that has it. */
  readonly made: RequestedCall | null;
  readonly madeAt: number;
  /** How many results before it are of the same id: calls of one answer that share an id are answered in order. */
  readonly nth: number;
}

function resultsIn({ entries }: ModelRequest): readonly Carried[] {
  let madeAt = -1;
  return entries.flatMap(({ speaker, results }, at) => {
    if (speaker === 'assistant') madeAt = at;
    const calls = entries[madeAt]?.calls ?? [];
    return results.map((result, place) => {
      const nth = results.slice(0, place).filter(({ call }) => call === result.call).length;
      const made = calls.filter(({ id }) => id === result.call)[nth] ?? null;
      return { at, result, made, madeAt, nth };
    });
  });
}

/** Of a chain that goes on from another answer nothing is meant for this one. */
function goesOnFrom({ history }: ModelRequest, turn: OpenTurn): boolean {
  return history.kind !== 'chain' || history.previous === null || turn.at !== -1 || history.previous === turn.id;
}

function isFor(
  conversation: Conversation,
  turn: OpenTurn,
  { shown }: OpenCall,
  { entries }: ModelRequest,
  { at, result, made, madeAt }: Carried,
): boolean {
  if (result.call !== shown.id) return false;
  // Behind the answer; where the history was shortened, at its end.
  const isBehind = at > turn.at || (entries.length <= turn.at && at === entries.length - 1);
  if (made === null) return isBehind;
  const others = conversation.others(turn);
  if (others === 'none') return isBehind && sameCall(made, shown, 'alike');
  // What stands before it can have been written anew: then its place counts.
  const demand = demanded(entries, madeAt, { ...turn, others }) ?? (madeAt === turn.at ? 'same' : null);
  return isBehind && demand !== null && sameCall(made, shown, demand);
}
