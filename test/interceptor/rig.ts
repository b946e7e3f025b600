/**
 * The interceptor in one process with a server: its real parts around a given upstream and a small background. Time is
 * the test runner's, so that a minute's wait takes none.
 */
import { install } from '../../entrypoints/interceptor.content/install.ts';
import { captureNatives, type Natives } from '../../entrypoints/interceptor.content/natives.ts';
import { FakeBackground } from './fake-background.ts';

/** A request as the server saw it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
  readonly init: unknown;
  readonly input: unknown;
}

export type Upstream = (request: Request) => Response | Promise<Response>;

export interface Rig {
  /** What a page calls. */
  readonly fetch: typeof globalThis.fetch;
  readonly background: FakeBackground;
  readonly sent: Seen[];
  /** Bodies of the POST requests that reached the server. */
  bodies(): string[];
}

export interface RigOptions {
  readonly bridge?: boolean;
  /** Tells page loads apart. */
  readonly load?: string;
}

export function rig(upstream: Upstream, { bridge = true, load = 'load' }: RigOptions = {}): Rig {
  const sent: Seen[] = [];
  const native = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const body = request.body === null ? '' : await request.clone().text();
    sent.push({ method: request.method, url: request.url, headers: request.headers, body, input, init });
    return tied(await aborting(Promise.resolve(upstream(request)), request.signal), request.signal);
  };
  const natives: Natives = captureNatives(globalThis, native);
  const { fetch, ends } = install(natives, load, null);
  const background = new FakeBackground(ends, bridge);
  return {
    fetch: (input, init) => fetch(undefined, init === undefined ? [input] : [input, init]),
    background,
    sent,
    bodies: () => sent.filter((one) => one.method === 'POST').map((one) => one.body),
  };
}

/** Rejects with the signal's reason when it is aborted first, as a real `fetch` does. */
function aborting<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** Ties the body to the signal, and gives the response the address it came from. */
function tied(response: Response, signal: AbortSignal): Response {
  if (response.body === null) return response;
  const through = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  response.body.pipeTo(through.writable, { signal }).catch(() => undefined);
  return new Response(through.readable, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}

/** A body that is written step by step. */
export interface Script {
  readonly response: Response;
  write(text: string): void;
  close(): void;
  fail(error: unknown): void;
  /** Resolves when the reader has given it up. */
  readonly cancelled: Promise<unknown>;
}

export function eventStream(headers: Record<string, string> = {}): Script {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let gaveUp: (reason: unknown) => void = () => undefined;
  const cancelled = new Promise<unknown>((resolve) => {
    gaveUp = resolve;
  });
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel(reason) {
      gaveUp(reason);
    },
  });
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream', ...headers } }),
    write: (text) => controller?.enqueue(new TextEncoder().encode(text)),
    close: () => controller?.close(),
    fail: (error) => controller?.error(error),
    cancelled,
  };
}

/** A `tools/call` message. */
export function call(
  id: string | number,
  more: {
    readonly name?: string;
    readonly args?: unknown;
    readonly token?: string | number;
    readonly modern?: boolean;
  } = {},
): string {
  const { name = 'files_delete', args = { path: '/srv/a' }, token, modern = false } = more;
  const meta = {
    ...(token === undefined ? {} : { progressToken: token }),
    ...(modern ? { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } : {}),
  };
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args, ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }) },
  });
}

export function result(id: string | number, text: string, more: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }], ...more } });
}

export function post(body: BodyInit, more: RequestInit = {}): RequestInit {
  return {
    method: 'POST',
    body,
    ...more,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(more.headers as Record<string, string> | undefined),
    },
  };
}

export const jsonResponse = (body: string, init: ResponseInit = {}): Response =>
  new Response(body, {
    ...init,
    headers: { 'content-type': 'application/json', ...(init.headers as Record<string, string> | undefined) },
  });

export const ENDPOINT = 'http://localhost:3000/mcp';
