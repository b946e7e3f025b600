/**
 * Looks at the arguments of a `fetch` without disturbing them: is it a request that can carry a tool call, and with which
 * text? What can be told at once is told at once; only bodies that have to be read take a moment.
 *
 * Runs in the page's own world. Throws nothing of its own: arguments that `fetch` would refuse are left to `fetch`.
 */
import type { Natives } from '../natives.ts';
import { asRequest, type Base, ownCopy } from './copy.ts';

export type Peek =
  /** Nothing to look at: the call goes to the real `fetch` as it is. */
  | { readonly kind: 'pass' }
  /** A request that may be answered with an event stream. */
  | { readonly kind: 'get' }
  /** A request with a body of this text. `base` makes the copy it is sent from. */
  | { readonly kind: 'text'; readonly text: string; readonly base: () => Base }
  /** A request whose body has to be read first. `base` is what to send. */
  | { readonly kind: 'later'; readonly read: () => Promise<{ readonly text: string; readonly base: Base }> };

const PASS: Peek = { kind: 'pass' };

export function peek(natives: Natives, args: readonly unknown[]): Peek {
  const [input, given] = args;
  const request = asRequest(natives, input);
  const init = typeof given === 'object' && given !== null ? (given as RequestInit) : {};
  const method = String(init.method ?? (request === null ? 'GET' : natives.request.method(request))).toUpperCase();
  if (method === 'GET') return { kind: 'get' };
  if (method !== 'POST') return PASS;
  const { body } = init;
  if (body === undefined || body === null) return request === null ? PASS : ofRequest(natives, request, init);
  return ofBody(natives, input, init, body);
}

function ofBody(natives: Natives, input: unknown, init: RequestInit, body: unknown): Peek {
  const text = (value: string): Peek => ({
    kind: 'text',
    text: value,
    base: () => ownCopy(natives, input, init, undefined),
  });
  if (typeof body === 'string') return text(body);
  if (body instanceof ArrayBuffer) return looksLikeJson(new Uint8Array(body)) ? text(natives.decode(body)) : PASS;
  if (ArrayBuffer.isView(body)) {
    const bytes = new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength);
    return looksLikeJson(bytes) ? text(natives.decode(bytes)) : PASS;
  }
  if (body instanceof FormData || body instanceof URLSearchParams) return PASS;
  if (body instanceof Blob) {
    if (!mayBeJson(contentType(natives, init) ?? natives.blob.type(body))) return PASS;
    // A copy at once: what is in the init when the blob has been read is not what was passed.
    const base = ownCopy(natives, input, init, undefined);
    return { kind: 'later', read: async () => ({ text: await natives.blob.text(body), base }) };
  }
  if (body instanceof ReadableStream) {
    if (!mayBeJson(contentType(natives, init) ?? '')) return PASS;
    return {
      kind: 'later',
      // A stream can be read once: the request goes out with the text instead.
      read: async () => {
        const read = await natives.response.text(new natives.Response(body));
        return { text: read, base: ownCopy(natives, input, init, read) };
      },
    };
  }
  // `fetch` makes text of everything else.
  const written = String(body);
  return { kind: 'text', text: written, base: () => ownCopy(natives, input, init, written) };
}

function ofRequest(natives: Natives, request: Request, init: RequestInit): Peek {
  const type = natives.headers.get(
    init.headers === undefined ? natives.request.headers(request) : new natives.Headers(init.headers),
    'content-type',
  );
  if (natives.request.body(request) === null || !mayBeJson(type ?? '')) return PASS;
  // As `fetch` does first of all: it takes the body over, so that the page can no longer read or send it.
  const own = new natives.Request(request, init);
  return {
    kind: 'later',
    read: async () => ({
      text: await natives.request.text(natives.request.clone(own)),
      base: { input: own, init: undefined },
    }),
  };
}

function contentType(natives: Natives, init: RequestInit): string | null {
  return init.headers === undefined ? null : natives.headers.get(new natives.Headers(init.headers), 'content-type');
}

/** No type at all is taken for JSON too: servers do. */
function mayBeJson(type: string): boolean {
  return type === '' || /json|text\/plain/i.test(type);
}

/** White space, and the bytes of a byte order mark. */
const SKIPPED: readonly number[] = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf];

/** Whether the first byte that says something opens an object or an array. */
function looksLikeJson(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (!SKIPPED.includes(byte)) return byte === 0x7b || byte === 0x5b;
  return false;
}
