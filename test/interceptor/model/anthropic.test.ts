/** The official client's tool runner against a strict Messages API that holds threads, with the interceptor in between. */
import Anthropic from '@anthropic-ai/sdk';
import { afterEach, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../engine/tool-call.ts';
import { field, listField } from '../../../engine/wire/json.ts';
import { type AnthropicModel, anthropicModel } from '../../model-server/anthropic.ts';
import { type ModelServer, type Script, startModelServer } from '../../model-server/server.ts';
import { type Rig, rig } from '../rig.ts';

interface Way {
  readonly stream: boolean;
  readonly thread: boolean;
  readonly eager: boolean;
}

interface Scene {
  readonly page: Rig;
  readonly server: ModelServer;
  /** Ids of the calls' arguments that the page's tools ran with. */
  readonly ran: string[];
  /** Lets the tool runner talk until it is done; resolves with the text of its last message. */
  run(prompt: string): Promise<string>;
}

const STREAMED: Way = { stream: true, thread: true, eager: false };
const THREADS: readonly Way[] = [STREAMED, { ...STREAMED, stream: false }, { ...STREAMED, eager: true }];
const ALL: readonly Way[] = [...THREADS, ...THREADS.map((way) => ({ ...way, thread: false }))];

const text = (said: string): JsonObject => ({ type: 'text', text: said });
const call = (id: string, name = 'read'): JsonObject => ({ type: 'tool_use', id, name, input: { path: `/${id}` } });
const thinking: JsonObject = { type: 'thinking', thinking: 'First this.', signature: 'sig-1' };

let open: ModelServer | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

async function scene(way: Way, script: (model: AnthropicModel) => Script, guarded = true): Promise<Scene> {
  const model = anthropicModel();
  const server = await startModelServer(model.protocol, script(model));
  open = server;
  const page = rig((request) => fetch(request));
  const ran: string[] = [];
  const client = new Anthropic({
    apiKey: 'none',
    baseURL: server.url,
    maxRetries: 0,
    fetch: guarded ? page.fetch : fetch,
  });
  const tool = (name: string) => ({
    type: 'custom' as const,
    name,
    description: name,
    input_schema: { type: 'object' as const },
    parse: (input: unknown) => input,
    run: (input: unknown) => {
      ran.push(String(field(input as Json, 'path')));
      return `${name} done`;
    },
  });
  const run = async (prompt: string): Promise<string> => {
    const runner = client.beta.messages.toolRunner({
      model: 'm',
      max_tokens: 9,
      stream: way.stream,
      ...(way.thread ? {} : { thread: false as const }),
      ...(way.eager ? { runToolsEagerly: true } : {}),
      messages: [{ role: 'user', content: prompt }],
      system: 'You tidy up.',
      tools: [tool('read'), tool('write')],
    } as Parameters<typeof client.beta.messages.toolRunner>[0]);
    const last = (await runner.runUntilDone()) as Anthropic.Beta.BetaMessage;
    return last.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  };
  return { page, server, ran, run };
}

/** Every request but those of the script's good ones is a mistake of the guard. */
const complaints = ({ server }: Scene): readonly string[] => server.requests.flatMap((request) => request.complaints);
const threads = ({ server }: Scene): readonly (Json | undefined)[] => server.requests.map(({ body }) => body['thread']);
const continued = (previous: string): JsonObject => ({ type: 'continue', previous_message_id: previous });
const messages = ({ server }: Scene, index: number): readonly Json[] =>
  listField(server.requests[index]?.body, 'messages');
const name = ({ stream, thread, eager }: Way): string =>
  `${stream ? 'streaming' : 'JSON'}, ${thread ? 'thread' : 'history in the request'}${eager ? ', eager' : ''}`;

function each(ways: readonly Way[], rule: string, work: (way: Way) => Promise<void>): void {
  for (const way of ways) test(`${rule}: ${name(way)}`, () => work(way));
}

const denyWrites = (page: Rig): void => {
  page.background.decide = ({ tool }) => (tool === 'write' ? { deny: 'Read it first.' } : 'allow');
};

each(THREADS, 'goes on with the thread itself when a call is refused, and then from the true answer', async (way) => {
  const at = await scene(way, (model) => [
    model.answer('msg_1', [text('I write. '), call('w', 'write')]),
    model.answer('msg_2', [text('First I read. '), call('r')]),
    model.answer('msg_3', [text('Done.')]),
  ]);
  denyWrites(at.page);
  expect(await at.run('Go.')).toBe('Done.');
  expect(complaints(at)).toEqual([]);
  expect(threads(at)).toEqual([{ type: 'create' }, continued('msg_1'), continued('msg_2')]);
  expect(at.server.requests.map(({ body }) => Object.hasOwn(body, 'tools'))).toEqual([true, false, false]);
  expect(messages(at, 1)).toEqual([
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'w', is_error: true, content: 'Read it first.' }],
    },
  ]);
  expect(at.ran).toEqual(['/r']);
});

each(ALL, 'answers a refused call with the others, and lets those run with their own arguments', async (way) => {
  const at = await scene(way, (model) => [
    model.answer('msg_1', [thinking, text('Three. '), call('a'), call('w', 'write'), call('b')]),
    model.answer('msg_2', [text('Done.')]),
  ]);
  denyWrites(at.page);
  expect(await at.run('Go.')).toBe('Done.');
  expect(complaints(at)).toEqual([]);
  expect(at.ran.toSorted()).toEqual(['/a', '/b']);
  expect(field(messages(at, 1).at(-1), 'content')).toMatchObject([
    { tool_use_id: 'w', is_error: true },
    { tool_use_id: 'a', content: 'read done' },
    { tool_use_id: 'b', content: 'read done' },
  ]);
});

each(ALL, 'hands a kept call over under an answer of its own, of which the server never hears', async (way) => {
  const at = await scene(way, (model) => [
    model.answer('msg_1', [thinking, call('r'), call('w', 'write')]),
    model.answer('msg_2', [text('Done.')]),
  ]);
  at.page.background.decide = ({ tool }) =>
    tool === 'read' || at.page.background.of('settle').length > 0 ? 'allow' : 'queued';
  expect(await at.run('Go.')).toBe('Done.');
  expect(complaints(at)).toEqual([]);
  expect(at.ran).toEqual(['/r', '/w']);
  expect(at.server.requests).toHaveLength(2);
  if (way.thread) expect(threads(at)).toEqual([{ type: 'create' }, continued('msg_1')]);
});

each(ALL, 'asks for unfinished work in the same answer', async (way) => {
  const at = await scene(way, (model) => [
    model.answer('msg_1', [text('That is all. ')]),
    model.answer('msg_2', [text('Now it is.')]),
  ]);
  at.page.background.runEnds = [{ continue: 'Run the tests.' }];
  expect(await at.run('Go.')).toBe('That is all. Now it is.');
  expect(complaints(at)).toEqual([]);
  expect(messages(at, 1).at(-1)).toEqual({ role: 'user', content: [text('Run the tests.')] });
});

each(ALL, 'puts a reminder behind the results', async (way) => {
  const at = await scene(way, (model) => [model.answer('msg_1', [call('r')]), model.answer('msg_2', [text('Done.')])]);
  at.page.background.reminders = ['Mind the tests.'];
  expect(await at.run('Go.')).toBe('Done.');
  expect(complaints(at)).toEqual([]);
  expect(field(messages(at, 1).at(-1), 'content')).toMatchObject([{ type: 'tool_result' }, text('Mind the tests.')]);
});

each(ALL, 'leaves requests and answers as they are while nothing is refused', async (way) => {
  const script = (model: AnthropicModel): Script => [
    model.answer('msg_1', [thinking, text('I read. '), call('a'), call('b')]),
    model.answer('msg_2', [text('Done.')]),
  ];
  const plain = await scene(way, script, false);
  const said = await plain.run('Go.');
  await plain.server.close();
  const guarded = await scene(way, script);
  expect(await guarded.run('Go.')).toBe(said);
  expect(guarded.page.background.of('gate')).toHaveLength(2);
  expect(guarded.ran.toSorted()).toEqual(plain.ran.toSorted());
  expect(guarded.server.requests.map(({ body }) => body)).toEqual(plain.server.requests.map(({ body }) => body));
});
