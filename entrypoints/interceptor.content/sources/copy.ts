/**
 * A copy of the arguments of a `fetch` that is to wait. The page may use the same objects for its next request meanwhile;
 * what goes out later is what was passed, and what was decided on.
 */
import type { Natives } from '../natives.ts';

/** What the real `fetch` is given. */
export interface Base {
  readonly input: Request | string;
  readonly init: RequestInit | undefined;
}

/** Members that a `RequestInit` may have on its prototype (a Request passed as one has them all there). */
const MEMBERS = [
  'method',
  'headers',
  'mode',
  'credentials',
  'cache',
  'redirect',
  'referrer',
  'referrerPolicy',
  'integrity',
  'keepalive',
  'signal',
] as const;

/** Copies `input` and `init`. `text` replaces the body when it is given. */
export function ownCopy(natives: Natives, input: unknown, init: RequestInit, text: string | undefined): Base {
  const copy: RequestInit & { duplex?: unknown } = { ...init };
  for (const member of MEMBERS)
    if (!Object.hasOwn(copy, member) && member in init) Reflect.set(copy, member, init[member]);
  if (init.headers !== undefined) copy['headers'] = headersCopy(natives, init.headers);
  const body = text ?? bodyCopy(init.body);
  if (body !== undefined) copy.body = body;
  // Only streams need it, and a text is none.
  if (text !== undefined) delete copy.duplex;
  return { input: inputCopy(natives, input), init: copy };
}

/** The argument as a Request, of whatever realm; null when it is none. */
export function asRequest(natives: Natives, input: unknown): Request | null {
  return branded<Request>(input, (value) => natives.request.url(value)) ? input : null;
}

function inputCopy(natives: Natives, input: unknown): Request | string {
  // An address given as an object can be changed; a Request cannot.
  return asRequest(natives, input) ?? String(input);
}

/** Written the same way: a record keeps the letters of its names, which a Headers object would lower. */
function headersCopy(natives: Natives, headers: HeadersInit): HeadersInit {
  if (branded<Headers>(headers, (value) => natives.headers.get(value, 'accept'))) return new natives.Headers(headers);
  if (Symbol.iterator in headers)
    return Array.from(headers, ([name = '', value = '']): [string, string] => [name, value]);
  return { ...headers };
}

/** Whether `value` has the inner slot that `read` asks for; without it the browser's own getters throw a TypeError. */
function branded<T extends object>(value: unknown, read: (value: T) => unknown): value is T {
  if (typeof value !== 'object' || value === null) return false;
  try {
    read(value as T);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function bodyCopy(body: BodyInit | null | undefined): BodyInit | null | undefined {
  if (body instanceof ArrayBuffer) return body.slice(0);
  if (ArrayBuffer.isView(body))
    return new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength).slice();
  return body;
}
