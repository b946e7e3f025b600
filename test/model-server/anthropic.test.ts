import Anthropic from '@anthropic-ai/sdk';
import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../../engine/tool-call.ts';
import { anthropicModel, checkMessagesRequest, emptyMemory, type Memory } from './anthropic.ts';
import { type ModelServer, startModelServer } from './server.ts';

const text = (said: string): JsonObject => ({ type: 'text', text: said });
const call = (id: string): JsonObject => ({ type: 'tool_use', id, name: 'rm', input: {} });
const result = (id: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content: 'done' });
const user = (...content: readonly JsonObject[]): JsonObject => ({ role: 'user', content });
const assistant = (...content: readonly JsonObject[]): JsonObject => ({ role: 'assistant', content });
const START = user(text('Hi.'));

function complaints(messages: readonly JsonObject[], more: JsonObject = {}, memory: Memory = emptyMemory()): string {
  return checkMessagesRequest({ model: 'm', max_tokens: 9, messages, ...more }, memory).join('\n');
}

test('takes a conversation with calls, results first and words behind them', () => {
  const messages = [
    START,
    assistant(text('So.'), call('a'), call('b')),
    user(result('b'), result('a'), text('Go on.')),
  ];
  expect(complaints(messages)).toBe('');
});

const BAD: readonly (readonly [what: string, messages: readonly JsonObject[], complaint: string])[] = [
  ['a conversation that the model begins', [assistant(text('Hi.'))], 'not from the user'],
  ['a role of another protocol', [START, { role: 'tool', content: 'x' }], 'is no role'],
  ['a field of another protocol', [{ ...START, tool_calls: [] }], '"tool_calls" is not a field'],
  ['a field of another block', [user({ ...text('Hi.'), input: {} })], '"input" is not a field'],
  ['a call of the user', [user(call('a'))], 'is not allowed here'],
  ['a message without content', [START, assistant(), user(text('Hi.'))], 'has no content'],
  ['an empty text', [user(text(''))], 'is empty'],
  ['a text of blanks', [user(text(' \n'))], 'is empty'],
  ['an id of odd letters', [START, assistant(call('a.1')), user(result('a.1'))], 'odd letters'],
  [
    'a call that is not answered',
    [START, assistant(call('a'), call('b')), user(result('a'))],
    'does not answer its call "b"',
  ],
  [
    'a call that is answered too late',
    [START, assistant(call('a')), START, user(result('a'))],
    'does not answer its call "a"',
  ],
  ['a call at the end', [START, assistant(call('a'))], 'nothing follows'],
  ['words before results', [START, assistant(call('a')), user(text('x'), result('a'))], 'before its results'],
  ['a result without a call', [START, assistant(text('x')), user(result('a'))], 'does not ask for'],
  ['two results of one call', [START, assistant(call('a')), user(result('a'), result('a'))], 'answered twice'],
  ['two calls with one id', [START, assistant(call('a'), call('a')), user(result('a'))], 'Two calls'],
  ['input that is no object', [START, assistant({ ...call('a'), input: 'x' }), user(result('a'))], 'is no object'],
  [
    'an error that says nothing',
    [START, assistant(call('a')), user({ ...result('a'), is_error: true, content: '' })],
    'says nothing',
  ],
  [
    'reasoning without a signature',
    [START, assistant({ type: 'thinking', thinking: 'x', signature: '' })],
    'no signature',
  ],
];

for (const [what, messages, complaint] of BAD) {
  test(`refuses ${what}`, () => {
    expect(complaints(messages)).toContain(complaint);
  });
}

test('refuses fields that the API does not have', () => {
  expect(complaints([START], { previous_response_id: 'x' })).toContain('"previous_response_id" is not a field');
});

test('refuses a choice where there is nothing to choose from', () => {
  expect(complaints([START], { tool_choice: { type: 'auto' } })).toContain('only for requests with tools');
});

test('asks for a key, a version, and leave to hold a thread', () => {
  const { checkHeaders } = anthropicModel().protocol;
  const headers = new Map([['content-type', 'application/json']]);
  const asked = (body: JsonObject) => checkHeaders((name) => headers.get(name) ?? null, body).length;
  expect(asked({ thread: { type: 'create' } })).toBe(3);
  headers.set('x-api-key', 'k').set('anthropic-version', '2023-06-01');
  expect([asked({}), asked({ thread: { type: 'create' } })]).toEqual([0, 1]);
});

test('refuses reasoning and calls that are not as the model gave them', () => {
  const thinking = { type: 'thinking', thinking: 'hm', signature: 's' };
  const memory = { ...emptyMemory(), said: new Map([['a', [thinking, call('a')]]]) };
  expect(complaints([START, assistant(thinking, call('a')), user(result('a'))], {}, memory)).toBe('');
  for (const changed of [{ ...thinking, thinking: 'ha' }, text('x')])
    expect(complaints([START, assistant(changed, call('a')), user(result('a'))], {}, memory)).toContain('not those');
});

test('refuses to go on from an answer that it does not hold, or that was gone on from', () => {
  const thread = { type: 'continue', previous_message_id: 'msg_1' };
  expect(complaints([START], { thread })).toContain('thread_not_found');
  const memory = { ...emptyMemory(), threads: new Map([['msg_1', [START, assistant(text('Yes.'))]]]) };
  expect(complaints([START], { thread }, memory)).toBe('');
  expect(complaints([START], { thread, system: 'x' }, memory)).toContain('keeps its system');
  expect(complaints([START], { thread }, { ...memory, continued: new Set(['msg_1']) })).toContain('already_continued');
});

test('holds the open calls of a thread against what goes on from it', () => {
  const memory = { ...emptyMemory(), threads: new Map([['msg_1', [START, assistant(call('a'), call('b'))]]]) };
  const thread = { type: 'continue', previous_message_id: 'msg_1' };
  expect(complaints([user(result('a'))], { thread }, memory)).toContain('does not answer its call "b"');
  expect(complaints([user(result('a'), result('b'))], { thread }, memory)).toBe('');
});

let server: ModelServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

test('serves the official tool runner, on threads of its own, streaming and not', async () => {
  for (const stream of [true, false]) {
    const model = anthropicModel();
    const thinking = { type: 'thinking', thinking: 'First I look.', signature: 'sig-1' };
    const script = [
      model.answer('msg_1', [thinking, { ...call('a'), input: { path: '/ü' } }]),
      model.answer('msg_2', [text('Done.')]),
    ];
    server = await startModelServer(model.protocol, script);
    const client = new Anthropic({ apiKey: 'none', baseURL: server.url, maxRetries: 0 });
    const ran: unknown[] = [];
    const runner = client.beta.messages.toolRunner({
      model: 'm',
      max_tokens: 9,
      stream,
      messages: [{ role: 'user', content: 'Hi.' }],
      tools: [
        {
          type: 'custom',
          name: 'rm',
          description: 'rm',
          input_schema: { type: 'object' },
          parse: (input) => input,
          run: (input: unknown) => {
            ran.push(input);
            return 'done';
          },
        },
      ],
    });
    await runner.runUntilDone();
    expect(ran).toEqual([{ path: '/ü' }]);
    expect(server.requests.map(({ complaints }) => complaints)).toEqual([[], []]);
    expect(server.requests.map(({ body }) => body['thread'])).toEqual([
      { type: 'create' },
      { type: 'continue', previous_message_id: 'msg_1' },
    ]);
    await server.close();
  }
});
