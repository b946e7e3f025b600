/**
 * A call whose answer goes into the response to its own request. Decided soon, it runs or is denied as if nobody had
 * looked. Held for longer, its caller is kept waiting with what it offers: progress in an event stream, or being told to
 * send the call again. A call that nobody waits for never runs.
 *
 * Runs in the page's own world.
 */
import type { WireId } from '../../../engine/wire/adapter.ts';
import type { Path } from '../../../engine/wire/json-text.ts';
import { formatEvent } from '../../../engine/wire/sse/event.ts';
import { sendAwaited } from '../answer/answer.ts';
import { answerInto } from '../answer/answer-into.ts';
import type { Awaited, Gone, GuardedCall } from '../calls/call.ts';
import { OWN_STATE } from '../calls/continuations.ts';
import type { Exchange } from '../exchange.ts';
import type { Guard } from '../guard.ts';
import { made } from '../likeness.ts';
import type { Decision } from '../link.ts';
import { createOutlet, type Outlet } from '../stream/outlet.ts';
import {
  DECIDE_WITHIN_MS,
  KEEP_ALIVE_AFTER_MS,
  LEG_MS,
  MAX_LEGS,
  PROGRESS_EVERY_MS,
  RESEND_WITHIN_MS,
  UNREAD_SIGNS,
} from '../timing.ts';
import { asDecided } from './edited.ts';
import { nextStep } from './step.ts';
import {
  NOT_CHANGED,
  NOT_IN_TIME,
  WAITING,
  WHY_NOT_CHANGED,
  WHY_NOT_RESENT,
  WHY_TOO_LATE,
  WHY_UNREAD,
} from './words.ts';

/** One request that carries one call. */
export interface Carried {
  readonly exchange: Exchange;
  readonly call: GuardedCall;
  readonly id: WireId;
  /** Where the message is in the body. */
  readonly path: Path;
  /** Whether the caller can be told to send the call again. */
  readonly legs: boolean;
  /** Whether it was sent again on the guard's own word: then it echoes a state that the server never gave out. */
  readonly ownLeg: boolean;
}

/** Resolves with the answer the page gets, rejects as its own `fetch` would. */
export async function direct(guard: Guard, carried: Carried): Promise<Response> {
  const { natives } = guard;
  const { exchange, call, id } = carried;
  const streams = call.hold.progress !== null && exchange.streams;
  const patience = streams ? KEEP_ALIVE_AFTER_MS : carried.legs ? LEG_MS : DECIDE_WITHIN_MS;
  const step = await nextStep(natives, call, patience);
  switch (step.kind) {
    case 'decided':
      return step.decision.verdict === 'allow'
        ? run(guard, carried, step.decision)
        : json(guard, exchange, guard.adapter.denial(id, step.decision.reason));
    case 'gone':
      return left(guard, exchange, step.gone);
    case 'late':
      if (streams) return heldStream(guard, carried);
      if (carried.legs && call.legs < MAX_LEGS) return json(guard, exchange, nextLeg(guard, carried));
      guard.calls.withdraw(call, WHY_TOO_LATE);
      return json(guard, exchange, guard.adapter.denial(id, NOT_IN_TIME));
  }
}

/** Answers with JSON text of the guard's own. */
export function json({ natives }: Guard, exchange: Exchange, text: string): Response {
  return made(natives, exchange.url, 200, 'application/json', text);
}

/** What a caller that is gone gets: what its own request would have got. */
export function left({ natives }: Guard, exchange: Exchange, gone: Gone): Response {
  if (gone.kind === 'aborted') throw gone.error;
  return made(natives, exchange.url, 202, null, null);
}

async function run(guard: Guard, carried: Carried, decision: Decision): Promise<Response> {
  const meant = asMeant(guard, carried, decision);
  if (meant !== null) return sendAwaited(guard, meant, [awaitedOf(carried.call, carried.id)]);
  guard.calls.withdraw(carried.call, WHY_NOT_CHANGED);
  return json(guard, carried.exchange, guard.adapter.denial(carried.id, NOT_CHANGED));
}

/** The request as it must reach the server; null when it cannot be made. */
function asMeant(guard: Guard, { exchange, path, ownLeg }: Carried, decision: Decision): Exchange | null {
  const own = ownLeg ? guard.adapter.withoutLeg(exchange.body, path) : exchange.body;
  const body = asDecided(guard, own, path, decision);
  if (body === null) return null;
  return body === exchange.body ? exchange : exchange.withBody(body);
}

function awaitedOf(call: GuardedCall, id: WireId): Awaited {
  return { connection: call.connection, id, call, expects: 'call' };
}

/** Tells the caller to send the call again, and gives it some time to. */
function nextLeg(guard: Guard, { call, id }: Carried): string {
  const state = `${OWN_STATE}${call.call}`;
  call.legs += 1;
  const leg = call.legs;
  guard.continuations.pause(call, state);
  guard.natives.setTimeout(() => {
    if (call.legs === leg && guard.continuations.paused(call)) guard.calls.withdraw(call, WHY_NOT_RESENT);
  }, RESEND_WITHIN_MS);
  return guard.adapter.leg(id, state);
}

/** Answers at once with an event stream that shows progress until the call is decided. */
function heldStream(guard: Guard, carried: Carried): Response {
  const { natives } = guard;
  const { exchange, call } = carried;
  const outlet = createOutlet(natives, (reason) => call.leave({ kind: 'aborted', error: reason }));
  void keepAlive(guard, carried, outlet);
  return made(natives, exchange.url, 200, 'text/event-stream', outlet.stream);
}

async function keepAlive(guard: Guard, carried: Carried, outlet: Outlet): Promise<void> {
  const { natives, adapter } = guard;
  const { call, id } = carried;
  const token = call.hold.progress ?? id;
  let waited = KEEP_ALIVE_AFTER_MS;
  let unread = 0;
  for (let sign = 1; ; sign += 1) {
    outlet.write(formatEvent(adapter.progress(token, sign, WAITING)));
    const leg = carried.legs && call.legs < MAX_LEGS;
    const wait = leg ? Math.min(PROGRESS_EVERY_MS, LEG_MS - waited) : PROGRESS_EVERY_MS;
    const step = await nextStep(natives, call, wait);
    waited += wait;
    switch (step.kind) {
      case 'gone':
        if (step.gone.kind === 'aborted') outlet.fail(step.gone.error);
        else outlet.close();
        return;
      case 'decided':
        await answer(guard, carried, outlet, step.decision);
        return;
      case 'late':
        unread = outlet.unread ? unread + 1 : 0;
        if (unread >= UNREAD_SIGNS) {
          guard.calls.withdraw(call, WHY_UNREAD);
          outlet.close();
          return;
        }
        if (leg && waited >= LEG_MS) {
          outlet.write(formatEvent(nextLeg(guard, carried)));
          outlet.close();
          return;
        }
    }
  }
}

/** Ends a stream that was held with what the decision leads to. */
async function answer(guard: Guard, carried: Carried, outlet: Outlet, decision: Decision): Promise<void> {
  const { call, id } = carried;
  const meant = decision.verdict === 'deny' ? null : asMeant(guard, carried, decision);
  if (meant !== null) {
    await answerInto(guard, meant, outlet, [awaitedOf(call, id)]);
    return;
  }
  if (decision.verdict === 'allow') guard.calls.withdraw(call, WHY_NOT_CHANGED);
  const reason = decision.verdict === 'deny' ? decision.reason : NOT_CHANGED;
  outlet.write(formatEvent(guard.adapter.denial(id, reason)));
  outlet.close();
}
