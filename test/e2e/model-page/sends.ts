/** Ways in which a page may pass its request body to `fetch`. Runs in the page. */

export type Way = 'plain' | 'keepalive' | 'stream' | 'gzipped bytes' | 'gzipped stream' | 'unknown coding';

const bytes = (body: string): ReadableStream<Uint8Array<ArrayBuffer>> => new Blob([body]).stream();
const gzipped = (body: string): ReadableStream<Uint8Array<ArrayBuffer>> =>
  bytes(body).pipeThrough(new CompressionStream('gzip'));
const whole = (stream: ReadableStream): Promise<ArrayBuffer> => new Response(stream).arrayBuffer();
/** Streams need a `duplex`, which the types of the DOM do not know. */
const streaming = (body: ReadableStream): RequestInit => Object.assign({ body }, { duplex: 'half' });
const coded = (coding: string): HeadersInit => ({ 'content-encoding': coding });

/** What changes in the init of a request with this body. */
const WAYS: Readonly<Record<Way, (body: string) => RequestInit | Promise<RequestInit>>> = {
  plain: (body) => ({ body }),
  keepalive: (body) => ({ body, keepalive: true }),
  stream: (body) => streaming(bytes(body)),
  'gzipped bytes': async (body) => ({ body: await whole(gzipped(body)), headers: coded('gzip') }),
  'gzipped stream': (body) => ({ ...streaming(gzipped(body)), headers: coded('gzip') }),
  'unknown coding': async (body) => ({ body: await whole(gzipped(body)), headers: coded('other') }),
};

/** The page's `fetch`, with bodies passed this way. */
export function sending(way: Way): typeof globalThis.fetch {
  return async (input, init = {}) => {
    if (typeof init.body !== 'string') return window.fetch(input, init);
    const { headers: more, ...change } = await WAYS[way](init.body);
    const headers = new Headers(init.headers);
    new Headers(more).forEach((value, name) => {
      headers.set(name, value);
    });
    return window.fetch(input, { ...init, ...change, headers });
  };
}
