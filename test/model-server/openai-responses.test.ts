import OpenAI from 'openai';
import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../../engine/tool-call.ts';
import { calls, checkResponsesRequest, ResponsesServer, says } from './openai-responses.ts';
import type { Known } from './openai-responses-check.ts';
import { type ModelServer, startModelServer } from './server.ts';

const START: JsonObject = { role: 'user', content: 'Tidy up.' };
const call = (id: string): JsonObject => calls(id, 'rm', {});
const output = (id: string): JsonObject => ({ type: 'function_call_output', call_id: id, output: 'done' });
const thought = (id: string): JsonObject => ({ type: 'reasoning', id, summary: [] });
const held = (...items: readonly JsonObject[]): Known => ({
  responses: new Map([['resp_1', items]]),
  conversations: new Map([['conv_1', items]]),
});

function complaints(input: readonly JsonObject[] | string, more: JsonObject = {}, known?: Known): string {
  return checkResponsesRequest({ model: 'm', input, ...more }, known).join('\n');
}

test('takes a conversation with calls and their outputs', () => {
  expect(complaints('hi')).toBe('');
  expect(complaints([START, thought('rs_1'), call('a'), call('b'), output('b'), output('a'), START])).toBe('');
});

test('takes outputs of calls that it holds, by id and by name', () => {
  expect(complaints([output('a')], { previous_response_id: 'resp_1' }, held(START, call('a')))).toBe('');
  expect(complaints([output('a')], { conversation: 'conv_1' }, held(START, call('a')))).toBe('');
});

const BAD: readonly (readonly [
  what: string,
  input: readonly JsonObject[],
  complaint: string,
  more?: JsonObject,
  known?: Known,
])[] = [
  ['a call without output', [START, call('a')], 'No tool output found for function_call a.'],
  ['an output without call', [START, output('a')], 'No tool call found for function_call_output with call_id a.'],
  ['a second output', [START, call('a'), output('a'), output('a')], 'No tool call found'],
  ['an output before its call', [START, output('a'), call('a')], 'No tool call found'],
  [
    'an output of another kind',
    [START, call('a'), { ...output('a'), type: 'custom_tool_call_output' }],
    'No tool call found',
  ],
  ['a call twice', [START, call('a'), output('a'), { ...call('a'), id: 'fc_2' }, output('a')], 'is there twice'],
  [
    'a held call without output',
    [START],
    'No tool output found',
    { previous_response_id: 'resp_1' },
    held(START, call('a')),
  ],
  ['an unknown answer', [START], "'resp_9' not found", { previous_response_id: 'resp_9' }],
  ['two histories', [START], 'exclude each other', { previous_response_id: 'resp_1', conversation: 'conv_1' }, held()],
  ['an item twice', [says('msg_1', 'a'), says('msg_1', 'a')], 'Duplicate item found with id msg_1.'],
  ['an unknown field', [START], 'unknown parameter "messages"', { messages: [] }],
  ['an unknown field of an item', [{ ...START, tool_calls: [] }], 'input[0]: unknown parameter "tool_calls"'],
  ['an unknown kind of item', [{ type: 'tool_use', id: 'a' }], 'is no kind of item'],
  ['an item without what it needs', [{ type: 'function_call_output', output: '' }], 'input[0].call_id is missing'],
  ['arguments that are no text', [{ ...call('a'), arguments: {} }, output('a')], 'arguments is no text'],
  ['a role of another protocol', [{ role: 'tool', content: 'x' }], 'is no role'],
  [
    'text of the model in a message of the user',
    [{ role: 'user', content: [{ type: 'output_text', text: 'x' }] }],
    'is no part',
  ],
  ['an id that no server gave out', [{ ...says('x_1', 'a') }], "begins with 'msg'"],
  ['reasoning at the end', [START, thought('rs_1')], 'without its required following item'],
  ['reasoning before the user', [thought('rs_1'), START], 'without its required following item'],
  ['reasoning before other reasoning', [thought('rs_1'), thought('rs_2'), call('a'), output('a')], "'rs_1'"],
  [
    'a call without the reasoning before it',
    [call('a'), output('a')],
    "without its required 'reasoning' item 'rs_1'",
    {},
    held(thought('rs_1'), call('a')),
  ],
  ['reasoning that was not stored', [thought('rs_1'), call('a'), output('a')], 'not persisted', { store: false }],
];

test.for(BAD)('refuses %s', ([, input, complaint, more, known]) => {
  expect(complaints(input, more, known)).toContain(complaint);
});

let server: ModelServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function client(
  memory: ResponsesServer,
  ...answers: Parameters<ResponsesServer['answer']>[0][]
): Promise<OpenAI> {
  server = await startModelServer(
    memory.protocol,
    answers.map((answer) => memory.answer(answer)),
  );
  return new OpenAI({ apiKey: 'k', baseURL: `${server.url}/v1`, maxRetries: 0 });
}

test('answers the official client, streaming and not, and holds what it said', async () => {
  const openai = await client(
    new ResponsesServer(),
    { id: 'resp_1', output: [says('msg_1', 'So.'), call('a')] },
    { id: 'resp_2', output: [says('msg_2', 'Done.')] },
  );
  const first = await openai.responses.stream({ model: 'm', input: 'Tidy up.' }).finalResponse();
  expect(first.output.map(({ type }) => type)).toEqual(['message', 'function_call']);
  const second = await openai.responses.create({
    model: 'm',
    previous_response_id: first.id,
    input: [{ type: 'function_call_output', call_id: 'a', output: 'done' }],
  });
  expect(second.output_text).toBe('Done.');
});

test('refuses to go on while a call that it holds has no output', async () => {
  const openai = await client(new ResponsesServer(), { id: 'resp_1', output: [call('a')] });
  const first = await openai.responses.create({ model: 'm', input: 'Tidy up.' });
  const next = openai.responses.create({ model: 'm', previous_response_id: first.id, input: 'And?' });
  await expect(next).rejects.toThrow('400 No tool output found for function_call a.');
});

test('forgets what is not to be stored', async () => {
  const openai = await client(new ResponsesServer(), { id: 'resp_1', output: [says('msg_1', 'So.')] });
  await openai.responses.create({ model: 'm', input: 'Hi.', store: false });
  const next = openai.responses.create({ model: 'm', previous_response_id: 'resp_1', input: 'And?' });
  await expect(next).rejects.toThrow("Previous response with id 'resp_1' not found.");
});

test('keeps a conversation under its name', async () => {
  const openai = await client(new ResponsesServer(), { id: 'resp_1', output: [call('a')] });
  await openai.responses.create({ model: 'm', input: 'Hi.', conversation: 'conv_1' });
  const next = openai.responses.create({ model: 'm', input: 'And?', conversation: { id: 'conv_1' } });
  await expect(next).rejects.toThrow('No tool output found');
});
