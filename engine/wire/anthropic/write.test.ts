import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../tool-call.ts';
import type { AnswerWriter, WireEvent } from '../model-adapter.ts';
import { parseEvent } from '../sse/event.ts';
import { EventFramer } from '../sse/framer.ts';
import { anthropic } from './adapter.ts';
import { requestedCall } from './message.ts';

const REQUEST = { model: 'claude-x', messages: [] };
const CALL = requestedCall({ type: 'tool_use', id: 'a', name: 'rm', input: {} }, '{"n":1.0}', 0);

function writer(stream: boolean, begin?: { readonly id: string }): AnswerWriter {
  const taken = anthropic.recognise('/v1/messages', JSON.stringify({ ...REQUEST, stream }));
  if (taken === null) throw new Error('not recognised');
  return anthropic.writer(taken, begin);
}

const event = (type: string, fields: JsonObject = {}): WireEvent => ({
  event: type,
  data: JSON.stringify({ type, ...fields }),
});
const start = (id: string, usage: JsonObject): WireEvent =>
  event('message_start', { message: { id, content: [], usage } });
const end = (stop: string, usage: JsonObject): WireEvent[] => [
  event('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage }),
  event('message_stop'),
];
const body = (fields: JsonObject): WireEvent => ({
  event: null,
  data: JSON.stringify({ id: 'msg_1', content: [], stop_reason: 'end_turn', stop_sequence: null, ...fields }),
});

function eventsIn(text: string): readonly JsonObject[] {
  return new EventFramer().push(new TextEncoder().encode(text)).flatMap(({ block }): JsonObject[] => {
    const data = block === null ? null : parseEvent(block).data;
    return data === null ? [] : [JSON.parse(data) as JsonObject];
  });
}

const types = (text: string): readonly Json[] => eventsIn(text).map((one) => one['type'] ?? null);

test('shows one start, under the id of the first answer', () => {
  const page = writer(true);
  expect(page.live(start('msg_1', {}))).toBe(null);
  page.next([]);
  expect([page.live(start('msg_2', {})), page.id]).toEqual(['', 'msg_1']);
});

test('numbers blocks on over answers, and changes nothing else of them', () => {
  const page = writer(true);
  page.live(start('msg_1', {}));
  page.live(event('content_block_start', { index: 0, content_block: {} }));
  page.live(event('content_block_stop', { index: 0 }));
  page.next([]);
  page.live(start('msg_2', {}));
  const odd = { event: 'content_block_start', data: '{"type":"content_block_start", "index" : 0, "n":1.0}' };
  expect(page.live(odd)).toBe(
    'event: content_block_start\ndata: {"type":"content_block_start", "index" : 1, "n":1.0}\n\n',
  );
});

test('numbers a block behind a withheld one as if that had never been', () => {
  const page = writer(true);
  page.live(start('msg_1', {}));
  const shown = page.live(event('content_block_start', { index: 1, content_block: {} }));
  expect(eventsIn(shown ?? '')).toEqual([{ type: 'content_block_start', index: 0, content_block: {} }]);
});

test('hands a call over in one piece, with its input as the model wrote it', () => {
  const page = writer(true);
  page.live(start('msg_1', {}));
  expect(eventsIn(page.call(CALL))).toEqual([
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'a', name: 'rm', input: {} } },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"n":1.0}' } },
    { type: 'content_block_stop', index: 0 },
  ]);
});

test('leaves an end as it came where it fits', () => {
  const page = writer(true);
  page.live(start('msg_1', { input_tokens: 7 }));
  const odd = {
    event: 'message_delta',
    data: '{"delta":{"stop_reason":"end_turn"}, "usage":{"output_tokens":1.0},"type":"message_delta"}',
  };
  expect(page.finish('stop', [odd, event('message_stop')])).toContain(`data: ${odd.data}\n`);
});

test('shows that a turn is over where no call of it is left', () => {
  const page = writer(true);
  page.live(start('msg_1', {}));
  expect(eventsIn(page.finish('stop', end('tool_use', { output_tokens: 9 })))[0]).toEqual({
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 9 },
  });
});

test('shows that results are waited for where a call was handed over', () => {
  const page = writer(true);
  page.live(start('msg_1', {}));
  const [delta] = eventsIn(page.call(CALL) + page.finish('calls', end('max_tokens', { output_tokens: 9 }))).slice(-2);
  expect(delta?.['delta']).toEqual({ stop_reason: 'tool_use', stop_sequence: null });
});

test('keeps why a limit or a refusal ended an answer', () => {
  for (const [reason, stop] of [
    ['cut', 'model_context_window_exceeded'],
    ['refused', 'refusal'],
    ['paused', 'pause_turn'],
  ] as const)
    expect(eventsIn(writer(true).finish(reason, end(stop, {})))[0]?.['delta']).toMatchObject({ stop_reason: stop });
});

test('adds up what all answers used', () => {
  const page = writer(true);
  page.live(start('msg_1', { input_tokens: 10, cache_read_input_tokens: 3, output_tokens: 1 }));
  page.next(end('tool_use', { output_tokens: 5, server_tool_use: { web_search_requests: 1 } }));
  page.live(
    start('msg_2', { input_tokens: 20, cache_read_input_tokens: 4, output_tokens: 1, service_tier: 'standard' }),
  );
  const [delta] = eventsIn(
    page.finish('stop', end('end_turn', { output_tokens: 6, server_tool_use: { web_search_requests: 2 } })),
  );
  expect(delta?.['usage']).toEqual({
    input_tokens: 30,
    cache_read_input_tokens: 7,
    output_tokens: 11,
    server_tool_use: { web_search_requests: 3 },
  });
});

test('counts what the end says of an answer in place of what its start said', () => {
  const page = writer(true);
  page.live(start('msg_1', { input_tokens: 10, output_tokens: 1 }));
  page.next(end('tool_use', { input_tokens: 12, output_tokens: 5 }));
  expect(eventsIn(page.finish('stop', []))[0]?.['usage']).toEqual({ input_tokens: 12, output_tokens: 5 });
});

test('ends a block that a broken answer left open before it says something of its own', () => {
  const page = writer(true);
  page.live(start('msg_1', {}));
  page.live(event('content_block_start', { index: 0, content_block: {} }));
  expect(types(page.note('Stopped.') + page.finish('stop', []))).toEqual([
    'content_block_stop',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ]);
});

test('begins an answer that no model begins with its first piece, for the model that was asked', () => {
  const page = writer(true, { id: 'made-up' });
  const [first] = eventsIn(page.call(CALL));
  expect(first).toMatchObject({
    type: 'message_start',
    message: { id: 'made-up', model: 'claude-x', role: 'assistant' },
  });
});

test('drops the start of a model that goes on with an answer the guard began', () => {
  const page = writer(true, { id: 'made-up' });
  page.call(CALL);
  expect(page.live(start('msg_1', {}))).toBe('');
});

test("writes a body with blocks as they stood in the model's", () => {
  const page = writer(false);
  page.live({ event: 'content_block', data: '{"type":"text", "text":"So."}' });
  page.call(CALL);
  const text = page.finish('calls', [body({ stop_reason: 'tool_use' })]);
  expect(text).toContain('[{"type":"text", "text":"So."},{"type":"tool_use","id":"a","name":"rm","input":{"n":1.0}}]');
});

test('makes one body of several, under the first id, with all that was used', () => {
  const page = writer(false);
  page.next([body({ stop_reason: 'tool_use', usage: { input_tokens: 1, output_tokens: 2 } })]);
  const text =
    page.note('Stopped.') + page.finish('stop', [body({ id: 'msg_2', usage: { input_tokens: 3, output_tokens: 4 } })]);
  expect(JSON.parse(text)).toEqual({
    id: 'msg_1',
    content: [{ type: 'text', text: 'Stopped.' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 4, output_tokens: 6 },
  });
});

test('passes a body that is no message', () => {
  expect(writer(false).live({ event: null, data: '{"type":"error"}' })).toBe(null);
});

test('counts nothing that the end leaves open', () => {
  const page = writer(true);
  page.live(start('msg_1', { input_tokens: 10, output_tokens: 1 }));
  page.next(end('tool_use', { input_tokens: null, output_tokens: 5 }));
  expect(eventsIn(page.finish('stop', []))[0]?.['usage']).toEqual({ input_tokens: 10, output_tokens: 5 });
});

test('says at the end of an answer that the guard began what the model used', () => {
  const page = writer(true, { id: 'made-up' });
  page.call(CALL);
  page.live(start('msg_1', { input_tokens: 10, output_tokens: 1 }));
  const [delta] = eventsIn(page.finish('calls', end('tool_use', { output_tokens: 5 })));
  expect(delta?.['usage']).toEqual({ input_tokens: 10, output_tokens: 5 });
});

test('shows the start once, also of an answer without an id', () => {
  const page = writer(true);
  const bare = event('message_start', { message: { content: [] } });
  expect([page.live(bare), page.live(bare)]).toEqual([null, '']);
});

test('ends no block twice', () => {
  const page = writer(true);
  page.live(start('msg_1', {}));
  page.live(event('content_block_start', { index: 0, content_block: {} }));
  page.live(event('content_block_stop', { index: 0 }));
  expect(types(page.note('Stopped.'))[0]).toBe('content_block_start');
});

test('takes back what belongs to another reason to stop', () => {
  const delta = { stop_reason: 'refusal', stop_sequence: 'x', stop_details: { type: 'refusal' } };
  const events = [event('message_delta', { delta, usage: {} }), event('message_stop')];
  expect(eventsIn(writer(true).finish('stop', events))[0]?.['delta']).toEqual({
    stop_reason: 'end_turn',
    stop_sequence: null,
    stop_details: null,
  });
  const text = writer(false).finish('stop', [body(delta)]);
  expect(JSON.parse(text)).toMatchObject({ stop_reason: 'end_turn', stop_sequence: null, stop_details: null });
});

test('writes data of several lines as it came', () => {
  const odd = { event: 'message_delta', data: '{"type":"message_delta",\n"delta":{"stop_reason":"end_turn"}}' };
  const text = writer(true).finish('stop', [odd, event('message_stop')]);
  expect(parseEvent(new TextEncoder().encode(text.slice(0, text.indexOf('\n\n') + 2)))).toMatchObject(odd);
});

test('a line separator in a text, which JSON allows, ends no line of an event', () => {
  const text = writer(true, { id: 'msg_1' }).note('one\u2028two');
  expect(eventsIn(text).some((one) => JSON.stringify(one).includes('one\u2028two'))).toBe(true);
});
