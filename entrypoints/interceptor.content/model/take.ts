/**
 * What a request of the page says about the calls it was handed before: their results, or that it has gone another way.
 *
 * Runs in the page's own world.
 */
import type { Reminder, ToolResult } from '../../../engine/tool-call.ts';
import { argsMark } from '../../../engine/wire/model/marks.ts';
import { type CarriedResult, carriesHistory, type ModelRequest } from '../../../engine/wire/model-adapter.ts';
import { unrecordedNote } from '../calls/appendix.ts';
import type { Guard } from '../guard.ts';
import type { Recorded } from '../link.ts';
import { type Bare, bare } from '../promises.ts';
import { type Answered, answersTo } from './answers-to.ts';
import type { Conversation } from './conversation.ts';
import type { OpenTurn } from './open-turn.ts';
import { WHY_MOVED_ON } from './words.ts';

/**
 * Settles what the request answers and ends what it will never answer. Resolves, when the state has moved, with the turn whose kept
 * calls may run now; null when there is none.
 */
export async function takeResults(
  guard: Guard,
  conversation: Conversation,
  request: ModelRequest,
): Promise<Bare<OpenTurn> | null> {
  const held = !carriesHistory(request);
  const { turns } = conversation;
  conversation.turns = [];
  conversation.remindNow(held);
  let waiting: OpenTurn | null = null;
  const answered = answersTo(conversation, turns, request);
  for (const turn of turns) {
    const results = answered.get(turn) ?? [];
    await settle(guard, conversation, turn, results, held);
    // What is kept waits for results alone: a person who says something else in between has gone on.
    const isNext = results.length > 0 && request.entries.at(-1)?.speaker === 'results';
    if (!isNext) for (const call of turn.kept) guard.models.calls.withdraw(call, WHY_MOVED_ON);
    else if (turn.kept.some(({ phase }) => phase === 'kept')) waiting = turn;
  }
  conversation.keepTurns();
  return waiting === null ? null : bare(waiting);
}

async function settle(
  guard: Guard,
  conversation: Conversation,
  turn: OpenTurn,
  results: readonly Answered[],
  held: boolean,
): Promise<void> {
  for (const call of turn.calls) {
    if (call.phase === 'kept' || call.phase === 'over') continue;
    const answer = results.find(({ to }) => to === call);
    if (answer === undefined) {
      guard.models.calls.withdraw(call, WHY_MOVED_ON);
      continue;
    }
    const recorded = await guard.models.calls.settle(call, ...read(conversation, answer.result));
    const sent = answer.made === null ? null : argsMark(answer.made);
    for (const reminder of remindersOf(recorded)) conversation.remind(call, reminder, held, sent);
  }
}

/** What the model is told with the result. */
const remindersOf = ({ reminders, unrecorded }: Recorded): readonly Reminder[] =>
  unrecorded === null ? reminders : [{ target: 'suffix_system', content: unrecordedNote(unrecorded) }];

/** As the protocol says, or as the content looks; `guessed`: a rule of the site's comes before it. */
function read({ adapter }: Conversation, { status, content }: CarriedResult): [result: ToolResult, guessed: boolean] {
  if (status !== null) return [{ status, content }, false];
  return [{ status: adapter.failed(content) ? 'error' : 'success', content }, true];
}
