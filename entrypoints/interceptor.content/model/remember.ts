/**
 * What is kept of an answer that was given: what the page was not shown, and which calls it was.
 *
 * Runs in the page's own world.
 */

import { type Anchor, placeAt, UNPLACED } from '../../../engine/wire/model/anchor.ts';
import type { Head } from '../../../engine/wire/model/kept.ts';
import { refusals, type Shown } from '../../../engine/wire/model/splice.ts';
import { type AnswerWriter, carriesHistory } from '../../../engine/wire/model-adapter.ts';
import type { Guard } from '../guard.ts';
import { headOf, nameKey } from './truth.ts';
import type { Turn } from './turn.ts';

/** `trueId` is the id of the last answer of the model in it. */
export function remember(guard: Guard, turn: Turn, writer: AnswerWriter, trueId: string | null): void {
  const { request, found } = turn.parts;
  const { conversation, mark } = found;
  const { id } = writer;
  const { entries } = request;
  const place = placeAt(entries, entries.length);
  if (!turn.parts.aside) conversation.last = { mark, complete: true };
  guard.models.conversations.answered(
    found,
    id,
    place.behind,
    turn.handed.map(({ requested }) => requested),
  );
  // The model has not been told about those of the last answer yet.
  const last = turn.exchanged.at(-1);
  const denied = last === undefined ? [] : refusals(last);
  const withheld = denied.length > 0 || turn.kept.length > 0;
  const owed = request.history.kind === 'named' && headOf(conversation, request) !== null;
  if (withheld || owed || id !== trueId) setHead(turn, id, trueId, denied);
  if (id !== null && turn.ids.length > 1 && conversation.adapter.stored !== undefined)
    conversation.setParts(id, turn.ids);
  const spliced = withheld || turn.changed || turn.exchanged.length > 1;
  // Its words count only where they are all that tells the answer; nobody else asks for them, and reading them takes time.
  const shown = {
    calls: turn.handed.map(({ shown }) => shown),
    text: spliced ? turn.text : '',
  };
  const others = spliced || shown.calls.length > 0 ? conversation.give(shown, place.before, entries) : 'none';
  const open = {
    at: carriesHistory(request) ? entries.length : -1,
    ...place,
    calls: [...turn.handed, ...turn.kept],
    kept: turn.kept,
    splice: spliced ? splice(turn, shown, { ...place, others }) : null,
    id,
  };
  if (open.calls.length > 0) conversation.addTurn(open);
  if (turn.kept.length > 0)
    conversation.note(
      'kept_back',
      turn.kept,
      `Kept back until an earlier call of the same answer has its result: ${turn.kept.map(({ requested }) => requested.tool).join(', ')}.`,
    );
}

function setHead(turn: Turn, id: string | null, trueId: string | null, denied: Head['denied']): void {
  const { request, found } = turn.parts;
  const { history } = request;
  const key = history.kind === 'named' ? nameKey(history.id) : id;
  if (key === null) return;
  found.conversation.setHead(key, {
    previous: history.kind === 'named' ? null : trueId,
    denied,
    results: [],
    kept: turn.kept.map(({ requested }) => requested),
  });
}

function splice(turn: Turn, shown: Shown, place: Omit<Anchor, 'at'>): string {
  const { request, found } = turn.parts;
  const made = found.conversation.addSplice({
    ...place,
    // A client that loses a history at the server sends its own: then its place is found by the calls in it.
    at: carriesHistory(request) ? request.entries.length : UNPLACED,
    shown: [shown],
    exchanged: turn.exchanged,
    changed: turn.changed,
  });
  found.conversation.note(
    'spliced',
    [],
    'The page was not shown all of an answer; the model will read the whole of it.',
  );
  return made.name;
}
