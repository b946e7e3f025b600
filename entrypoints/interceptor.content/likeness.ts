/**
 * Responses that look like the ones they stand for. `new Response` forgets address, type and whether there was a redirect,
 * and so does `clone`; here they are put back on the object itself.
 *
 * Runs in the page's own world.
 */
import type { Natives } from './natives.ts';

interface Look {
  readonly url: string;
  readonly type: ResponseType;
  readonly redirected: boolean;
}

type Body = ReadableStream<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> | string | null;

/** What a response says of the bytes that its server sent. */
const OF_BYTES: readonly string[] = ['content-length', 'content-encoding'];

/** The response with another body. `changed`: the bytes are not the server's, so its length and coding no longer hold. */
export function rebuilt(natives: Natives, real: Response, body: Body, changed: boolean): Response {
  const { response } = natives;
  const made = new natives.Response(body, { status: response.status(real), statusText: response.statusText(real) });
  const headers = response.headers(made);
  // One by one takes half the time of handing them over together, for which the browser asks the page's own iterators.
  natives.headers.forEach(response.headers(real), (value, name) => {
    if (!changed || !OF_BYTES.includes(name)) natives.headers.set(headers, name, value);
  });
  return dressed(natives, made, {
    url: response.url(real),
    type: response.type(real),
    redirected: response.redirected(real),
  });
}

/** A response that no server sent. */
export function made(natives: Natives, url: string, status: number, contentType: string | null, body: Body): Response {
  const headers = new natives.Headers(
    contentType === null ? {} : { 'content-type': contentType, 'cache-control': 'no-cache' },
  );
  const own = new natives.URL(url).origin === new natives.URL(natives.base()).origin;
  return dressed(natives, new natives.Response(body, { status, headers }), {
    url,
    type: own ? 'basic' : 'cors',
    redirected: false,
  });
}

function dressed(natives: Natives, response: Response, look: Look): Response {
  const own = (value: unknown): PropertyDescriptor => ({
    value,
    configurable: true,
    enumerable: false,
    writable: false,
  });
  Object.defineProperties(response, {
    url: own(look.url),
    type: own(look.type),
    redirected: own(look.redirected),
    clone: own({ clone: () => dressed(natives, natives.response.clone(response), look) }.clone),
  });
  return response;
}
