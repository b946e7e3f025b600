/**
 * A call whose answer comes on another connection than its request: the relay of the Inspector, and HTTP+SSE. The
 * response to the request only says that it was taken; what the caller reads is the event stream.
 *
 * Runs in the page's own world. A call that nobody waits for never runs.
 */
import type { WireId } from '../../../engine/wire/adapter.ts';
import type { Path } from '../../../engine/wire/json-text.ts';
import { describe, failed, kindOf, settleAll } from '../answer/answer.ts';
import { parsed } from '../answer/settle-text.ts';
import type { Awaited, GuardedCall } from '../calls/call.ts';
import type { Connection } from '../calls/connection.ts';
import type { Exchange } from '../exchange.ts';
import type { Guard } from '../guard.ts';
import { made, rebuilt } from '../likeness.ts';
import { DECIDE_WITHIN_MS, PROGRESS_EVERY_MS } from '../timing.ts';
import { json, left } from './direct.ts';
import { asDecided } from './edited.ts';
import { nextStep } from './step.ts';
import { NOT_CHANGED, NOT_IN_TIME, WAITING, WHY_NOT_CHANGED, WHY_TOO_LATE } from './words.ts';

/** One request that carries one call and is answered elsewhere. */
export interface CarriedAside {
  readonly exchange: Exchange;
  readonly call: GuardedCall;
  readonly id: WireId;
  /** Where the message is in the body. */
  readonly path: Path;
}

/** Resolves with what the page's request is answered, rejects as its own `fetch` would. */
export async function aside(guard: Guard, carried: CarriedAside): Promise<Response> {
  const { natives, adapter } = guard;
  const { exchange, call, id } = carried;
  const token = call.hold.progress;
  let waited = 0;
  for (let sign = 1; ; sign += 1) {
    const wait = token === null ? DECIDE_WITHIN_MS : PROGRESS_EVERY_MS;
    const step = await nextStep(natives, call, wait);
    waited += wait;
    switch (step.kind) {
      case 'gone':
        return left(guard, exchange, step.gone);
      case 'decided':
        if (step.decision.verdict === 'allow') {
          const body = asDecided(guard, exchange.body, carried.path, step.decision);
          if (body === null) {
            guard.calls.withdraw(call, WHY_NOT_CHANGED);
            return refuse(guard, exchange, call.connection, id, NOT_CHANGED);
          }
          const sent = body === exchange.body ? exchange : exchange.withBody(body);
          return pass(guard, sent, { connection: call.connection, id, call, expects: 'call' });
        }
        return refuse(guard, exchange, call.connection, id, step.decision.reason);
      case 'late': {
        const downlink = token === null ? null : guard.downlinks.of(call.connection);
        if (token !== null && downlink !== null)
          downlink.inject(wrapped(guard, call.connection, adapter.progress(token, sign, WAITING)));
        else if (waited >= DECIDE_WITHIN_MS) {
          guard.calls.withdraw(call, WHY_TOO_LATE);
          return refuse(guard, exchange, call.connection, id, NOT_IN_TIME);
        }
      }
    }
  }
}

/** Denies where the caller reads; without a stream of its own, in the response to the request. */
export function refuse(
  guard: Guard,
  exchange: Exchange,
  connection: Connection,
  id: WireId | null,
  reason: string,
): Response {
  const relay = connection.kind === 'relay';
  const downlink = guard.downlinks.of(connection);
  if (downlink === null || id === null) {
    return relay
      ? json(guard, exchange, guard.adapter.relayRefused(reason))
      : made(guard.natives, exchange.url, 403, 'text/plain', reason);
  }
  downlink.inject(wrapped(guard, connection, guard.adapter.denial(id, reason)));
  return relay
    ? json(guard, exchange, guard.adapter.relayAccepted)
    : made(guard.natives, exchange.url, 202, null, null);
}

function wrapped(guard: Guard, connection: Connection, message: string): string {
  return connection.kind === 'relay' ? guard.adapter.relayed(message) : message;
}

/** Lets the request go, and reads from its answer only whether it got through. */
async function pass(guard: Guard, exchange: Exchange, awaited: Awaited): Promise<Response> {
  const { natives } = guard;
  awaited.call.phase = 'running';
  try {
    const response = await exchange.send();
    const status = natives.response.status(response);
    if (status >= 400 || status === 0) settleAll(guard, [awaited], `the server answered ${describe(guard, response)}`);
    if (kindOf(guard, response) !== 'json') return response;
    const bytes = new Uint8Array(await natives.response.arrayBuffer(response));
    const said = parsed(guard, natives.decode(bytes));
    const failure = said === undefined ? null : guard.adapter.relayFailure(said);
    if (failure !== null) settleAll(guard, [awaited], failure);
    return rebuilt(natives, response, bytes, false);
  } catch (error) {
    failed(guard, exchange, [awaited], error);
    throw error;
  }
}
