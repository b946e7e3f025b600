/** Rules of the writers that the recorded answers do not show one by one. */
import { expect, test } from 'vitest';
import {
  callDelta,
  chatRequest,
  chunkOf,
  dataIn,
  done,
  eventOf,
  finishOf,
} from '../../../test/model-server/openai-chat-wire.ts';
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, listField } from '../json.ts';
import { callFrom } from './call.ts';
import { ChatReader } from './read.ts';
import { ChatWriter } from './write.ts';

const asked = chatRequest({ stream_options: { include_usage: true } });
const role = chunkOf({ role: 'assistant', content: '' });
const usageOf = (total: number, id = 'c1') =>
  eventOf({ id, choices: [], usage: { total_tokens: total, details: { cached: 1 }, tier: 'x' } });
const call = (id: string) => callFrom({ id, type: 'function', function: { name: 'read', arguments: '{}' } }, id);
const choiceIn = (value: Json | undefined): JsonObject => (listField(value, 'choices')[0] ?? {}) as JsonObject;

test('numbers the calls that are left without a gap', () => {
  const writer = new ChatWriter(chatRequest());
  writer.live(role);
  const written = dataIn(writer.call(call('b')) + writer.call(call('d')));
  expect(written.map((chunk) => field(listField(field(choiceIn(chunk), 'delta'), 'tool_calls')[0], 'index'))).toEqual([
    0, 1,
  ]);
});

test('gives later answers the identity of the first', () => {
  const writer = new ChatWriter(chatRequest());
  writer.live(role);
  writer.next([]);
  const [later] = dataIn(writer.live(chunkOf({ content: 'x' }, {}, 'c2')) ?? '');
  const [, end] = dataIn(
    writer.live(chunkOf({ content: 'y' }, {}, 'c2')) + writer.finish('stop', [finishOf('stop', 'c2'), done]),
  );
  expect([field(later, 'id'), field(end, 'id'), writer.id]).toEqual(['c1', 'c1', 'c1']);
});

test('takes the identity from the first chunk that has one', () => {
  const writer = new ChatWriter(chatRequest());
  writer.live(eventOf({ id: '', created: 0, model: '', choices: [] }));
  writer.live(role);
  expect(writer.id).toBe('c1');
});

test('begins an answer once', () => {
  const writer = new ChatWriter(chatRequest());
  writer.live(role);
  writer.next([]);
  expect(writer.live(chunkOf({ role: 'assistant', content: '' }, {}, 'c2'))).toBe('');
  expect(writer.live(chunkOf({ role: 'assistant', content: 'x' }, {}, 'c2'))).not.toContain('role');
});

test('passes everything but calls as it came while there is one answer', () => {
  const writer = new ChatWriter(chatRequest());
  expect(
    [role, chunkOf({ content: 'x' }), eventOf('?'), { event: 'ping', data: '{' }].map((event) => writer.live(event)),
  ).toEqual([null, null, null, null]);
});

test('leaves the end of an answer as it came when nothing was withheld', () => {
  const writer = new ChatWriter(chatRequest());
  writer.live(role);
  const end = { event: null, data: '{ "id":"c1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"big":1.0}' };
  expect(writer.finish('stop', [end, done])).toBe(`data: ${end.data}\n\ndata: [DONE]\n\n`);
});

test('writes no mark where the model has none, and one when the guard ends the answer', () => {
  const ended = (...events: Parameters<ChatWriter['finish']>[1]) => {
    const writer = new ChatWriter(chatRequest());
    writer.live(role);
    return dataIn(writer.finish('stop', events)).filter((data) => data === '[DONE]').length;
  };
  expect([ended(finishOf('stop')), ended(finishOf('stop'), done), ended()]).toEqual([0, 1, 1]);
});

test('says stop when all calls were withheld', () => {
  const writer = new ChatWriter(chatRequest());
  writer.live(role);
  const [end] = dataIn(writer.finish('stop', [finishOf('tool_calls'), done]));
  expect(field(choiceIn(end), 'finish_reason')).toBe('stop');
});

test('keeps the word of a vendor that says stop with calls', () => {
  const writer = new ChatWriter(chatRequest());
  writer.live(role);
  writer.call(call('a'));
  const [end] = dataIn(writer.finish('calls', [finishOf('stop'), done]));
  expect(field(choiceIn(end), 'finish_reason')).toBe('stop');
});

test('adds the usage of all answers up, at every depth', () => {
  const writer = new ChatWriter(asked);
  writer.live(role);
  writer.next([finishOf('tool_calls'), usageOf(10), done]);
  const [, usage] = dataIn(writer.finish('stop', [finishOf('stop', 'c2'), usageOf(5, 'c2'), done]));
  expect(field(usage, 'usage')).toEqual({ total_tokens: 15, details: { cached: 2 }, tier: 'x' });
});

test('gives usage once, and to a page that asked for it', () => {
  const usages = (request: typeof asked, last: Parameters<ChatWriter['finish']>[1]) => {
    const writer = new ChatWriter(request);
    writer.live(role);
    writer.next([finishOf('tool_calls'), usageOf(10), done]);
    return dataIn(writer.finish('stop', last)).filter((data) => field(data, 'usage')).length;
  };
  const [with_, without] = [
    [finishOf('stop', 'c2'), usageOf(5, 'c2'), done],
    [finishOf('stop', 'c2'), done],
  ];
  expect([usages(asked, with_), usages(asked, without), usages(chatRequest(), with_)]).toEqual([1, 1, 0]);
});

test('adds the usage in a later chunk to that of the answers before', () => {
  const writer = new ChatWriter(chatRequest());
  writer.live(role);
  writer.next([usageOf(10)]);
  const [chunk] = dataIn(writer.live(chunkOf({ content: 'x' }, {}, 'c2', { total_tokens: 2 })) ?? '');
  expect(field(field(chunk, 'usage'), 'total_tokens')).toBe(12);
});

test('begins an answer of the guard with the role', () => {
  const writer = new ChatWriter(chatRequest(), { id: 'own' });
  const [first, second] = dataIn(writer.note('x') + writer.note('y'));
  expect([field(first, 'id'), field(first, 'model'), field(choiceIn(first), 'delta')]).toEqual([
    'own',
    'm',
    { role: 'assistant', content: 'x' },
  ]);
  expect(field(choiceIn(second), 'delta')).toEqual({ content: 'y' });
});

test('writes a call of old as it is called of old', () => {
  const writer = new ChatWriter(chatRequest());
  writer.live(role);
  const raw = { name: 'read', arguments: '{}' };
  const [first, end] = dataIn(writer.call(callFrom(raw, 'f')) + writer.finish('calls', []));
  expect(field(choiceIn(first), 'delta')).toEqual({ function_call: raw });
  expect(field(choiceIn(end), 'finish_reason')).toBe('function_call');
});

test('ends each of several choices by the calls that were handed over in it', () => {
  const writer = new ChatWriter(chatRequest({ n: 2 }));
  writer.live(role);
  writer.call({ ...call('a'), choice: 1 } as ReturnType<typeof call>);
  const ends = [finishOf('tool_calls'), chunkOf({}, { index: 1, finish_reason: 'tool_calls' })];
  expect(dataIn(writer.finish('calls', ends)).map((end) => field(choiceIn(end), 'finish_reason'))).toEqual([
    'stop',
    'tool_calls',
  ]);
});

test('withholds the calls of a body that comes where a stream was asked for', () => {
  const message = { role: 'assistant', content: 'x', ...callDelta(0, 'a', 'read', '{}') };
  const body = eventOf({ id: 'c1', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] });
  const reader = new ChatReader(asked);
  const writer = new ChatWriter(asked);
  const shown = reader.read(body).map((piece) => {
    if (piece.kind === 'live') return writer.live(piece.event);
    return piece.kind === 'finish' ? writer.finish('stop', piece.events) : '';
  });
  expect(JSON.parse(shown.join(''))).toEqual({
    id: 'c1',
    choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }],
  });
});

test('hands an error body over as it came', () => {
  const writer = new ChatWriter(chatRequest({ stream: false }));
  expect(writer.live({ event: null, data: '{"error": {}}\n' })).toBe('{"error": {}}\n');
});

test('joins what several bodies say under the identity of the first', () => {
  const body = (id: string, content: string, reasoning_content: string, finish_reason: string) =>
    eventOf({
      id,
      model: id,
      choices: [{ index: 0, message: { role: 'assistant', content, reasoning_content }, finish_reason }],
      usage: { total_tokens: 3 },
    });
  const writer = new ChatWriter(chatRequest({ stream: false }));
  writer.live(body('a', 'One. ', 'r', 'tool_calls'));
  writer.next([]);
  writer.live(body('b', 'Two.', 's', 'stop'));
  writer.note(' Three.');
  expect(JSON.parse(writer.finish('stop', []))).toEqual({
    id: 'a',
    model: 'a',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'One. Two. Three.', reasoning_content: 'rs' },
        finish_reason: 'stop',
      },
    ],
    usage: { total_tokens: 6 },
  });
});
