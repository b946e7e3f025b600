/**
 * Serves the page and what it asks for, as a thread of its own: neither the driver nor a scripted model's care slows it down.
 * `/clients.js` is the script it was given. A query of `words` says how long an answer is, one of `after` how many milliseconds the
 * server thinks, one of `gap` how many lie between its first event, which comes alone then, and the others, one of `pace` how many
 * events come a second.
 *
 * Runs in a worker of Node, on loopback. Posts its port.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PROTOCOLS } from './traffic.ts';

/** Bytes of one write. */
const WRITE = 64 * 1024;
const FILE = Buffer.alloc(1024 * 1024, 'The page fetches this for itself.\n');

const { clients } = workerData as { readonly clients: string };

const answers = new Map<string, Buffer>();

function answerOf(path: string, words: number): Buffer | null {
  const protocol = PROTOCOLS.find((one) => one.path === path);
  if (protocol === undefined) return null;
  const key = `${path} ${words}`;
  const known = answers.get(key) ?? Buffer.from(protocol.answer(words).join(''));
  answers.set(key, known);
  return known;
}

interface Manner {
  /** Milliseconds between the first event and the others; 0: it does not come alone. */
  readonly gap: number;
  /** Events a second; 0: as fast as they go. */
  readonly pace: number;
}

async function stream(response: ServerResponse, bytes: Buffer, { gap, pace }: Manner): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  if (pace > 0) return paced(response, bytes, pace);
  const first = gap === 0 ? 0 : endOfEvent(bytes, 0);
  if (first > 0) {
    response.write(bytes.subarray(0, first));
    await setTimeout(gap);
  }
  for (let at = first; at < bytes.length && !response.destroyed; at += WRITE)
    if (!response.write(bytes.subarray(at, at + WRITE))) await drained(response);
  response.end();
}

/** One event a write; those that are due by now at once, since no timer is as fine. */
async function paced(response: ServerResponse, bytes: Buffer, pace: number): Promise<void> {
  const began = performance.now();
  for (let at = 0, sent = 0; at < bytes.length && !response.destroyed; ) {
    const due = ((performance.now() - began) * pace) / 1000;
    for (; sent < due && at < bytes.length; sent += 1) {
      const end = endOfEvent(bytes, at);
      response.write(bytes.subarray(at, end));
      at = end;
    }
    await setTimeout(1);
  }
  response.end();
}

const endOfEvent = (bytes: Buffer, from: number): number => bytes.indexOf('\n\n', from) + 2;

/** Resolves when more can be written, or nobody reads any more. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

const server = createServer((request, response) => {
  // Isolated pages have a fine clock.
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.setHeader('cross-origin-embedder-policy', 'require-corp');
  response.setHeader('cache-control', 'no-store');
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const answer = request.method === 'POST' ? answerOf(url.pathname, Number(url.searchParams.get('words'))) : null;
  if (answer !== null) {
    const asked = (name: string): number => Number(url.searchParams.get(name) ?? 0);
    request.resume().once('end', async () => {
      await setTimeout(asked('after'));
      await stream(response, answer, { gap: asked('gap'), pace: asked('pace') });
    });
  } else if (url.pathname === '/file') {
    response.setHeader('content-type', 'application/octet-stream');
    response.end(FILE);
  } else if (url.pathname === '/echo') {
    response.setHeader('content-type', 'application/json');
    request.pipe(response);
  } else if (url.pathname === '/clients.js') {
    response.setHeader('content-type', 'text/javascript');
    response.end(clients);
  } else {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>bench</title><script src="/clients.js"></script>');
  }
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
