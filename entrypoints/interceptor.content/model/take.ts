/**
 * What a request of the page says about the calls it was handed before: their results, or that it has gone another way.
 *
 * Runs in the page's own world.
 */
import type { Json, ToolResult } from '../../../engine/tool-call.ts';
import {
  type CarriedResult,
  carriesHistory,
  type Entry,
  type ModelRequest,
} from '../../../engine/wire/model-adapter.ts';
import type { Guard } from '../guard.ts';
import type { Conversation, OpenTurn } from './conversation.ts';
import type { ModelCall } from './model-calls.ts';
import { WHY_MOVED_ON } from './words.ts';

/** Settles what the request answers and ends what it will never answer. Resolves when the state has moved. */
export async function takeResults(guard: Guard, conversation: Conversation, request: ModelRequest): Promise<void> {
  const { turn } = conversation;
  if (turn === null) return;
  const results = resultsOf(request, turn);
  const held = !carriesHistory(request);
  conversation.remindNow(held);
  for (const call of turn.calls) {
    if (call.phase === 'kept' || call.phase === 'over') continue;
    const carried = results.findLast(({ call: id }) => id === call.requested.id);
    if (carried === undefined) {
      guard.models.calls.withdraw(call, WHY_MOVED_ON);
      continue;
    }
    const result: ToolResult = { status: statusOf(guard, conversation, carried), content: carried.content };
    for (const reminder of await guard.models.calls.settle(call, result))
      conversation.remind(call.requested.id, reminder, held);
  }
  // What is kept waits for results alone: a person who says something else in between has gone on.
  if (request.entries.at(-1)?.speaker === 'results' && results.length > 0) return;
  for (const call of turn.kept) guard.models.calls.withdraw(call, WHY_MOVED_ON);
}

/** The results that can belong to the turn: those behind its answer, or all where the history was shortened. */
function resultsOf({ entries }: ModelRequest, turn: OpenTurn): readonly CarriedResult[] {
  const shortened = entries.length <= turn.at && entries.at(-1)?.speaker === 'results';
  const from = shortened ? entries.length - 1 : turn.at + 1;
  return entries.slice(Math.max(0, from)).flatMap((entry: Entry) => entry.results);
}

function statusOf(guard: Guard, { adapter }: Conversation, { status, content }: CarriedResult): ToolResult['status'] {
  if (status !== null) return status;
  const { failed } = guard.models.policy();
  return (failed === null ? adapter.failed(content) : matchesGlob(failed, content)) ? 'error' : 'success';
}

/** `*` is any text, `?` one character; the rest is meant as it stands. */
function matchesGlob(glob: string, content: Json): boolean {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const source = glob.replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) =>
    sign === '*' ? '.*' : sign === '?' ? '.' : `\\${sign}`,
  );
  return new RegExp(`^${source}$`, 'su').test(text);
}

/** Whether every call of the turn is over. */
export function isOver(calls: readonly ModelCall[]): boolean {
  return calls.every(({ phase }) => phase === 'over');
}
