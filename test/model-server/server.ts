/**
 * A model that says what a script tells it, behind a strict server on loopback. Protocol-neutral: what a good request is, and how
 * an error reads, comes from outside. Runs under Node, in tests only; any page may talk to it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip, gzipSync } from 'node:zlib';
import type { JsonObject } from '../../engine/tool-call.ts';
import { isObject, parseJson } from '../../engine/wire/json.ts';

export interface ModelProtocol {
  /** Whether an answer is created at this path (without query). */
  readonly serves: (path: string) => boolean;
  /** What is wrong with a request; nothing when it is good. Such a request gets status 400 and takes no answer of the script. */
  readonly check: (body: JsonObject) => readonly string[];
  /** What is wrong with the headers of a request: no key, another type of body. Such a request gets status 401. */
  readonly checkHeaders: (header: (name: string) => string | null, body: JsonObject) => readonly string[];
  /** Body of an error, in the API's own shape. */
  readonly error: (status: number, message: string) => string;
}

/** One answer. */
export interface ScriptedAnswer {
  /** Default 200. */
  readonly status?: number;
  /** On top of the content type, which follows from `stream` in the request (errors: JSON). */
  readonly headers?: Readonly<Record<string, string>>;
  /** Written one after the other; of a stepwise answer, each when `step` is called. */
  readonly chunks: readonly (string | Uint8Array)[];
  readonly stepwise?: boolean;
  readonly gzip?: boolean;
  /** Breaks the connection after the last chunk instead of ending the body. */
  readonly drop?: boolean;
}

export type Script = readonly (ScriptedAnswer | ((request: ModelServerRequest) => ScriptedAnswer))[];

export interface ModelServerRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: JsonObject;
  readonly stream: boolean;
  /** Complaints of the checker. */
  readonly complaints: readonly string[];
  /** Resolves when its connection is over: true when all of the answer was sent. */
  readonly closed: Promise<boolean>;
}

export interface ModelServer {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly url: string;
  /** All requests so far, good and bad. */
  readonly requests: readonly ModelServerRequest[];
  /** Adds answers to the script. */
  add(...answers: Script): void;
  /** Resolves with the request number `index` (from 0), once it is there. */
  request(index: number): Promise<ModelServerRequest>;
  /** Sends the next chunk of the stepwise answer that is under way or comes next; after the last chunk, its end. */
  step(): void;
  close(): Promise<void>;
}

/** An error as the API gives it, for a script. */
export function failing(protocol: ModelProtocol, status: number, message: string, headers = {}): ScriptedAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    chunks: [protocol.error(status, message)],
  };
}

/** Starts a server on a free port. Answers are given in the order of the script; past its end it answers 500. */
export async function startModelServer(protocol: ModelProtocol, script: Script = []): Promise<ModelServer> {
  const answers = [...script];
  const requests: ModelServerRequest[] = [];
  const awaited: (() => void)[] = [];
  const steps = new Steps();

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    for (const [name, value] of Object.entries(openTo(incoming))) outgoing.setHeader(name, value);
    const path = new URL(incoming.url ?? '/', 'http://127.0.0.1').pathname;
    if (incoming.method === 'OPTIONS') return void outgoing.writeHead(204).end();
    if (incoming.method !== 'POST' || !protocol.serves(path))
      return send(outgoing, failing(protocol, 404, `Nothing is at ${incoming.method} ${path}.`), false, steps);
    const body = parseJson(await text(uncompressed(incoming)));
    if (!isObject(body)) return send(outgoing, failing(protocol, 400, 'The body is no JSON object.'), false, steps);
    const header = (name: string): string | null => String(incoming.headers[name] ?? '') || null;
    const unsigned = protocol.checkHeaders(header, body);
    const complaints = [...unsigned, ...protocol.check(body)];
    const stream = body['stream'] === true;
    const closed = new Promise<boolean>((resolve) => {
      outgoing.once('close', () => resolve(outgoing.writableFinished));
    });
    const request = { path, headers: incoming.headers, body, stream, complaints, closed };
    requests.push(request);
    for (const wake of awaited.splice(0)) wake();
    if (complaints.length > 0)
      return send(outgoing, failing(protocol, unsigned.length > 0 ? 401 : 400, complaints.join(' ')), false, steps);
    const next = answers.shift() ?? failing(protocol, 500, `The script has no answer to request ${requests.length}.`);
    return send(outgoing, typeof next === 'function' ? next(request) : next, stream, steps);
  };

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch((error: unknown) => {
      outgoing.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The model server got no port.');

  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    add: (...more) => {
      answers.push(...more);
    },
    request: async (index) => {
      for (;;) {
        const found = requests[index];
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => awaited.push(resolve));
      }
    },
    step: () => steps.give(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The body, also where it was sent compressed. */
const uncompressed = (incoming: IncomingMessage): Readable =>
  incoming.headers['content-encoding'] === 'gzip' ? incoming.pipe(createGunzip()) : incoming;

async function send(outgoing: ServerResponse, answer: ScriptedAnswer, stream: boolean, steps: Steps): Promise<void> {
  const { status = 200, chunks, stepwise = false, gzip = false, drop = false } = answer;
  const type = stream && status === 200 ? 'text/event-stream; charset=utf-8' : 'application/json';
  // A compressed body is one run of bytes: it is cut in half instead of where the chunks end.
  const parts = gzip ? halves(gzipSync(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))))) : chunks;
  outgoing.writeHead(status, {
    'content-type': type,
    'x-request-id': 'req_1',
    ...(gzip ? { 'content-encoding': 'gzip' } : {}),
    ...answer.headers,
  });
  outgoing.flushHeaders();
  for (const part of parts) {
    if (stepwise) await steps.take();
    if (outgoing.destroyed) return;
    // Each chunk leaves on its own, as a model's tokens do.
    await new Promise<void>((resolve) => outgoing.write(part, () => resolve()));
  }
  if (stepwise) await steps.take();
  if (drop) outgoing.destroy();
  else outgoing.end();
}

const halves = (bytes: Uint8Array): readonly Uint8Array[] => [
  bytes.subarray(0, bytes.length >> 1),
  bytes.subarray(bytes.length >> 1),
];

/** Permission for any page, with whatever headers it sends. */
function openTo({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': headers.origin ?? '*',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    'access-control-allow-private-network': 'true',
    'access-control-expose-headers': 'x-request-id, retry-after',
    vary: 'origin',
  };
}

/** Permits that are given and taken in order, whichever comes first. */
class Steps {
  #given = 0;
  readonly #waiting: (() => void)[] = [];

  give(): void {
    const first = this.#waiting.shift();
    if (first === undefined) this.#given += 1;
    else first();
  }

  async take(): Promise<void> {
    if (this.#given > 0) this.#given -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
