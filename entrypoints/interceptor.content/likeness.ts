/**
 * Responses that look like the ones they stand for. `new Response` forgets address, type and whether there was a redirect,
 * and so does `clone`; here they are put back on the object itself.
 *
 * Runs in the page's own world.
 */
import { withoutHeader } from './headers.ts';
import type { Natives } from './natives.ts';

interface Look {
  readonly url: string;
  readonly type: ResponseType;
  readonly redirected: boolean;
}

type Body = ReadableStream<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> | string | null;

/** The response with another body. `changed`: the bytes are not the server's, so its length and coding no longer hold. */
export function rebuilt(natives: Natives, real: Response, body: Body, changed: boolean): Response {
  const { response } = natives;
  const headers = changed ? withoutLength(natives, response.headers(real)) : response.headers(real);
  const init = { status: response.status(real), statusText: response.statusText(real), headers };
  return dressed(natives, new natives.Response(body, init), {
    url: response.url(real),
    type: response.type(real),
    redirected: response.redirected(real),
  });
}

/** Less what tells of the bytes; the same headers where they have nothing of it, for a Response makes a copy of its own. */
function withoutLength(natives: Natives, headers: Headers): Headers {
  return ['content-length', 'content-encoding']
    .filter((name) => natives.headers.get(headers, name) !== null)
    .reduce((left, name) => withoutHeader(natives, left, name), headers);
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
