/**
 * The server's answer to a request that runs calls. It passes to the page as it comes; what ends a call is held until the
 * background has recorded it, and gets the reminders. A call that can have no result any more is settled as an error
 * with the reason.
 *
 * Runs in the page's own world.
 */
import type { Awaited } from '../calls/call.ts';
import { sameConnection } from '../calls/connection.ts';
import type { Exchange } from '../exchange.ts';
import type { Guard } from '../guard.ts';
import { rebuilt } from '../likeness.ts';
import { createOutlet, type Outlet } from '../stream/outlet.ts';
import { type Pump, pump } from '../stream/pump.ts';
import { parsed, type Reading, settleText } from './settle-text.ts';

/** Sends the request and watches its answer for what `awaited` waits for. Rejects as the page's own `fetch` would. */
export async function sendAwaited(guard: Guard, exchange: Exchange, awaited: readonly Awaited[]): Promise<Response> {
  for (const { call } of awaited) if (call.phase === 'waiting') call.phase = 'running';
  let response: Response;
  try {
    response = await exchange.send();
  } catch (error) {
    failed(guard, exchange, awaited, error);
    throw error;
  }
  return watch(guard, exchange, response, awaited);
}

/** The response, with its answers settled on their way. */
export async function watch(
  guard: Guard,
  exchange: Exchange,
  response: Response,
  awaited: readonly Awaited[],
): Promise<Response> {
  const { natives } = guard;
  const body = natives.response.body(response);
  switch (kindOf(guard, response)) {
    case 'events': {
      if (body === null) break;
      const outlet = createOutlet(natives, (reason) => {
        piped.cancel(reason);
      });
      const piped = watchEvents(guard, body, outlet, awaited);
      void finishEvents(guard, exchange, piped, outlet, awaited);
      return rebuilt(natives, response, outlet.stream, true);
    }
    case 'json': {
      const bytes = await readAll(guard, exchange, response, awaited);
      const text = natives.decode(bytes);
      const edited = await settleJson(guard, response, text, awaited);
      return rebuilt(natives, response, edited === text ? bytes : natives.encode(edited), edited !== text);
    }
    case 'accepted':
      // The answer comes on another connection, or never; then the client gives up and says so.
      return response;
    case 'unreadable':
      break;
  }
  settleAll(guard, awaited, `the server answered ${describe(guard, response)}, which is no answer of the protocol`);
  return response;
}

type AnswerKind = 'events' | 'json' | 'accepted' | 'unreadable';

export function kindOf({ natives }: Guard, response: Response): AnswerKind {
  const type = (natives.headers.get(natives.response.headers(response), 'content-type') ?? '')
    .split(';')[0]
    ?.trim()
    .toLowerCase();
  const status = natives.response.status(response);
  if (status === 202 || status === 204) return 'accepted';
  // Opaque responses say nothing, and cannot be built again.
  if (status === 0) return 'unreadable';
  if (type === 'text/event-stream') return 'events';
  return type === 'application/json' || type?.endsWith('+json') === true ? 'json' : 'unreadable';
}

/** Pipes an event stream into `outlet`, settling what it carries. */
export function watchEvents(
  guard: Guard,
  body: ReadableStream<Uint8Array>,
  outlet: Outlet,
  awaited: readonly Awaited[],
): Pump {
  const reading = readingOf(guard, awaited);
  return pump(guard.natives, body, outlet, {
    early: () => !awaited.some(({ call }) => call.phase !== 'over'),
    onEvent: ({ data }) => settleText(guard, data, reading),
  });
}

/** Sees the stream to its end, and settles what it left open. */
export async function finishEvents(
  guard: Guard,
  exchange: Exchange,
  piped: Pump,
  outlet: Outlet,
  awaited: readonly Awaited[],
): Promise<void> {
  const end = await piped.ended;
  switch (end.how) {
    case 'cancelled':
      for (const { call } of awaited) guard.calls.withdraw(call, 'the page gave up the answer');
      return;
    case 'failed':
      // What the server numbered can be asked for again on another connection.
      if (!end.resumable) failed(guard, exchange, awaited, end.error);
      outlet.fail(end.error);
      return;
    case 'closed':
      if (!end.resumable) settleAll(guard, openOf(guard, awaited), 'the server closed the stream without a result');
      outlet.close();
      return;
  }
}

/** Settles the answers in a JSON body; what it does not answer has failed. Returns the text with what is to be added. */
export async function settleJson(
  guard: Guard,
  response: Response,
  text: string,
  awaited: readonly Awaited[],
): Promise<string> {
  const edited = await settleText(guard, text, readingOf(guard, awaited));
  const open = openOf(guard, awaited);
  if (open.length > 0) {
    const json = parsed(guard, text);
    // An error under no id answers the whole request.
    const said = json === undefined ? null : guard.adapter.requestFailure(json);
    const answered = `the server answered ${describe(guard, response)}`;
    settleAll(guard, open, said === null ? `${answered} without a result for this call` : `${answered}: ${said}`);
  }
  return edited;
}

/** A call that the answer left without result, and that does not go on in another way. */
function openOf(guard: Guard, awaited: readonly Awaited[]): readonly Awaited[] {
  return awaited.filter(({ call }) => call.phase === 'running' && !guard.continuations.goesOn(call));
}

/** The caller gave up, or the way to the server failed. */
export function failed(guard: Guard, exchange: Exchange, awaited: readonly Awaited[], error: unknown): void {
  if (exchange.signal !== null && guard.natives.signal.aborted(exchange.signal)) {
    for (const { call } of awaited) guard.calls.withdraw(call, 'the page aborted the call');
  } else
    settleAll(
      guard,
      openOf(guard, awaited),
      `the request failed: ${error instanceof Error ? error.message : String(error)}`,
    );
}

export function settleAll(guard: Guard, awaited: readonly Awaited[], reason: string): void {
  for (const { call, expects } of awaited) {
    // Collecting may fail and be tried again; the call goes on.
    if (expects === 'call' && call.phase === 'running')
      void guard.calls.settle(call, { status: 'error', content: reason });
  }
}

export function describe({ natives }: Guard, response: Response): string {
  const type = natives.headers.get(natives.response.headers(response), 'content-type');
  const status = natives.response.status(response);
  if (status === 0) return `with an ${natives.response.type(response)} response`;
  return `HTTP ${status} ${natives.response.statusText(response)}`.trim() + (type === null ? '' : ` (${type})`);
}

function readingOf(guard: Guard, awaited: readonly Awaited[]): Reading {
  const own = awaited[0]?.connection;
  const serves: Reading['serves'] = (connection) => own !== undefined && sameConnection(own, connection);
  return {
    find: (id) => awaited.find((one) => one.id === id) ?? guard.calls.find(id, serves),
    serves,
  };
}

async function readAll(
  guard: Guard,
  exchange: Exchange,
  response: Response,
  awaited: readonly Awaited[],
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await guard.natives.response.arrayBuffer(response));
  } catch (error) {
    failed(guard, exchange, awaited, error);
    throw error;
  }
}
