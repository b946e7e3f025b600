/**
 * What the official clients themselves do with an answer that is not as their API gives it, without Interlock in between. On this rests
 * how an answer is put together for the page: what is kept out of it is in `test/interceptor/model/breaks.test.ts`. A client that
 * changes its ways fails here first.
 */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { expect, test, vi } from 'vitest';
import { type Given, giving, serving } from './given.ts';

const user = [{ role: 'user' as const, content: 'go' }];
const openai = (given: Given): OpenAI =>
  new OpenAI({ apiKey: 'k', baseURL: 'http://model.test/v1', maxRetries: 0, fetch: given.fetch });
const anthropic = (given: Given): Anthropic =>
  new Anthropic({ apiKey: 'k', baseURL: 'http://model.test', maxRetries: 0, fetch: given.fetch });

// Chat Completions

const chunk = (delta: object, finish_reason: string | null = null, id = 'c1'): string =>
  `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const called = (index: number, name: string): string =>
  chunk({ tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '{"p":1}' } }] });
const role = chunk({ role: 'assistant', content: null });
const DONE = 'data: [DONE]\n\n';
const chat = (given: Given) => openai(given).chat.completions.stream({ model: 'm', messages: user });

test('Chat Completions: a call numbered 1 without one numbered 0 is an error', async () => {
  const given = giving(serving([role, called(1, 'read'), chunk({}, 'tool_calls'), DONE]));
  await expect(chat(given).finalChatCompletion()).rejects.toThrow();
});

test('Chat Completions: chunks of several ids are one answer', async () => {
  const given = giving(serving([role, chunk({ content: 'a' }), chunk({ content: 'b' }, 'stop', 'c2'), DONE]));
  expect(await chat(given).finalContent()).toBe('ab');
});

test('Chat Completions: an answer without its end mark is whole', async () => {
  const given = giving(serving([role, chunk({ content: 'a' }), chunk({}, 'stop')]));
  expect(await chat(given).finalContent()).toBe('a');
});

test('Chat Completions: a body where a stream was asked for is an error', async () => {
  const body = JSON.stringify({ id: 'c1', choices: [{ index: 0, message: { role: 'assistant', content: 'a' } }] });
  const given = giving(serving([body], { 'content-type': 'application/json' }));
  await expect(chat(given).finalChatCompletion()).rejects.toThrow();
});

test('Chat Completions: an error among the events ends the run, and the model learns nothing', async () => {
  const given = giving(serving([role, 'data: {"error":{"message":"Denied."}}\n\n', DONE]));
  await expect(chat(given).finalChatCompletion()).rejects.toThrow();
  expect(given.requests).toHaveLength(1);
});

// Responses

const ended = (id: string, output: readonly object[]): object => ({
  type: 'response.completed',
  response: { id, object: 'response', status: 'completed', output },
});
const created = (id: string): object => ({
  type: 'response.created',
  response: { id, object: 'response', output: [] },
});
const call = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'rm', arguments: '{}', status: 'completed' };
const item = (output_index: number): readonly object[] => [
  { type: 'response.output_item.added', output_index, item: { ...call, arguments: '', status: 'in_progress' } },
  { type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index, delta: '{}' },
  { type: 'response.function_call_arguments.done', item_id: 'fc_1', output_index, arguments: '{}' },
  { type: 'response.output_item.done', output_index, item: call },
];
const events = (all: readonly object[]): Given =>
  giving(serving(all.map((event, sequence_number) => `data: ${JSON.stringify({ ...event, sequence_number })}\n\n`)));
const responses = (given: Given) => openai(given).responses.stream({ model: 'm', input: 'go' }).finalResponse();

test('Responses: a second beginning is an error', async () => {
  await expect(responses(events([created('r1'), created('r2'), ended('r2', [])]))).rejects.toThrow('identity');
});

test('Responses: an end under another id is an error', async () => {
  await expect(responses(events([created('r1'), ended('r2', [])]))).rejects.toThrow('identity');
});

test('Responses: a call that only the end holds is given to the page', async () => {
  expect((await responses(events([created('r1'), ended('r1', [call])]))).output).toMatchObject([{ call_id: 'c1' }]);
});

test('Responses: an event of a kind that the client does not know is an error', async () => {
  const own = { type: 'response.interlock.denied', call_id: 'c1' };
  await expect(responses(events([created('r1'), own, ended('r1', [])]))).rejects.toThrow();
});

test('Responses: a gap in the numbers of items is none to the client', async () => {
  const given = events([created('r1'), ...item(1), ended('r1', [call])]);
  expect((await responses(given)).output).toMatchObject([{ call_id: 'c1', arguments: '{}' }]);
});

// Messages

const message = (type: string, fields: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const start = (id = 'msg_1'): string =>
  message('message_start', {
    message: { id, type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage: {} },
  });
const toolStart = (index: number, id: string): string =>
  message('content_block_start', { index, content_block: { type: 'tool_use', id, name: 'rm', input: {} } });
const json = (index: number, partial_json: string): string =>
  message('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json } });
const blockStop = (index: number): string => message('content_block_stop', { index });
const delta = (stop_reason: string): string =>
  message('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } });
const STOP = message('message_stop');
const used = (index: number): string => [toolStart(index, 'tu_1'), json(index, '{"p":1}'), blockStop(index)].join('');
const messages = (given: Given) => anthropic(given).messages.stream({ model: 'm', max_tokens: 9, messages: user });

function runner(given: Given, ran: unknown[], more: object = {}) {
  const run = (input: unknown): string => {
    ran.push(input);
    return 'done';
  };
  return anthropic(given).beta.messages.toolRunner({
    model: 'm',
    max_tokens: 9,
    stream: true,
    messages: user,
    tools: [{ type: 'custom', name: 'rm', description: 'rm', input_schema: { type: 'object' }, run, parse: (x) => x }],
    ...more,
  } as Parameters<Anthropic['beta']['messages']['toolRunner']>[0]);
}
const said = [start('msg_2'), delta('end_turn'), STOP];

test('Messages: a second beginning is an error', async () => {
  const given = giving(serving([start(), start('msg_2'), delta('end_turn'), STOP]));
  await expect(messages(given).finalMessage()).rejects.toThrow('Unexpected event order');
});

test('Messages: an answer without its end is an error', async () => {
  await expect(messages(giving(serving([start(), delta('end_turn')]))).finalMessage()).rejects.toThrow();
});

test('Messages: a call whose number has a gap before it runs without its input', async () => {
  const ran: unknown[] = [];
  await runner(giving(serving([start(), used(1), delta('tool_use'), STOP]), serving(said)), ran).runUntilDone();
  expect(ran).toEqual([{}]);
});

test('Messages: an answer that says it waits for results, without a call, ends the run in silence', async () => {
  const ran: unknown[] = [];
  const given = giving(serving([start(), delta('tool_use'), STOP]));
  await runner(given, ran).runUntilDone();
  expect([ran, given.requests.length]).toEqual([[], 1]);
});

test('Messages: an eager tool starts when the next block begins, before the answer ends', async () => {
  const ran: unknown[] = [];
  const first = serving([start(), used(0), toolStart(1, 'tu_2')], {}, { open: true });
  const pending = runner(giving(first, serving(said)), ran, { runToolsEagerly: true }).runUntilDone();
  await vi.waitFor(() => expect(ran).toEqual([{ p: 1 }]));
  first.finish([json(1, '{}'), blockStop(1), delta('tool_use'), STOP]);
  await pending;
});

test('Messages: the tool runner leaves the history to the server, and sends only what is new', async () => {
  const given = giving(serving([start(), used(0), delta('tool_use'), STOP]), serving(said));
  await runner(given, []).runUntilDone();
  expect(given.requests.map(({ body }) => [body['thread'], body['messages']])).toMatchObject([
    [{ type: 'create' }, [{ role: 'user' }]],
    [{ type: 'continue', previous_message_id: 'msg_1' }, [{ content: [{ type: 'tool_result' }] }]],
  ]);
  expect(given.requests.at(-1)?.headers.get('anthropic-beta')).toContain('message-threads');
});
