/**
 * The page's `fetch`: requests that carry tool calls, and those for answers that a model's server keeps, are taken over, event
 * streams are owned, everything else goes to the real `fetch` with the very arguments the page passed (of headers that can be walked
 * through once, a copy).
 *
 * Runs in the page's own world.
 */

import { createExchange, type Exchange } from '../exchange.ts';
import type { Guard } from '../guard.ts';
import { headersOf, isOnce } from '../headers.ts';
import { handleModel } from '../model/handle.ts';
import { deleted, fetched, type Kept, keptAt } from '../model/stored.ts';
import type { Bare } from '../promises.ts';
import { handle, isInert } from '../request.ts';
import { refusedUnread } from '../unread.ts';
import type { Base } from './copy.ts';
import { asRequest, ownCopy } from './copy.ts';
import { initOf, methodOf, type Peek, peek, type Read } from './peek.ts';

/** Does what `fetch` does, on the receiver the page called it on. */
export type FetchSource = (receiver: unknown, args: readonly unknown[]) => Promise<Response>;

/** `mode` is asked for every request: when it is `off`, nothing is looked at; when it is `observe`, nothing is refused. */
export function createFetchSource(guard: Guard, mode: () => 'enforce' | 'observe' | 'off'): FetchSource {
  const { natives } = guard;
  return (receiver, given) => {
    if (mode() === 'off') return natives.fetch(receiver, given);
    const args = withReusableHeaders(natives, given);
    const native = (): Promise<Response> => natives.fetch(receiver, args);
    const seen = look(guard, args);
    if (seen === null) return mode() === 'enforce' && isRequest(natives, args) ? unseen() : native();
    switch (seen.kind) {
      case 'pass':
        return toStored(guard, receiver, args, native) ?? native();
      case 'get':
        return toStored(guard, receiver, args, native) ?? ownStream(guard, native(), args);
      case 'text': {
        const { text, base } = seen;
        return takeOver(guard, receiver, text, args[0], base, native);
      }
      case 'later':
        return readFirst(guard, receiver, seen.read, () => mode() === 'enforce');
    }
  };
}

/** The arguments, with headers that are still there for `fetch` when they have been looked at. */
function withReusableHeaders(natives: Guard['natives'], args: readonly unknown[]): readonly unknown[] {
  const [input, given] = args;
  try {
    const init = initOf(given);
    if (init.headers === undefined || !isOnce(init.headers)) return args;
    const copy = ownCopy(natives, input, init);
    return [copy.input, copy.init];
  } catch {
    // Nothing that can be looked at, which `look` finds out, too.
    return args;
  }
}

/** Null: it cannot be looked at. */
function look({ natives, models }: Guard, args: readonly unknown[]): Peek | null {
  const toModel = (): boolean => {
    const path = pathOf(natives, args[0]);
    return path !== null && models.adapters.some((adapter) => adapter.creates(path));
  };
  try {
    return peek(natives, args, toModel);
  } catch {
    // Arguments that nobody can read (a header with a forbidden name, a used body), or that only `fetch` can.
    return null;
  }
}

/** Whether `fetch` would make a request of the arguments; else it says itself what is wrong. The body of a Request is taken by that. */
function isRequest(natives: Guard['natives'], args: readonly unknown[]): boolean {
  try {
    new natives.Request(args[0] as RequestInfo, (args[1] ?? undefined) as RequestInit | undefined);
    return true;
  } catch {
    return false;
  }
}

async function unseen(): Promise<never> {
  throw new TypeError('Not sent: Interlock could not look at this request, so it cannot tell whether it runs a tool.');
}

function takeOver(
  guard: Guard,
  receiver: unknown,
  text: string,
  input: unknown,
  base: () => Base,
  native: () => Promise<Response>,
): Promise<Response> {
  // Servers take a byte order mark for nothing; JSON does not.
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  const traffic = guard.adapter.sniff(body) ? guard.adapter.recognise(body) : null;
  if (traffic !== null) guard.link.seen(guard.adapter.protocol, 'execution');
  if (traffic !== null && !isInert(traffic))
    return (async () => handle(guard, exchangeOf(guard, receiver, base(), body), traffic))();
  if (traffic !== null) return native();
  return toModel(guard, receiver, body, input, base) ?? cancelling(guard, input, native) ?? native();
}

/** A request with a body that cancels an answer that a model's server keeps; null when it is none. */
function cancelling(guard: Guard, input: unknown, native: () => Promise<Response>): Promise<Response> | null {
  const path = pathOf(guard.natives, input);
  const kept = path === null ? null : keptAt(guard, path);
  return kept?.answer.cancels === true ? fetched(guard, kept, native(), null) : null;
}

/** Takes a request to a model over; null when it is none. */
function toModel(
  guard: Guard,
  receiver: unknown,
  body: string,
  input: unknown,
  base: () => Base,
): Promise<Response> | null {
  const path = pathOf(guard.natives, input);
  if (path === null) return null;
  for (const adapter of guard.models.adapters) {
    const request = adapter.sniff(path, body) ? adapter.recognise(path, body) : null;
    if (request === null) continue;
    guard.link.seen(adapter.protocol, 'model');
    // Only now is the request copied: most have nothing to do with a model.
    return (async () => handleModel(guard, adapter, exchangeOf(guard, receiver, base(), body), request))();
  }
  return null;
}

async function readFirst(
  guard: Guard,
  receiver: unknown,
  read: () => Promise<Bare<Read>>,
  refuses: () => boolean,
): Promise<Response> {
  const { text, unread, base } = await read();
  const { input, init } = base;
  const native = (): Promise<Response> => guard.natives.fetch(receiver, init === undefined ? [input] : [input, init]);
  if (unread === null) return takeOver(guard, receiver, text, input, () => base, native);
  const refused = refuses() ? refusedUnread(guard, exchangeOf(guard, receiver, base, text), unread) : null;
  return refused ?? cancelling(guard, input, native) ?? native();
}

function exchangeOf({ natives }: Guard, receiver: unknown, base: Base, text: string): Exchange {
  return createExchange(natives, receiver, base, text);
}

/** A request for an answer that a model's server keeps; null when it is none. */
function toStored(
  guard: Guard,
  receiver: unknown,
  args: readonly unknown[],
  native: () => Promise<Response>,
): Promise<Response> | null {
  const asked = storedIn(guard, args);
  if (asked === null) return null;
  const { kept, method, base } = asked;
  const exchange = base === null ? null : (): Exchange => exchangeOf(guard, receiver, base, '');
  if (method === 'DELETE') return exchange === null ? null : deleted(guard, kept, exchange);
  return fetched(guard, kept, native(), method === 'GET' ? exchange : null);
}

function storedIn(
  guard: Guard,
  [input, given]: readonly unknown[],
): { readonly kept: Kept; readonly method: string; readonly base: Base | null } | null {
  const { natives } = guard;
  const path = pathOf(natives, input);
  const kept = path === null ? null : keptAt(guard, path);
  if (kept === null) return null;
  const init = initOf(given);
  const method = methodOf(natives, asRequest(natives, input), init);
  if (!(kept.answer.cancels ? ['POST'] : ['GET', 'DELETE']).includes(method)) return null;
  return { kept, method, base: copyOf(natives, input, init) };
}

/** Null: it cannot be copied; `fetch` itself says what is wrong with it. */
function copyOf(natives: Guard['natives'], input: unknown, init: RequestInit): Base | null {
  try {
    return ownCopy(natives, input, init);
  } catch {
    return null;
  }
}

async function ownStream(guard: Guard, responded: Promise<Response>, args: readonly unknown[]): Promise<Response> {
  const { natives } = guard;
  const response = await responded;
  const type = natives.headers.get(natives.response.headers(response), 'content-type');
  if (type === null || !type.toLowerCase().startsWith('text/event-stream') || natives.response.status(response) === 0)
    return response;
  const [input, init] = args;
  const headers = headersOf(natives, asRequest(natives, input), initOf(init));
  const url = new natives.URL(addressOf(natives, input), natives.base());
  return guard.downlinks.own(guard, response, {
    url,
    session: natives.headers.get(headers, guard.adapter.sessionHeader),
  });
}

function addressOf(natives: Guard['natives'], input: unknown): string {
  const request = asRequest(natives, input);
  return request === null ? String(input) : natives.request.url(request);
}

/** The path of an address; null when it is none, which `fetch` itself says best. */
function pathOf(natives: Guard['natives'], input: unknown): string | null {
  const base = natives.base();
  const known = lastPaths.get(natives);
  if (known !== undefined && known.input === input && known.base === base) return known.path;
  const path = parsedPath(natives, input, base);
  if (typeof input === 'string') lastPaths.set(natives, { input, base, path });
  return path;
}

/** The address that was looked at last: one request asks several times, and a page asks the same model again and again. */
const lastPaths = new WeakMap<Guard['natives'], { input: string; base: string; path: string | null }>();

function parsedPath(natives: Guard['natives'], input: unknown, base: string): string | null {
  try {
    return new natives.URL(addressOf(natives, input), base).pathname;
  } catch {
    return null;
  }
}
