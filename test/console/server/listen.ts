/**
 * A web-standard handler behind Node's HTTP server, on loopback only.
 * INVARIANT: no request of a foreign page gets through. The server runs tools on this machine, so a page elsewhere must not
 * reach it by a name that resolves to loopback (Host) or by a cross-site request (Origin, Sec-Fetch-Site).
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

export type Handler = (request: Request) => Promise<Response>;

export interface Listening {
  /** Without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** @param port 0 = any free one */
export async function listen(handler: Handler, port: number): Promise<Listening> {
  const server = createServer((incoming, outgoing) => {
    answer(handler, incoming, outgoing).catch((error: unknown) => {
      // The caller went away in the middle of a stream: nobody is left to be told.
      outgoing.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The console got no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const refusal = whyRefused(incoming);
  const response = refusal === undefined ? await respond(handler, incoming, outgoing) : text(403, refusal);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  await pipeline(Readable.fromWeb(response.body as NodeReadableStream), outgoing);
}

async function respond(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<Response> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  const bodyless = incoming.method === 'GET' || incoming.method === 'HEAD';
  const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers,
    signal: gone.signal,
    ...(bodyless ? {} : { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
  });
  try {
    return await handler(request);
  } catch (error) {
    return text(500, error instanceof Error ? error.message : String(error));
  }
}

/** The reason to turn a request away, or undefined. */
export function whyRefused(request: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined {
  const port = request.socket.localPort;
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  const { host, origin } = request.headers;
  if (host === undefined || !hosts.includes(host.toLowerCase()))
    return 'This server answers to its loopback address only.';
  if (origin !== undefined && !hosts.some((name) => origin === `http://${name}`))
    return 'Requests from other origins are refused.';
  const crossSite = request.headers['sec-fetch-site'] === 'cross-site';
  if (crossSite && request.headers['sec-fetch-mode'] !== 'navigate') return 'Cross-site requests are refused.';
  return undefined;
}

function text(status: number, body: string): Response {
  return new Response(body, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
