/** Answers for a client, in order, with no network: what a test writes, when it writes it. Runs in Node, in tests only. */
import type { JsonObject } from '../../engine/tool-call.ts';

/** One answer. */
export interface Serving {
  /** Resolves when it is asked for. */
  readonly asked: Promise<void>;
  /** Writes the rest of an answer that was left open, and ends it. */
  finish(chunks: readonly string[]): void;
  /** What `fetch` gives; never settles, but by the signal, where the headers never come. */
  respond(signal: AbortSignal | null): Promise<Response>;
}

interface How {
  readonly status?: number;
  /** The body does not end until `finish`. */
  readonly open?: boolean;
  readonly headers?: 'never';
}

/** An answer of these chunks; a stream unless the headers say otherwise. */
export function serving(
  chunks: readonly string[],
  headers: Readonly<Record<string, string>> = {},
  how: How = {},
): Serving {
  const { promise: asked, resolve: begin } = Promise.withResolvers<void>();
  const encoder = new TextEncoder();
  let body: ReadableStreamDefaultController<Uint8Array> | null = null;
  const write = (more: readonly string[]): void => {
    for (const chunk of more) body?.enqueue(encoder.encode(chunk));
  };
  return {
    asked,
    finish(more) {
      write(more);
      body?.close();
    },
    respond(signal) {
      begin();
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      aborted.catch(() => undefined);
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          body = controller;
          write(chunks);
          if (how.open !== true) controller.close();
        },
        cancel() {
          body = null;
        },
      });
      signal?.addEventListener('abort', () => {
        reject(signal.reason);
        body?.error(signal.reason);
        body = null;
      });
      if (how.headers === 'never') return aborted;
      const response = new Response(stream, {
        status: how.status ?? 200,
        headers: { 'content-type': 'text/event-stream', ...headers },
      });
      return Promise.resolve(response);
    },
  };
}

export interface Given {
  readonly fetch: typeof globalThis.fetch;
  /** What was asked for so far. */
  readonly requests: readonly { readonly body: JsonObject; readonly headers: Headers }[];
}

/** A `fetch` that gives these answers in order. */
export function giving(...answers: readonly Serving[]): Given {
  const requests: { body: JsonObject; headers: Headers }[] = [];
  return {
    requests,
    fetch: async (_input, init) => {
      const answer = answers[requests.length];
      requests.push({ body: JSON.parse(String(init?.body)) as JsonObject, headers: new Headers(init?.headers) });
      if (answer === undefined) throw new TypeError('There is no more answer.');
      return answer.respond(init?.signal ?? null);
    },
  };
}
