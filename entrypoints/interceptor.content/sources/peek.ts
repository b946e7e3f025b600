/**
 * Looks at the arguments of a `fetch` without disturbing them: is it a request that can carry a tool call, and with which
 * text? What can be told at once is told at once; only bodies that have to be read take a moment.
 *
 * Runs in the page's own world. Throws nothing of its own: arguments that `fetch` would refuse are left to `fetch`.
 */

import { bytesOf, opensJson } from '../body/bytes.ts';
import { codingOf, decoded, type Said } from '../body/coding.ts';
import { branded } from '../branded.ts';
import { headersOf } from '../headers.ts';
import type { Natives } from '../natives.ts';
import { type Bare, bare, own } from '../promises.ts';
import { asRequest, type Base, ownCopy, withBody } from './copy.ts';

export type Peek =
  /** Nothing to look at: the call goes to the real `fetch` as it is. */
  | { readonly kind: 'pass' }
  /** A request that may be answered with an event stream. */
  | { readonly kind: 'get' }
  /** A request with a body of this text. `base` makes the copy it is sent from. */
  | { readonly kind: 'text'; readonly text: string; readonly base: () => Base }
  /** A request whose body has to be read first. */
  | { readonly kind: 'later'; readonly read: () => Promise<Bare<Read>> };

/** What was read of a body, and what to send. */
export interface Read extends Said {
  readonly base: Base;
}

/** The arguments taken apart. */
interface Asked {
  readonly natives: Natives;
  readonly input: unknown;
  readonly request: Request | null;
  readonly init: RequestInit;
  /** Whether the address is one of a model: its server may take JSON under any name. */
  readonly toModel: () => boolean;
}

const PASS: Peek = { kind: 'pass' };

export function peek(natives: Natives, [input, given]: readonly unknown[], toModel: () => boolean): Peek {
  const request = asRequest(natives, input);
  const init = initOf(given);
  const method = methodOf(natives, request, init);
  if (method === 'GET') return { kind: 'get' };
  if (method !== 'POST') return PASS;
  const { body } = init;
  const asked: Asked = { natives, input, request, init, toModel };
  if (body !== undefined && body !== null) return ofBody(asked, body);
  return request === null ? PASS : ofRequest(asked, request);
}

/** `fetch` looks for nothing in an init that is not there, not even on the prototype of all objects. */
export function initOf(given: unknown): RequestInit {
  return typeof given === 'object' && given !== null ? given : bare<RequestInit>({});
}

/** The method, in upper case. */
export function methodOf(natives: Natives, request: Request | null, init: RequestInit): string {
  return String(init.method ?? (request === null ? 'GET' : natives.request.method(request))).toUpperCase();
}

function ofBody(asked: Asked, body: unknown): Peek {
  const { natives, input, init } = asked;
  const text = (value: string, base = (): Base => ownCopy(natives, input, init)): Peek => ({
    kind: 'text',
    text: value,
    base,
  });
  // A text is never coded: its bytes are UTF-8.
  if (typeof body === 'string') return text(body);
  const bytes = bytesOf(natives, body);
  if (bytes !== null) {
    const coding = codingOf(natives, headersOf(natives, asked.request, init));
    if (coding !== null) return later(asked, bytes, coding, withBody);
    return opensJson(bytes) === true ? text(natives.decode(bytes)) : PASS;
  }
  if (body instanceof natives.FormData || body instanceof natives.URLSearchParams) return PASS;
  if (branded<Blob>(body, natives.blob.type)) return ofTyped(asked, body, natives.blob.type(body));
  if (branded<ReadableStream>(body, natives.stream.locked)) return ofTyped(asked, body, null);
  // `fetch` makes text of everything else.
  const written = String(body);
  return text(written, () => withBody(ownCopy(natives, input, init), written));
}

/** A body that has to be read. `own` is the type of a blob, which holds unless a header says another; null for a stream. */
function ofTyped(asked: Asked, body: Blob | ReadableStream, own: string | null): Peek {
  const { natives, request, init, toModel } = asked;
  const headers = headersOf(natives, request, init);
  const type = natives.headers.get(headers, 'content-type') ?? own ?? '';
  if (!mayBeJson(type) && !toModel()) return PASS;
  const coding = codingOf(natives, headers);
  // A stream can be read once: the request goes out with its bytes instead.
  return later(asked, body, coding, own === null ? withBody : (copy) => copy);
}

function later(
  { natives, input, init }: Asked,
  body: BodyInit,
  coding: string | null,
  sent: (copy: Base, bytes: Uint8Array<ArrayBuffer>) => Base,
): Peek {
  // A copy at once: what is in the init when the body has been read is not what was passed.
  const copy = ownCopy(natives, input, init);
  return {
    kind: 'later',
    read: () => {
      const arriving = natives.response.arrayBuffer(new natives.Response(body));
      return own(readOf(natives, arriving, coding, (bytes) => sent(copy, bytes)));
    },
  };
}

function ofRequest({ natives, init, toModel }: Asked, request: Request): Peek {
  const headers = headersOf(natives, request, init);
  const type = natives.headers.get(headers, 'content-type') ?? '';
  if (natives.request.body(request) === null || !(mayBeJson(type) || toModel())) return PASS;
  const coding = codingOf(natives, headers);
  // As `fetch` does first of all: it takes the body over, so that the page can no longer read or send it.
  const taken = new natives.Request(request, init);
  return {
    kind: 'later',
    read: () => {
      const arriving = natives.request.arrayBuffer(natives.request.clone(taken));
      return own(readOf(natives, arriving, coding, () => ({ input: taken, init: undefined })));
    },
  };
}

async function readOf(
  natives: Natives,
  arriving: Promise<ArrayBuffer>,
  coding: string | null,
  base: (bytes: Uint8Array<ArrayBuffer>) => Base,
): Promise<Bare<Read>> {
  const bytes = new Uint8Array(await arriving);
  return bare({ ...(await decoded(natives, bytes, coding)), base: base(bytes) });
}

/** No type at all is taken for JSON too: servers do. */
function mayBeJson(type: string): boolean {
  return type === '' || /json|text\/plain/i.test(type);
}
