/**
 * Calls that were kept back because they touch what an earlier call of the same answer was still at work on. When the results are
 * in, they are decided; what may run now is the answer to the page's request, and the model is not asked until all are done.
 *
 * Runs in the page's own world.
 */
import { placeAt } from '../../../engine/wire/model/anchor.ts';
import { carriesHistory } from '../../../engine/wire/model-adapter.ts';
import type { Guard } from '../guard.ts';
import { own } from '../promises.ts';
import type { Conversation } from './conversation.ts';
import type { ModelCall } from './model-calls.ts';
import type { OpenTurn } from './open-turn.ts';
import type { PageAnswer } from './page-answer.ts';
import { headOf, nameKey } from './truth.ts';
import type { Turn } from './turn.ts';

/** Decides on the kept calls and writes those that may run. False: none may, and the model is to be told. */
export async function handOver(guard: Guard, turn: Turn, open: OpenTurn, page: PageAnswer): Promise<boolean> {
  const { adapter, request, found } = turn.parts;
  const { conversation } = found;
  const writer = adapter.writer(request, { id: guard.models.freshId() });
  for (const call of open.kept) {
    if (call.phase !== 'kept') continue;
    const offered = await own(turn.offerAgain(call, page, writer, (work) => page.held(work)));
    if (typeof offered !== 'string') refuse(conversation, turn, open, call, offered.denied);
  }
  if (turn.handed.length === 0) return false;
  page.text(writer.finish('calls', []));
  goesOn(conversation, turn, open, writer.id);
  guard.models.conversations.answered(found, writer.id, '', []);
  conversation.note('handed_over', turn.handed, 'Handed over after the result that they waited for.');
  turn.phase = 'over';
  page.close();
  return true;
}

/** The model reads the refusal with the other results of its answer. */
function refuse(conversation: Conversation, turn: Turn, open: OpenTurn, kept: ModelCall, text: string): void {
  conversation.deny(open.splice, kept, text);
  const { requested: call } = kept;
  const { history } = turn.parts.request;
  const head = headOf(conversation, turn.parts.request);
  const key = history.kind === 'named' ? nameKey(history.id) : history.kind === 'chain' ? history.previous : null;
  if (head !== null && key !== null) {
    const others = head.kept.filter((one) => one !== call);
    conversation.setHead(key, { ...head, denied: [...head.denied, { call, text }], kept: others });
  }
}

/** The page has one more answer now, of which the model knows nothing. */
function goesOn(conversation: Conversation, turn: Turn, open: OpenTurn, id: string | null): void {
  const { request } = turn.parts;
  const { history, entries } = request;
  const shown = { calls: turn.handed.map(({ shown }) => shown), text: '' };
  const place = placeAt(entries, entries.length);
  conversation.give(shown, place.before, entries);
  const splice = conversation.splices.find(({ name }) => name === open.splice);
  if (splice !== undefined)
    conversation.setSplice({ ...splice, shown: [...splice.shown, shown], changed: splice.changed || turn.changed });
  const head = headOf(conversation, request);
  const key = history.kind === 'named' ? nameKey(history.id) : id;
  if (history.kind !== 'carried' && key !== null && head !== null)
    conversation.setHead(key, {
      ...head,
      results: [...head.results, ...entries.filter(({ speaker }) => speaker === 'results')],
      kept: turn.kept.map(({ requested }) => requested),
    });
  const next: OpenTurn = {
    at: carriesHistory(request) ? entries.length : -1,
    ...place,
    calls: [...turn.handed, ...turn.kept],
    kept: turn.kept,
    splice: open.splice,
    id,
  };
  conversation.addTurn(next);
  conversation.underway = false;
}
