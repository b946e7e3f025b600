/**
 * The answer to a request: read from the model, gated call by call, shown to the page. Where nothing of an answer is left for the
 * page to do, the guard tells the model why and goes on with the next answer in the same breath, so that the page reads one.
 *
 * Runs in the page's own world.
 */

import { type Denied, type Exchanged, refusals } from '../../../engine/wire/model/splice.ts';
import type {
  AnswerReader,
  AnswerWriter,
  Entry,
  FinishReason,
  Piece,
  RequestedCall,
  WireEvent,
} from '../../../engine/wire/model-adapter.ts';
import type { Guard } from '../guard.ts';
import { type Bare, bare, own } from '../promises.ts';
import { END_WITHIN_MS } from '../timing.ts';
import { followUp } from './follow-up.ts';
import type { PageAnswer } from './page-answer.ts';
import { closely, show } from './pass.ts';
import { behindEnd, type Rest } from './rest.ts';
import type { Arrived } from './runs.ts';
import { PageGone, type Turn } from './turn.ts';
import { bodyOf, eventsOf, type Upstream } from './upstream.ts';
import { cappedNote, FOLLOW_UPS, refusedNote, untoldNote, WHY_BROKEN } from './words.ts';

type Finish = Extract<Piece, { readonly kind: 'finish' }>;

/** One answer of the model, read to its end. */
interface Read {
  readonly exchanged: Exchanged;
  readonly id: string | null;
  readonly finish: Finish;
  /** Calls of this answer that the page was handed, or will be. */
  readonly left: number;
  readonly undecodable: boolean;
  readonly reader: AnswerReader;
  /** What came together with its end, behind it. */
  readonly behind: readonly Arrived[];
}

/**
 * How a turn ended: with the id of the last true answer and what its connection may still bring, or not at all (the page is gone,
 * or the model's answer broke off).
 */
interface TurnEnd {
  readonly id: string | null;
  readonly rest: Rest;
}

/** Sees the turn through from the first answer on. Never rejects; what fails reaches the page as its own connection would fail. */
export async function converse(
  guard: Guard,
  turn: Turn,
  first: Response,
  page: PageAnswer,
  writer: AnswerWriter,
): Promise<Bare<TurnEnd> | null> {
  let upstream: Upstream | null = null;
  turn.onAbort = (error) => {
    upstream?.cancel(error);
    page.fail(error);
  };
  try {
    for (let response = first; ; ) {
      const body = eventStream(guard, response, turn.parts.request.stream);
      upstream =
        body === null
          ? bodyOf(guard.natives, await guard.natives.response.text(response))
          : eventsOf(guard.natives, body);
      const read = await readAnswer(turn, upstream, page, writer);
      if (read === null) {
        turn.abandon(WHY_BROKEN);
        page.close();
        return null;
      }
      if (read.id !== null) turn.ids = [...turn.ids, read.id];
      const next = await goOn(guard, turn, read, page, writer);
      if (next === null) return bare({ id: read.id, rest: behindEnd(upstream, page, read, writer) });
      // Its answer is complete; a server that keeps the connection open would take one of the few that the page has.
      upstream.cancel(undefined);
      response = next;
      writer.next(read.finish.events);
    }
  } catch (error) {
    upstream?.cancel(error);
    if (!turn.left) turn.abandon(WHY_BROKEN);
    if (!(error instanceof PageGone)) page.fail(error);
    return null;
  }
}

/** The body to be read event by event; null where it is to be read as a whole. */
function eventStream({ natives }: Guard, response: Response, asked: boolean): ReadableStream<Uint8Array> | null {
  return isEvents(natives, response, asked) ? natives.response.body(response) : null;
}

/** Whether the response is an event stream: by its type where that says so, else by what was asked for. */
export function isEvents(natives: Guard['natives'], response: Response, asked: boolean): boolean {
  const type = (natives.headers.get(natives.response.headers(response), 'content-type') ?? '').toLowerCase();
  if (type.startsWith('text/event-stream')) return true;
  return asked && !/^application\/([a-z.+-]*\+)?json\b/.test(type);
}

/** Reads one answer. Null: it broke off in a way that the page has been shown. Throws what the connection fails with. */
async function readAnswer(
  turn: Turn,
  upstream: Upstream,
  page: PageAnswer,
  writer: AnswerWriter,
): Promise<Bare<Read> | null> {
  const { adapter, request } = turn.parts;
  const reader = adapter.reader(request);
  turn.said = [...turn.said, reader];
  const denied: Denied[] = [];
  const ids: string[] = [];
  let left = 0;
  let undecodable = true;
  const seen: { finish: Finish | null } = { finish: null };

  const held = <T>(work: Promise<T>): Promise<T> => page.held(upstream.during(work));
  const called = async (call: RequestedCall): Promise<void> => {
    const nth = ids.filter((id) => id === call.id).length;
    ids.push(call.id);
    const offered = await own(turn.offer(call, nth, page, writer, held));
    if (typeof offered === 'string') left += 1;
    else {
      denied.push({ call: call.id, nth, text: offered.denied });
      undecodable &&= call.undecodable !== null;
    }
  };
  const take = async (pieces: readonly Piece[], arrived: Arrived | null): Promise<void> => {
    for (const piece of pieces) {
      switch (piece.kind) {
        case 'live':
          show(page, writer, piece.event, arrived);
          break;
        case 'call':
          await called(piece.call);
          break;
        case 'finish':
          seen.finish = piece;
      }
    }
  };

  let behind: readonly Arrived[] = [];
  // Not until the connection ends: servers keep it open, and clients stop reading at the end of the answer.
  while (seen.finish === null) {
    await page.demand();
    if (!page.open) throw new PageGone();
    // Some servers neither mark the end nor close the connection; a client that stops at the reason for the end waits for that.
    if (reader.ending && !(await upstream.stirs(END_WITHIN_MS))) break;
    const runs = await upstream.next();
    if (runs === null) break;
    for (const run of runs) {
      for (const arrived of closely(run, page, reader, writer)) {
        if (seen.finish !== null) behind = [...behind, arrived];
        else if (arrived.event === null || arrived.event.data === '') page.bytes(arrived.bytes);
        else await take(reader.read(arrived.event), arrived);
      }
    }
    // What the end leads to goes out with what was written before it.
    if (seen.finish === null) page.flush();
  }
  await take(reader.end(), null);
  const { finish } = seen;
  if (finish === null) return null;
  let entry: Entry | null = null;
  const exchanged: Exchanged = {
    // Of an answer that the page was shown whole, nobody asks for it.
    get entry() {
      entry ??= reader.entry();
      return entry;
    },
    denied,
    goOn: null,
  };
  return bare({ exchanged, id: reader.id, finish, left, undecodable, reader, behind });
}

/** Ends the page's answer, or tells the model what stands in its way. Returns the model's next answer; null at the end. */
async function goOn(
  guard: Guard,
  turn: Turn,
  read: Read,
  page: PageAnswer,
  writer: AnswerWriter,
): Promise<Response | null> {
  const { request, found } = turn.parts;
  const { finish, exchanged } = read;
  const end = (reason: FinishReason, events: readonly WireEvent[] = finish.events): null => {
    turn.exchanged = [...turn.exchanged, exchanged];
    page.text(writer.finish(reason, events));
    return null;
  };
  const noted = (text: string): null => {
    turn.said = [...turn.said, { text }];
    page.text(writer.note(text));
    return end('stop');
  };
  if (read.left > 0) return end('calls');
  // What a limit cut off in the middle of its arguments is no call yet.
  const cutOff = finish.reason === 'cut' && read.undecodable;
  if (exchanged.denied.length > 0 && !cutOff) {
    if (!request.single) return noted(refusedNote(exchanged.denied.map(({ text }) => text)));
    return ask(guard, turn, read, exchanged, page, noted);
  }
  const ends = finish.reason === 'stop' || finish.reason === 'cut';
  if (!ends || !request.single || turn.parts.aside) return end(finish.reason);
  // Before anything else: to hand the question over takes a moment, too.
  page.flush();
  const over = await page.held(guard.link.endRun(found.conversation.thread));
  if (over.decision === 'complete') return end(finish.reason);
  return ask(guard, turn, read, { ...exchanged, goOn: over.message }, page, noted);
}

/** Asks the model to go on from its answer. */
async function ask(
  guard: Guard,
  turn: Turn,
  read: Read,
  exchanged: Exchanged,
  page: PageAnswer,
  noted: (text: string) => null,
): Promise<Response | null> {
  const { adapter, request, exchange, found, natives } = turn.parts;
  const { conversation } = found;
  if (turn.followUps >= FOLLOW_UPS) {
    conversation.note('capped', [], `The model was asked ${FOLLOW_UPS} times in one turn; the turn was ended.`);
    return noted(cappedNote(turn.reasons));
  }
  turn.followUps += 1;
  const denied = refusals(exchanged);
  const said = [
    ...(denied.length === 0 ? [] : [adapter.results(denied, [])]),
    ...(exchanged.goOn === null ? [] : [adapter.user(exchanged.goOn)]),
  ];
  turn.sent = [...turn.sent, exchanged.entry, ...said];
  const held = request.history.kind !== 'carried';
  const system = held && !adapter.systemInChains ? [] : conversation.system;
  const body = adapter.build(request, {
    entries: held ? said : turn.sent,
    free: true,
    ...(request.history.kind === 'chain' && read.id !== null ? { previous: read.id } : {}),
    ...(system.length === 0 ? {} : { system }),
  });
  conversation.note('follow_up', [], `Asked the model again (${turn.followUps}): ${reasonOf(exchanged)}`);
  if (!turn.parts.aside) guard.link.step(conversation.thread);
  const followed = await page.held(followUp(natives, exchange, body, () => !turn.left && page.open));
  if (turn.left || !page.open) throw new PageGone();
  if (!followed.ok) {
    conversation.note('follow_up_failed', [], `The model could not be asked again: ${followed.why}.`);
    return noted(
      untoldNote(
        followed.why,
        exchanged.denied.map(({ text }) => text),
      ),
    );
  }
  turn.exchanged = [...turn.exchanged, exchanged];
  return followed.response;
}

const reasonOf = ({ denied, goOn }: Exchanged): string => goOn ?? denied.map(({ text }) => text).join(' ');
