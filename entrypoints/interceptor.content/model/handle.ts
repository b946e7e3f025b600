/**
 * A request to a model: its results are taken, kept calls handed over, its history made true, and its answer guarded.
 *
 * Runs in the page's own world. From here on nothing falls through: what goes wrong ends the answer, and no call of it runs.
 */

import type { AnswerWriter, ModelAdapter, ModelRequest } from '../../../engine/wire/model-adapter.ts';
import type { Exchange } from '../exchange.ts';
import type { Guard } from '../guard.ts';
import { made, rebuilt } from '../likeness.ts';
import { own, promised } from '../promises.ts';
import { isServed } from '../served.ts';
import { KEEP_ALIVE_AFTER_MS, LEFT_AFTER_MS } from '../timing.ts';
import { isAside } from './aside.ts';
import type { Found } from './conversations.ts';
import { converse, isEvents } from './converse.ts';
import { followUp } from './follow-up.ts';
import { handOver } from './hand-over.ts';
import type { OpenTurn } from './open-turn.ts';
import { bodyAnswer, type PageAnswer, type StreamAnswer, streamAnswer } from './page-answer.ts';
import { remember } from './remember.ts';
import { takeResults } from './take.ts';
import { follow, truth } from './truth.ts';
import { PageGone, Turn } from './turn.ts';
import { untoldNote, WHY_FAILED } from './words.ts';

/** Milliseconds a page waits for an answer that is no stream, when it does not say; the official clients' own limit. */
const PATIENCE_MS = 600_000;
/** Part of it in which a call is decided; the rest is left for the answer to arrive. */
const DECIDED_WITHIN = 0.9;

/** Resolves with what the page gets, rejects as its own `fetch` would. */
export async function handleModel(
  guard: Guard,
  adapter: ModelAdapter,
  exchange: Exchange,
  request: ModelRequest,
): Promise<Response> {
  const { natives, models } = guard;
  // Nobody waits from the start: the page's own `fetch` says so.
  if (exchange.signal !== null && natives.signal.aborted(exchange.signal)) return exchange.send();
  const until = request.stream ? null : natives.now() + patienceOf(exchange) * DECIDED_WITHIN;
  const found = await own(models.conversations.of(adapter, exchange, request));
  const aside = isAside(found, request);
  if (!aside) found.conversation.underway = true;
  const waiting = aside ? null : await own(takeResults(guard, found.conversation, request));
  // What a request beside the talk does not hold of the history is not gone from it.
  if (!aside) follow(found.conversation, request);
  const parts = { natives, adapter, calls: models.calls, exchange, request, found, aside, until };
  const turn = new Turn(parts, waiting?.kept);
  if (exchange.signal !== null) follows(guard, turn, exchange.signal);
  if (waiting === null) return asked(guard, turn);
  models.conversations.tell();
  return failingAsFetch(guard, turn, handed(guard, turn, waiting));
}

/** The turn dies with the signal, also where that was aborted a moment ago. */
function follows({ natives, signals }: Guard, turn: Turn, signal: AbortSignal): void {
  signals.follow(signal, [turn]);
  if (natives.signal.aborted(signal)) turn.leave({ kind: 'aborted', error: natives.signal.reason(signal) });
}

/** The page that has given up its request is told so in the words of its own `fetch`. */
async function failingAsFetch({ natives }: Guard, turn: Turn, work: Promise<Response>): Promise<Response> {
  const { signal } = turn.parts.exchange;
  try {
    return await work;
  } catch (error) {
    fail(turn);
    if (error instanceof PageGone && signal !== null && natives.signal.aborted(signal))
      throw natives.signal.reason(signal);
    throw error;
  }
}

/** Asks the model, and guards its answer. */
async function asked(guard: Guard, turn: Turn): Promise<Response> {
  const { exchange } = turn.parts;
  const body = trueBody(turn);
  const sent = (body === null ? exchange : exchange.withBody(body)).send();
  const tell = begin(guard, turn);
  const ready = turn.parts.request.stream ? streamOf(guard, turn) : null;
  return answered(guard, turn, await responded(guard, sent, tell), ready);
}

/**
 * The response to a request that was sent just now. `tell` is called when the request has had time to leave this machine, which the
 * work of the background would take from it; at the latest before its answer is looked at, for no call can be asked about before.
 */
async function responded({ natives }: Guard, sent: Promise<Response>, tell: () => void): Promise<Response> {
  let told = false;
  const tellOnce = (): void => {
    if (!told) tell();
    told = true;
  };
  const timer = natives.setTimeout(tellOnce, LEFT_AFTER_MS);
  try {
    return await sent;
  } finally {
    natives.clearTimeout(timer);
    tellOnce();
  }
}

/** The body to send; null when the page's own is true. To be asked for right before it is sent. */
function trueBody(turn: Turn): string | null {
  const { found, request } = turn.parts;
  const { entries, body } = truth(found.conversation, request);
  turn.sent = entries;
  return body;
}

/** A turn of the person begins a run; every request is a step of the model. What is returned tells the background so. */
function begin({ link, models }: Guard, turn: Turn): () => void {
  const { found, request, aside } = turn.parts;
  if (aside) return () => models.conversations.tell();
  const { conversation, mark }: Found = found;
  const { last } = conversation;
  const again = last?.mark === mark && !last.complete;
  if (last !== null && last.mark !== mark) conversation.grown = true;
  const speaker = request.entries.findLast((entry) => entry.speaker !== 'system')?.speaker;
  conversation.last = { mark, complete: false };
  conversation.underway = false;
  return () => {
    models.conversations.tell();
    if (speaker === 'user' && !again) link.run(conversation.thread);
    link.step(conversation.thread);
  };
}

/** The page's answer to what the server said; `ready`: the stream of its body, if it is to be one. */
async function answered(guard: Guard, turn: Turn, response: Response, ready: StreamAnswer | null): Promise<Response> {
  const { natives } = guard;
  if (!isServed(natives, response) || natives.response.body(response) === null) return response;
  said(turn);
  const streams = isEvents(natives, response, turn.parts.request.stream);
  turn.answeredAs(streams);
  const writer = turn.parts.adapter.writer(turn.parts.request);
  if (streams) {
    const page = ready ?? streamOf(guard, turn);
    void finished(guard, turn, response, page, writer);
    return rebuilt(natives, response, page.stream, true);
  }
  const page = bodyAnswer(() => !turn.left);
  // What turns out to be no answer of the protocol is the page's as it came.
  await finished(guard, turn, natives.response.clone(response), page, writer);
  if (page.failure !== null) throw page.failure.error;
  return page.whole() === '' ? response : rebuilt(natives, response, page.whole(), true);
}

/** The model has read what it is told once only. */
function said({ parts: { aside, found } }: Turn): void {
  if (!aside) found.conversation.pending = [];
}

async function finished(
  guard: Guard,
  turn: Turn,
  first: Response,
  page: PageAnswer,
  writer: AnswerWriter,
): Promise<void> {
  const end = await converse(guard, turn, first, page, writer);
  if (end === null) return;
  // All of it before the page reads the end: what it sends next goes on from here.
  remember(guard, turn, writer, end.id);
  turn.phase = 'over';
  await end.rest();
}

function streamOf({ natives }: Guard, turn: Turn): StreamAnswer {
  return streamAnswer(natives, turn.parts.adapter.keepAlive, (error) => turn.leave({ kind: 'aborted', error }));
}

/** Kept calls are decided now: those that may run are the answer; when none may, the model is asked after all. */
async function handed(guard: Guard, turn: Turn, open: OpenTurn): Promise<Response> {
  const { natives } = guard;
  const { exchange, request } = turn.parts;
  if (!request.stream) {
    const page = bodyAnswer(() => !turn.left);
    if (!(await handOver(guard, turn, open, page))) return asked(guard, turn);
    return made(natives, exchange.url, 200, 'application/json', page.whole());
  }
  const page = streamOf(guard, turn);
  turn.onAbort = (error) => page.fail(error);
  const work = handOver(guard, turn, open, page);
  const early = await within(guard, work, KEEP_ALIVE_AFTER_MS);
  if (early === false) return asked(guard, turn);
  if (early === null) void late(guard, turn, page, work);
  return made(natives, exchange.url, 200, 'text/event-stream', page.stream);
}

/** The page was given its stream before the kept calls were decided: what the model says to their refusal goes into it. */
async function late(guard: Guard, turn: Turn, page: StreamAnswer, work: Promise<boolean>): Promise<void> {
  const { adapter, request, exchange } = turn.parts;
  try {
    if (await page.held(work)) return;
    const body = trueBody(turn) ?? exchange.body;
    begin(guard, turn)();
    const wanted = (): boolean => !turn.left && page.open;
    const followed = await page.held(followUp(guard.natives, exchange, body, wanted));
    if (!wanted()) throw new PageGone();
    if (followed.ok) {
      said(turn);
      await finished(guard, turn, followed.response, page, adapter.writer(request));
      return;
    }
    const writer = adapter.writer(request, { id: guard.models.freshId() });
    page.text(writer.note(untoldNote(followed.why, turn.reasons)));
    page.text(writer.finish('stop', []));
    page.close();
  } catch (error) {
    fail(turn);
    page.fail(error);
  }
}

/** What `work` comes to within `ms`; null when it takes longer. */
function within<T>({ natives }: Guard, work: Promise<T>, ms: number): Promise<T | null> {
  return promised((resolve, reject) => {
    const timer = natives.setTimeout(() => resolve(null), ms);
    const wait = async (): Promise<void> => {
      try {
        resolve(await work);
      } catch (error) {
        reject(error);
      } finally {
        natives.clearTimeout(timer);
      }
    };
    void wait();
  });
}

/** No call is left waiting, and the conversation goes on with the next request. */
function fail(turn: Turn): void {
  turn.parts.found.conversation.underway = false;
  if (!turn.left) turn.abandon(WHY_FAILED);
}

/** How long the page waits for an answer that is no stream, in milliseconds. */
function patienceOf(exchange: Exchange): number {
  const seconds = Number(exchange.header('x-stainless-timeout'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : PATIENCE_MS;
}
