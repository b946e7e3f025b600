/**
 * What becomes of a request that carries messages of the protocol: which connection it is on, which calls it makes, and
 * who sees it through.
 *
 * Runs in the page's own world. From here on nothing falls through: what goes wrong with a call denies it.
 */
import type { Outbound, Traffic } from '../../engine/wire/adapter.ts';
import { watch } from './answer/answer.ts';
import type { Awaited } from './calls/call.ts';
import { type Connection, endpointOf, sameConnection, threadHint } from './calls/connection.ts';
import { isOwnLeg } from './calls/continuations.ts';
import type { Exchange } from './exchange.ts';
import type { Guard } from './guard.ts';
import { aside, refuse } from './hold/aside.ts';
import { type BatchItem, batch } from './hold/batch.ts';
import { direct, json } from './hold/direct.ts';
import { broken, undecodable } from './hold/words.ts';

/** Whether the traffic says nothing to the guard: then the request is none of its business. */
export function isInert(traffic: Traffic): boolean {
  return traffic.messages.every(({ message }) => message.kind === 'other');
}

/** Sees a request through. Resolves with what the page gets, rejects as its own `fetch` would. */
export async function handle(guard: Guard, exchange: Exchange, traffic: Traffic): Promise<Response> {
  // Nobody waits from the start: the page's own `fetch` says so.
  if (exchange.signal !== null && guard.natives.signal.aborted(exchange.signal)) return exchange.send();
  const connection = connectionOf(guard, exchange, traffic);
  for (const { message } of traffic.messages) if (message.kind === 'cancel') guard.calls.cancel(message.id, connection);
  const items: BatchItem[] = [];
  try {
    const editable = guard.adapter.argumentHeader === null || !exchange.hasHeader(guard.adapter.argumentHeader);
    for (const { message } of traffic.messages)
      items[items.length] = item(guard, connection, message, items.length, editable);
    const calls = items.flatMap(({ call }) => (call === null ? [] : [call]));
    if (exchange.signal !== null && calls.length > 0) guard.signals.follow(exchange.signal, calls);
    return await route(guard, exchange, traffic, connection, items);
  } catch (error) {
    const unasked = items.length < traffic.messages.length;
    const waiting = items.flatMap(({ call }) => (call?.phase === 'waiting' ? [call] : []));
    // Only a fault of the guard leaves a call waiting or unasked: whatever the page or the server did has ended it.
    if (!unasked && waiting.length === 0) throw error;
    for (const call of waiting) guard.calls.withdraw(call, broken(error));
    return faultAnswer(guard, exchange, traffic, broken(error));
  }
}

/** The answer to a request on whose calls the guard itself failed: none of them has run. */
function faultAnswer(guard: Guard, exchange: Exchange, traffic: Traffic, reason: string): Response {
  const denials = traffic.messages.flatMap(({ message }) =>
    message.kind === 'call' ? [guard.adapter.denial(message.id, reason)] : [],
  );
  return json(
    guard,
    exchange,
    traffic.batch ? `[${denials.join(',')}]` : (denials[0] ?? guard.adapter.denial(null, reason)),
  );
}

async function route(
  guard: Guard,
  exchange: Exchange,
  traffic: Traffic,
  connection: Connection,
  items: readonly BatchItem[],
): Promise<Response> {
  const elsewhere = connection.kind !== 'session';
  const [single] = items;
  if (!traffic.batch && single !== undefined) {
    const { message, call } = single;
    if (message.kind === 'call' && call !== null) {
      if (elsewhere) return aside(guard, { exchange, call, id: message.id, path: traffic.messages[0]?.path ?? [] });
      return direct(guard, {
        exchange,
        call,
        id: message.id,
        path: [],
        legs: call.hold.legs,
        ownLeg: isOwnLeg(message),
      });
    }
    if (message.kind === 'undecodable') {
      const reason = undecodable(message.why);
      return elsewhere
        ? refuse(guard, exchange, connection, message.id, reason)
        : json(guard, exchange, guard.adapter.denial(message.id, reason));
    }
  } else if (items.some(({ message }) => message.kind === 'call' || message.kind === 'undecodable')) {
    return batch(guard, exchange, items);
  }
  return passOn(guard, exchange, traffic, connection, items);
}

/** Sends a request without calls, and looks at the answer where it says something about one. */
async function passOn(
  guard: Guard,
  exchange: Exchange,
  traffic: Traffic,
  connection: Connection,
  items: readonly BatchItem[],
): Promise<Response> {
  const awaited = items.flatMap((one) => (one.awaited === null ? [] : [one.awaited]));
  const begins = traffic.messages.some(({ message }) => message.kind === 'run');
  if (begins && connection.kind !== 'session') guard.link.run(threadHint(guard.adapter.protocol, connection));
  const response = await exchange.send();
  if (begins && connection.kind === 'session') {
    // The session has its name from the answer to its first request.
    const session = guard.natives.headers.get(guard.natives.response.headers(response), guard.adapter.sessionHeader);
    guard.link.run(threadHint(guard.adapter.protocol, { ...connection, session: session ?? connection.session }));
  }
  return awaited.length === 0 || connection.kind !== 'session' ? response : watch(guard, exchange, response, awaited);
}

function item(guard: Guard, connection: Connection, message: Outbound, index: number, editable: boolean): BatchItem {
  switch (message.kind) {
    case 'call': {
      const resumed = guard.continuations.resume(message, connection);
      if (resumed !== null) guard.calls.expect({ connection, id: message.id, call: resumed, expects: 'call' });
      const thread = threadHint(guard.adapter.protocol, connection);
      const call = resumed ?? guard.calls.open(message, connection, thread, editable);
      return { message, index, call, awaited: null };
    }
    case 'collect': {
      const call = guard.continuations.task(message.task, (one) => sameConnection(one, connection));
      if (call === null) return { message, index, call: null, awaited: null };
      const awaited: Awaited = { connection, id: message.id, call, expects: message.expects };
      guard.calls.expect(awaited);
      return { message, index, call: null, awaited };
    }
    default:
      return { message, index, call: null, awaited: null };
  }
}

function connectionOf(guard: Guard, exchange: Exchange, traffic: Traffic): Connection {
  const endpoint = endpointOf(new guard.natives.URL(exchange.url));
  if (traffic.form === 'relay' && traffic.session !== null)
    return { kind: 'relay', endpoint, session: traffic.session };
  if (guard.downlinks.announced(exchange.url)) return { kind: 'announced', url: exchange.url };
  return { kind: 'session', endpoint, session: exchange.header(guard.adapter.sessionHeader) };
}
