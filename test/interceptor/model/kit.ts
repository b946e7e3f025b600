/**
 * One official client and one scripted model a protocol, for tests of what a page's conversation comes to when Interlock stands
 * in between. The model gives its answers in order; what it is sent is kept, taken apart and checked.
 */

import { isObject, parseJson } from '../../../engine/wire/json.ts';
import type { Entry, ModelAdapter } from '../../../engine/wire/model-adapter.ts';
import type { Came, Ran, Talk, Tools } from '../../model-clients/client.ts';
import type { Variant } from '../../model-clients/variants.ts';
import type { Model, Said } from '../../model-server/model.ts';
import { failing, type ModelServerRequest, type ScriptedAnswer } from '../../model-server/server.ts';
import { type Rig, rig } from '../rig.ts';

export interface Kit extends Variant {
  readonly adapter: ModelAdapter;
  model(): Model;
}

/** Lets the page's client work on a task. */
export function talk(
  kit: Kit,
  page: Page,
  task: Pick<Talk, 'prompt' | 'history' | 'signal' | 'retries'> & { readonly tools?: Tools },
): Promise<Came> {
  return kit.client({ fetch: page.fetch, origin: 'http://localhost:4000', ran: page.ran, tools: {}, ...task });
}

/** The rig with a model behind it. */
export interface Page extends Rig {
  /** The conversations the model was sent, in order, as neutral entries. */
  readonly asked: readonly (readonly Entry[])[];
  /** Bodies the model was sent. */
  readonly bodies: () => string[];
  readonly ran: Ran[];
  /** What the model had against requests. */
  readonly complaints: string[];
  readonly model: Model;
}

/** What the model is to do with a request: say something, or answer otherwise. */
export type Step =
  | readonly Said[]
  | ((answer: Model['answer'], request: ModelServerRequest, index: number) => ScriptedAnswer);

/** The page, loaded; `after` is the same page before it was loaded anew. The model goes on all the time. */
export function pageWith(kit: Kit, steps: readonly Step[], after?: Page): Page {
  const asked: (readonly Entry[])[] = [];
  const refused: string[] = [];
  const model = after?.model ?? kit.model();
  const first = after?.asked.length ?? 0;
  let index = 0;
  const serve = async (incoming: Request): Promise<Response> => {
    const text = await incoming.clone().text();
    const path = new URL(incoming.url).pathname;
    const body = parseJson(text);
    const taken = kit.adapter.recognise(path, text);
    if (!model.protocol.serves(path) || taken === null || !isObject(body))
      return new Response('no model', { status: 404 });
    const unsigned = model.protocol.checkHeaders((name) => incoming.headers.get(name), body);
    const complaints = [...unsigned, ...model.protocol.check(body)];
    refused.push(...complaints);
    if (complaints.length > 0) return responseOf(failing(model.protocol, 400, complaints.join(' ')), false);
    asked.push(taken.entries);
    const step = steps[index];
    if (step === undefined) return responseOf(failing(model.protocol, 400, 'The script is over.'), false);
    const stream = body['stream'] === true;
    const request = { path, headers: {}, body, stream, complaints, closed: Promise.resolve(true) };
    const number = first + index;
    index += 1;
    const answer =
      typeof step === 'function' ? step(model.answer, request, number) : model.answer(step, number)(request);
    return responseOf(answer, stream);
  };
  const page = rig(serve, { load: after === undefined ? 'load' : 'reload' });
  if (after !== undefined) remembering(page, after);
  return Object.assign(page, { asked, ran: [], complaints: refused, model });
}

function responseOf({ status = 200, headers, chunks }: ScriptedAnswer, stream: boolean): Response {
  const type = stream && status === 200 ? 'text/event-stream' : 'application/json';
  return new Response(oneByOne(chunks), { status, headers: { 'content-type': type, ...headers } });
}

/** An error as the API gives it. */
export const answering =
  (status: number, message: string, headers: Record<string, string> = {}): Step =>
  () => ({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    chunks: [
      JSON.stringify({ type: 'error', error: { message, type: 'some_error', details: { error_code: message } } }),
    ],
  });

/** The background outlives the page. */
function remembering(page: Rig, before: Page): void {
  for (const [thread, values] of before.background.kept) page.background.kept.set(thread, values);
  for (const [mark, id] of before.background.marks) page.background.marks.set(mark, id);
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

/** One chunk a read, so that the client sees them one by one. */
function oneByOne(chunks: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let at = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = chunks[at];
      at += 1;
      if (chunk === undefined) controller.close();
      else controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk.slice());
      await new Promise((resolve) => setImmediate(resolve));
    },
  });
}

const PATHS: Record<string, string> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  anthropic: '/v1/messages',
};
/** Where the kit's requests go. */
export const addressOf = ({ adapter }: Kit): string => `http://localhost:4000${PATHS[adapter.protocol] ?? ''}`;

/** What every request has to have, as the official clients send it. */
export const headersOf = ({ adapter }: Kit): Record<string, string> => ({
  'content-type': 'application/json',
  ...(adapter.protocol === 'anthropic'
    ? { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' }
    : { authorization: 'Bearer k' }),
});

/** A first request. */
export const openingOf = ({ adapter, stream }: Kit): Record<string, unknown> => {
  const said = [{ role: 'user', content: 'go' }];
  const common = { model: 'm', stream };
  return adapter.protocol === 'openai-responses'
    ? { ...common, input: said }
    : { ...common, messages: said, max_tokens: 9 };
};
