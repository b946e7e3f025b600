import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../tool-call.ts';
import type { ModelRequest, RequestEdit, RequestedCall } from '../model-adapter.ts';
import { build } from './build.ts';
import { entryOf, requestedCall } from './message.ts';
import { recognise } from './recognise.ts';
import { remind } from './remind.ts';
import { results, user, withCalls } from './turn.ts';

const REMINDER = { target: 'context', content: 'Mind.' } as const;

function request(body: JsonObject): ModelRequest {
  const taken = recognise('/v1/messages', JSON.stringify({ messages: [{ role: 'user', content: 'Hi.' }], ...body }));
  if (taken === null) throw new Error('not recognised');
  return taken;
}

function built(body: JsonObject, edit: Partial<RequestEdit>): JsonObject {
  const taken = request(body);
  return JSON.parse(build(taken, { entries: taken.entries, ...edit })) as JsonObject;
}

const call = (id: string, more: JsonObject = {}): RequestedCall =>
  requestedCall({ type: 'tool_use', id, name: 'rm', input: {}, ...more }, '', 0);
const result = (id: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content: 'done' });
const text = (said: string): JsonObject => ({ type: 'text', text: said });
const content = (entry: { readonly raw: readonly JsonObject[] } | undefined): Json =>
  entry?.raw[0]?.['content'] ?? null;

test('adds to a system prompt of blocks behind its last breakpoint', () => {
  const system = [{ ...text('Be good.'), cache_control: { type: 'ephemeral' } }];
  expect(built({ system }, { system: ['A', 'B'] })['system']).toEqual([...system, text('A'), text('B')]);
});

test('adds to a system prompt that is one text, and makes one where there is none', () => {
  expect(built({ system: 'Be good.' }, { system: ['A', 'B'] })['system']).toBe('Be good.\n\nA\n\nB');
  expect(built({}, { system: ['A'] })['system']).toBe('A');
});

test('goes on from another answer of a thread', () => {
  const thread = { type: 'continue', previous_message_id: 'msg_1' };
  expect(built({ thread }, { previous: 'msg_2' })['thread']).toEqual({ ...thread, previous_message_id: 'msg_2' });
});

test('goes on with a thread that the request created without what the server keeps of it', () => {
  const body = built({ model: 'm', system: 'S', tools: [], thread: { type: 'create' } }, { previous: 'msg_1' });
  expect(body).toEqual({
    messages: [{ role: 'user', content: 'Hi.' }],
    model: 'm',
    thread: { type: 'continue', previous_message_id: 'msg_1' },
  });
});

test('never touches the system prompt of a thread', () => {
  expect(built({ system: 'S', thread: { type: 'create' } }, { system: ['A'] })['system']).toBe('S');
});

test('never makes a thread of a request that carries its history', () => {
  expect(built({}, { previous: 'msg_2' })).not.toHaveProperty('thread');
});

test('sends the input of a call as the model wrote it', () => {
  const input = '{"n":12345678901234567890,"f":1.0}';
  const { raw } = requestedCall({ type: 'tool_use', id: 'a', name: 'x', input: {} }, input, 0);
  const taken = request({});
  expect(build(taken, { entries: [...taken.entries, entryOf({ role: 'assistant', content: [raw] })] })).toContain(
    input,
  );
});

test('leaves out a message without content, which the API refuses', () => {
  const taken = request({});
  const edit = { entries: [...taken.entries, entryOf({ role: 'assistant', content: [] }), user('Go on.')] };
  expect(JSON.parse(build(taken, edit)).messages).toHaveLength(2);
});

test('puts calls back at their places', () => {
  const entry = entryOf({ role: 'assistant', content: [text('Three.'), call('b').raw] });
  const whole = withCalls(entry, [call('d'), call('a'), call('c')], ['a', 'b', 'c', 'd']);
  expect(whole.calls.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});

test('puts a call behind reasoning and words where no call of the answer is left', () => {
  const thinking = { type: 'thinking', thinking: 'hm', signature: 's' };
  const entry = entryOf({ role: 'assistant', content: [thinking, text('So.')] });
  expect(content(withCalls(entry, [call('a')], ['a']))).toEqual([thinking, text('So.'), call('a').raw]);
});

test('puts a call back into a message that is one text', () => {
  const entry = withCalls(entryOf({ role: 'assistant', content: 'So.' }), [call('a')], ['a']);
  expect(content(entry)).toEqual([text('So.'), call('a').raw]);
});

test('puts all results first, then the words', () => {
  const own = [
    entryOf({ role: 'user', content: [result('b'), text('First.')] }),
    entryOf({ role: 'user', content: [result('c'), text('Second.')] }),
  ];
  expect(content(results([{ call: call('a'), text: 'No.' }], own))).toEqual([
    { type: 'tool_result', tool_use_id: 'a', is_error: true, content: 'No.' },
    result('b'),
    result('c'),
    text('First.'),
    text('Second.'),
  ]);
});

test('names the toolset in the result of a call that names one', () => {
  const denied = results([{ call: call('a', { toolset_name: 'computer' }), text: 'No.' }], []);
  expect(content(denied)).toMatchObject([{ toolset_name: 'computer' }]);
});

test('reminds behind the results and the words in the same message', () => {
  const entry = entryOf({ role: 'user', content: [result('a'), text('Go on.')] });
  expect(content(remind([entry], 0, REMINDER)[0])).toEqual([result('a'), text('Go on.'), text('Mind.')]);
});

test('reminds in a message that is one text', () => {
  expect(content(remind([entryOf({ role: 'user', content: 'Hi.' })], 0, REMINDER)[0])).toEqual([
    text('Hi.'),
    text('Mind.'),
  ]);
});

test('never reminds between calls and their results', () => {
  const turn = [
    entryOf({ role: 'assistant', content: [call('a').raw] }),
    entryOf({ role: 'user', content: [result('a')] }),
  ];
  expect(remind(turn, 0, REMINDER).map(content)).toEqual([[call('a').raw], [result('a'), text('Mind.')]]);
  expect(remind(turn.slice(0, 1), 0, REMINDER)).toEqual(turn.slice(0, 1));
});

test('reminds behind an answer in a turn of the user', () => {
  expect(remind([entryOf({ role: 'assistant', content: 'Yes.' })], 0, REMINDER).map(({ speaker }) => speaker)).toEqual([
    'assistant',
    'user',
  ]);
});
