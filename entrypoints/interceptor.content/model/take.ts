/**
 * What a request of the page says about the calls it was handed before: their results, or that it has gone another way.
 *
 * Runs in the page's own world.
 */
import type { ToolResult } from '../../../engine/tool-call.ts';
import {
  type CarriedResult,
  carriesHistory,
  type Entry,
  type ModelRequest,
} from '../../../engine/wire/model-adapter.ts';
import type { Guard } from '../guard.ts';
import type { Conversation, OpenTurn } from './conversation.ts';
import { WHY_MOVED_ON } from './words.ts';

/**
 * Settles what the request answers and ends what it will never answer. Resolves, when the state has moved, with the turn whose kept
 * calls may run now; null when there is none.
 */
export async function takeResults(
  guard: Guard,
  conversation: Conversation,
  request: ModelRequest,
): Promise<OpenTurn | null> {
  const held = !carriesHistory(request);
  const { turns } = conversation;
  conversation.turns = [];
  conversation.remindNow(held);
  let waiting: OpenTurn | null = null;
  for (const turn of turns) {
    const results = resultsOf(request, turn);
    await settle(guard, conversation, turn, results, held);
    // What is kept waits for results alone: a person who says something else in between has gone on.
    const answered = results.length > 0 && request.entries.at(-1)?.speaker === 'results';
    if (!answered) for (const call of turn.kept) guard.models.calls.withdraw(call, WHY_MOVED_ON);
    else if (turn.kept.some(({ phase }) => phase === 'kept')) waiting = turn;
  }
  return waiting;
}

async function settle(
  guard: Guard,
  conversation: Conversation,
  turn: OpenTurn,
  results: readonly CarriedResult[],
  held: boolean,
): Promise<void> {
  for (const call of turn.calls) {
    if (call.phase === 'kept' || call.phase === 'over') continue;
    const carried = results.findLast(({ call: id }) => id === call.requested.id);
    if (carried === undefined) {
      guard.models.calls.withdraw(call, WHY_MOVED_ON);
      continue;
    }
    const reminders = await guard.models.calls.settle(call, ...read(conversation, carried));
    for (const reminder of reminders) conversation.remind(call, reminder, held);
  }
}

/** The results of the turn's calls: those behind its answer, or the last where the history was shortened. */
export function resultsOf({ entries, history }: ModelRequest, turn: OpenTurn): readonly CarriedResult[] {
  // Of a chain that goes on from another answer nothing is meant for this one.
  if (history.kind === 'chain' && history.previous !== null && turn.at === -1 && history.previous !== turn.id)
    return [];
  const shortened = entries.length <= turn.at && entries.at(-1)?.speaker === 'results';
  const from = shortened ? entries.length - 1 : turn.at + 1;
  return entries
    .slice(Math.max(0, from))
    .flatMap((entry: Entry) => entry.results)
    .filter(({ call }) => turn.calls.some(({ requested }) => requested.id === call));
}

/** As the protocol says, or as the content looks; `guessed`: a rule of the site's comes before it. */
function read({ adapter }: Conversation, { status, content }: CarriedResult): [result: ToolResult, guessed: boolean] {
  if (status !== null) return [{ status, content }, false];
  return [{ status: adapter.failed(content) ? 'error' : 'success', content }, true];
}
