/**
 * The server's answer to a call whose caller already reads an event stream of the guard's: it goes on in that stream.
 *
 * Runs in the page's own world.
 */
import type { Json } from '../../../engine/tool-call.ts';
import { elements, locate } from '../../../engine/wire/json-text.ts';
import { formatEvent } from '../../../engine/wire/sse/event.ts';
import type { Awaited } from '../calls/call.ts';
import type { Exchange } from '../exchange.ts';
import type { Guard } from '../guard.ts';
import type { Outlet } from '../stream/outlet.ts';
import { describe, failed, finishEvents, kindOf, settleAll, settleJson, watchEvents } from './answer.ts';
import { parsed } from './settle-text.ts';

/** Sends the request and writes its answer into `outlet`, which is closed at the end. Never rejects. */
export async function answerInto(
  guard: Guard,
  exchange: Exchange,
  outlet: Outlet,
  awaited: readonly Awaited[],
): Promise<void> {
  for (const { call } of awaited) if (call.phase === 'waiting') call.phase = 'running';
  try {
    const response = await exchange.send();
    await carryOver(guard, exchange, response, outlet, awaited);
  } catch (error) {
    failed(guard, exchange, awaited, error);
    outlet.fail(error);
  }
}

async function carryOver(
  guard: Guard,
  exchange: Exchange,
  response: Response,
  outlet: Outlet,
  awaited: readonly Awaited[],
): Promise<void> {
  const { natives } = guard;
  const body = natives.response.body(response);
  const kind = kindOf(guard, response);
  if (kind === 'events' && body !== null) {
    const piped = watchEvents(guard, body, outlet, awaited);
    for (const { call } of awaited) void cancelWhenGone(call, piped.cancel);
    await finishEvents(guard, exchange, piped, outlet, awaited);
    return;
  }
  if (kind === 'accepted') {
    outlet.close();
    return;
  }
  const text = kind === 'json' ? await natives.response.text(response) : '';
  const edited = kind === 'json' ? await settleJson(guard, response, text, awaited) : '';
  if (kind !== 'json')
    settleAll(guard, awaited, `the server answered ${describe(guard, response)}, which is no answer of the protocol`);
  for (const event of messagesIn(guard, edited, response, awaited)) outlet.write(formatEvent(event));
  outlet.close();
}

/** The messages of a JSON body one by one; when they do not answer, a failure for each request that waits for one. */
function messagesIn(guard: Guard, text: string, response: Response, awaited: readonly Awaited[]): readonly string[] {
  const json: Json | undefined = parsed(guard, text);
  if (json !== undefined && guard.adapter.answers(json).length > 0) {
    const whole = locate(text, []);
    const parts = whole === null ? [] : elements(text, whole);
    return parts.length === 0 ? [text] : parts.map(({ start, end }) => text.slice(start, end));
  }
  const said = json === undefined ? null : guard.adapter.requestFailure(json);
  const reason = said ?? `the server answered ${describe(guard, response)}`;
  return awaited.map(({ id }) => guard.adapter.failure(id, reason));
}

async function cancelWhenGone({ gone }: Awaited['call'], cancel: (reason: unknown) => void): Promise<void> {
  const left = await gone;
  if (left.kind === 'aborted') cancel(left.error);
}
