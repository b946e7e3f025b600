/**
 * One official client and one scripted model a protocol, for tests of what a page's conversation comes to when Interlock stands
 * in between. The model gives its answers in order; what it is sent is kept, taken apart and checked.
 */
import type { Entry, ModelAdapter } from '../../../engine/wire/model-adapter.ts';
import { type Rig, rig } from '../rig.ts';

/** What the model says in one answer. */
export type Said =
  | { readonly text: string }
  | { readonly call: string; readonly tool: string; readonly args: Record<string, unknown> };

/** What a tool of the page gives back; thrown errors are told to the model as the client does it. */
export type Tools = Record<string, (args: Record<string, unknown>) => string | Promise<string>>;

/** What a conversation of the page came to. */
export interface Came {
  /** The last answer's text, as the client gives it. */
  readonly text: string;
  /** The whole conversation as the page would send it back; opaque. */
  readonly history: readonly unknown[];
}

export interface Kit {
  readonly name: string;
  readonly adapter: ModelAdapter;
  readonly stream: boolean;
  /** Whether the server keeps the history. */
  readonly held: boolean;
  /** The answer as the protocol writes it. `finish` is the protocol-neutral end. */
  answer(said: readonly Said[], index: number, request: Request): Response;
  /** Lets the official client talk until the model asks for no more tools. `history` continues an earlier conversation. */
  run(page: Page, options: RunOptions): Promise<Came>;
  /** What is wrong with a request, by the rules of the real API. */
  check(body: string): readonly string[];
}

export interface RunOptions {
  readonly prompt: string;
  readonly tools?: Tools;
  readonly history?: readonly unknown[];
  readonly signal?: AbortSignal;
}

/** The rig with a model behind it. */
export interface Page extends Rig {
  /** The conversations the model was sent, in order, as neutral entries. */
  readonly asked: readonly (readonly Entry[])[];
  /** Bodies the model was sent. */
  readonly bodies: () => string[];
  /** Names of the tools the page ran, with their arguments. */
  readonly ran: { readonly tool: string; readonly args: Record<string, unknown> }[];
}

/** What the model is to do with a request: say something, or answer otherwise. */
export type Step = readonly Said[] | ((request: Request, index: number) => Response | Promise<Response>);

export function pageWith(kit: Kit, steps: readonly Step[]): Page {
  const asked: (readonly Entry[])[] = [];
  let index = 0;
  const page = rig(async (request) => {
    const body = await request.clone().text();
    const path = new URL(request.url).pathname;
    const taken = kit.adapter.recognise(path, body);
    if (taken === null) return new Response('no request to a model', { status: 404 });
    const wrong = kit.check(body);
    if (wrong.length > 0)
      return Response.json({ error: { message: wrong.join('; '), type: 'invalid_request_error' } }, { status: 400 });
    asked.push(taken.entries);
    const step = steps[index];
    index += 1;
    if (step === undefined) return Response.json({ error: { message: 'the script is over' } }, { status: 400 });
    return typeof step === 'function' ? step(request, index - 1) : kit.answer(step, index - 1, request);
  });
  return Object.assign(page, { asked, ran: [] });
}

/** The tools that run in the page, remembering that they did. */
export function running(page: Page, tools: Tools, tool: string) {
  return async (args: unknown): Promise<string> => {
    const given = (typeof args === 'string' ? JSON.parse(args === '' ? '{}' : args) : args) as Record<string, unknown>;
    page.ran.push({ tool, args: given });
    return (tools[tool] ?? (() => `${tool} done`))(given);
  };
}

/** A conversation as a list of short sentences, for comparing. */
export function told(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ speaker, text, calls, results }) => [
    ...results.map(
      ({ call, content }) => `result ${call}: ${typeof content === 'string' ? content : JSON.stringify(content)}`,
    ),
    ...(text === '' ? [] : [`${speaker}: ${text}`]),
    ...calls.map(({ id, tool }) => `call ${id}: ${tool}`),
  ]);
}

/** Chunks of an event stream, one a write, so that the client sees them one by one. */
export function events(lines: readonly string[]): Response {
  const encoder = new TextEncoder();
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const line = lines[at];
      at += 1;
      if (line === undefined) controller.close();
      else controller.enqueue(encoder.encode(line));
      await new Promise((resolve) => setImmediate(resolve));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
