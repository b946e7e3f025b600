/**
 * A copy of the arguments of a `fetch` that is to wait. The page may use the same objects for its next request meanwhile;
 * what goes out later is what was passed, and what was decided on.
 */

import { bytesOf } from '../body/bytes.ts';
import { branded } from '../branded.ts';
import { headersCopy } from '../headers.ts';
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

/** Copies `input` and `init`, but for a body that is a stream: it goes out once it is replaced (`withBody`). */
export function ownCopy(natives: Natives, input: unknown, init: RequestInit): Base {
  const copy: RequestInit = { ...init };
  for (const member of MEMBERS)
    if (!Object.hasOwn(copy, member) && member in init) Reflect.set(copy, member, init[member]);
  if (init.headers !== undefined) copy['headers'] = headersCopy(natives, init.headers);
  if (init.body !== undefined) copy.body = bytesOf(natives, init.body)?.slice() ?? init.body;
  return { input: inputCopy(natives, input), init: copy };
}

/** The same with this body. */
export function withBody({ input, init }: Base, body: string | Uint8Array<ArrayBuffer>): Base {
  // Only streams need a `duplex`.
  const { duplex: _, ...rest }: RequestInit & { duplex?: unknown } = { ...init };
  return { input, init: { ...rest, body } };
}

/** The argument as a Request, of whatever realm; null when it is none. */
export function asRequest(natives: Natives, input: unknown): Request | null {
  return branded<Request>(input, (value) => natives.request.url(value)) ? input : null;
}

function inputCopy(natives: Natives, input: unknown): Request | string {
  // An address given as an object can be changed; a Request cannot.
  return asRequest(natives, input) ?? String(input);
}
