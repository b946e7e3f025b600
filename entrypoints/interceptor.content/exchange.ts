/**
 * One request that the guard has taken over: what it says, who waits for it, and how it is sent on.
 */

import { branded } from './branded.ts';
import { headersOf, withoutHeader } from './headers.ts';
import type { Natives } from './natives.ts';
import { bare } from './promises.ts';
import { asRequest, type Base } from './sources/copy.ts';

export interface Exchange {
  /** Absolute, without fragment: what `response.url` would say. */
  readonly url: string;
  /** The body as text, without the coding that it is sent in. */
  readonly body: string;
  /** Whether the caller takes an event stream for an answer. */
  readonly streams: boolean;
  header(name: string): string | null;
  /** Whether there is a header whose name begins like this, in lower case. */
  hasHeader(prefix: string): boolean;
  /** Aborted when the caller gives up. */
  readonly signal: AbortSignal | null;
  /** Sends the request as it was passed. */
  send(): Promise<Response>;
  /**
   * The same request with another body. It goes out uncoded: not every coding can be made, and every server takes none. And it goes
   * out without `keepalive`: a browser refuses more than 64 KiB in all such requests under way together, which the page reckoned with.
   * Its answer is read by the page, so it need not outlive it.
   */
  withBody(body: string): Exchange;
  /** The same request to another address; of one that has no body. */
  at(url: string): Exchange;
}

/** The text as a body that gives the request no other type than `before` did. */
function inPlaceOf(natives: Natives, before: unknown, text: string): BodyInit {
  if (typeof before === 'string') return text;
  return branded<Blob>(before, natives.blob.type)
    ? new natives.Blob([text], { type: natives.blob.type(before) })
    : natives.encode(text);
}

/**
 * `receiver` is what the page called `fetch` on. What is wrong with address or headers `send` rejects with, as `fetch` does; who asks
 * for them before is thrown the same. They are worked out when somebody asks: for most requests to a model, nobody does.
 */
export function createExchange(natives: Natives, receiver: unknown, base: Base, body: string): Exchange {
  const { init } = base;
  const request = asRequest(natives, base.input);
  const from = natives.base();
  let known: Headers | null = null;
  const headers = (): Headers => {
    known ??= headersOf(natives, request, init ?? bare<RequestInit>({}));
    return known;
  };
  const header = (name: string): string | null => natives.headers.get(headers(), name);
  // A `null` in the init takes the Request's own signal away.
  const signal = init?.signal !== undefined ? init.signal : request === null ? null : natives.request.signal(request);
  return {
    get url() {
      const url = new natives.URL(request === null ? String(base.input) : natives.request.url(request), from);
      url.hash = '';
      return url.href;
    },
    body,
    get streams() {
      return header('accept')?.includes('text/event-stream') ?? false;
    },
    header,
    hasHeader(prefix) {
      let found = false;
      natives.headers.forEach(headers(), (_, name) => {
        if (name.startsWith(prefix)) found = true;
      });
      return found;
    },
    signal,
    send: () => natives.fetch(receiver, init === undefined ? [base.input] : [base.input, init]),
    at: (address) =>
      createExchange(
        natives,
        receiver,
        { input: request === null ? address : new natives.Request(address, request), init },
        body,
      ),
    withBody: (text) => {
      const change: RequestInit = {
        body: header('content-type') === null ? inPlaceOf(natives, init?.body, text) : text,
        keepalive: false,
        ...(header('content-encoding') === null
          ? {}
          : { headers: withoutHeader(natives, headers(), 'content-encoding') }),
      };
      return createExchange(
        natives,
        receiver,
        request === null || init !== undefined
          ? { input: base.input, init: { ...init, ...change } }
          : { input: new natives.Request(request, change), init: undefined },
        text,
      );
    },
  };
}
