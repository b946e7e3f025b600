import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../tool-call.ts';
import type { FinishReason, ModelRequest, WireEvent } from '../model-adapter.ts';
import { openaiResponses } from './adapter.ts';
import { readCall } from './call.ts';

const request = (body: JsonObject = {}): ModelRequest => {
  const taken = openaiResponses.recognise('/responses', JSON.stringify({ input: 'hi', stream: true, ...body }));
  if (taken === null) throw new Error('This is no request.');
  return taken;
};
const event = (json: JsonObject): WireEvent => ({ event: String(json['type']), data: JSON.stringify(json) });
const fn = (id: string): JsonObject => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name: 'f',
  arguments: '{"p":1}',
  status: 'completed',
});
const said = (id: string): JsonObject => ({
  type: 'message',
  id,
  role: 'assistant',
  content: [{ type: 'output_text', text: id }],
});

/** An answer as its server writes it; calls without the events of their arguments. */
function answer(id: string, output: readonly JsonObject[], more: JsonObject = {}): readonly WireEvent[] {
  return [
    { type: 'response.created', response: { id, output: [] } },
    ...output.flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item },
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: 'response.completed', response: { id, output, ...more } },
  ].map((one, sequence_number) => event({ ...one, sequence_number }));
}

/** What the page gets of the answers when calls are handed over or withheld. */
function page(
  answers: readonly (readonly WireEvent[])[],
  keep: readonly string[],
  reason: FinishReason = 'calls',
  of = request(),
) {
  const writer = openaiResponses.writer(of);
  let text = '';
  answers.forEach((events, at) => {
    const reader = openaiResponses.reader(of);
    for (const piece of [...events.flatMap((one) => reader.read(one)), ...reader.end()]) {
      if (piece.kind === 'live')
        text += writer.live(piece.event) ?? `event: ${piece.event.event}\ndata: ${piece.event.data}\n\n`;
      else if (piece.kind === 'call') text += keep.includes(piece.call.id) ? writer.call(piece.call) : '';
      else if (at === answers.length - 1) text += writer.finish(reason, piece.events);
      else writer.next(piece.events);
    }
  });
  return told(text);
}

function told(text: string): readonly JsonObject[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as JsonObject);
}

const pick = (events: readonly JsonObject[], name: string): readonly Json[] => events.flatMap((one) => one[name] ?? []);
const response = (events: readonly JsonObject[]): JsonObject => events.at(-1)?.['response'] as JsonObject;
const ids = (events: readonly JsonObject[]) => (response(events)['output'] as JsonObject[]).map(({ id }) => id);

test('numbers what follows a withheld call anew', () => {
  const events = page([answer('resp_1', [said('m1'), fn('a'), said('m2')])], [], 'stop');
  expect(pick(events, 'output_index')).toEqual([0, 0, 1, 1]);
  expect(pick(events, 'sequence_number')).toEqual(events.map((_, at) => at));
  expect(ids(events)).toEqual(['m1', 'm2']);
});

test('ends with the call that it handed over, though the end tells of another under its id', () => {
  const events = answer('resp_1', [fn('a')]);
  for (const other of [{ name: 'g' }, { namespace: 'n' }, { arguments: '{"p":2}' }]) {
    const end = { type: 'response.completed', response: { id: 'resp_1', output: [{ ...fn('a'), ...other }] } };
    expect(response(page([[...events.slice(0, -1), event(end)]], ['a']))['output']).toEqual([fn('a')]);
  }
});

test('tells of a call that it hands over in the steps of the server', () => {
  const events = page([answer('resp_1', [fn('a')])], ['a']);
  expect(pick(events, 'type').slice(1, -1)).toEqual([
    'response.output_item.added',
    'response.function_call_arguments.delta',
    'response.function_call_arguments.done',
    'response.output_item.done',
  ]);
  expect(events[1]).toMatchObject({ item: { arguments: '', status: 'in_progress' } });
  expect(events[4]).toMatchObject({ item: fn('a') });
});

test('shows several answers as one: one start, one id, one end', () => {
  const events = page([answer('resp_1', [said('m1'), fn('a')]), answer('resp_2', [said('m2')])], [], 'stop');
  expect(pick(events, 'type').filter((type) => !String(type).includes('item'))).toEqual([
    'response.created',
    'response.completed',
  ]);
  expect(response(events)['id']).toBe('resp_1');
  expect(pick(events, 'output_index')).toEqual([0, 0, 1, 1]);
  expect(ids(events)).toEqual(['m1', 'm2']);
});

test('adds up what all answers used, and joins their text', () => {
  const used = (tokens: number, text: string) => ({
    usage: { total_tokens: tokens, details: { cached: 1 } },
    output_text: text,
  });
  const events = page(
    [answer('resp_1', [said('m1'), fn('a')], used(5, 'm1')), answer('resp_2', [said('m2')], used(7, 'm2'))],
    [],
    'stop',
  );
  expect(response(events)).toMatchObject({ usage: { total_tokens: 12, details: { cached: 2 } }, output_text: 'm1m2' });
});

test('names what the page went on from, not what the guard did', () => {
  const second = answer('resp_2', [said('m2')], { previous_response_id: 'resp_1' });
  const events = page([answer('resp_1', [fn('a')]), second], [], 'stop', request({ previous_response_id: 'resp_0' }));
  expect(response(events)['previous_response_id']).toBe('resp_0');
});

test('gives an item another id when an earlier answer had the same', () => {
  const delta = event({ type: 'response.output_text.delta', item_id: 'm1', output_index: 0, delta: 'x' });
  const again = answer('resp_2', [said('m1')]);
  const events = page(
    [answer('resp_1', [said('m1'), fn('a')]), [...again.slice(0, 2), delta, ...again.slice(2)]],
    [],
    'stop',
  );
  expect(pick(events, 'item_id')).toEqual(['m1_1']);
  expect(ids(events)).toEqual(['m1', 'm1_1']);
});

test('keeps withheld calls out of a response that failed', () => {
  const [created] = answer('resp_1', []);
  const failed = event({ type: 'response.failed', sequence_number: 9, response: { id: 'resp_1', output: [fn('a')] } });
  expect(ids(page([[created ?? failed, failed]], []))).toEqual([]);
});

test('keeps calls out of a response that only begins', () => {
  const created = event({ type: 'response.created', response: { id: 'resp_1', output: [fn('a'), said('m1')] } });
  expect(ids(told(openaiResponses.writer(request()).live(created) ?? ''))).toEqual(['m1']);
});

test('ends an answer that was cut off as complete when the guard went on', () => {
  const cut = event({
    type: 'response.incomplete',
    response: { id: 'resp_1', status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [] },
  });
  expect(told(openaiResponses.writer(request()).finish('stop', [cut]))).toMatchObject([
    { type: 'response.completed', response: { status: 'completed', incomplete_details: null } },
  ]);
  expect(told(openaiResponses.writer(request()).finish('cut', [cut]))).toMatchObject([{ type: 'response.incomplete' }]);
});

test('begins an answer of its own with the given id, only when there is something to say', () => {
  const writer = openaiResponses.writer(request({ model: 'm' }), { id: 'resp_own' });
  const call = readCall(fn('a'), 0);
  const events = told((call === null ? '' : writer.call(call)) + writer.finish('calls', []));
  expect(events.map(({ type }) => type).slice(0, 3)).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
  ]);
  expect(pick(events, 'sequence_number')).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(response(events)).toMatchObject({ id: 'resp_own', status: 'completed', model: 'm', output: [fn('a')] });
});

test('leaves the names of events out where the server does', () => {
  const writer = openaiResponses.writer(request());
  const [created] = answer('resp_1', []);
  writer.live({ event: null, data: created?.data ?? '' });
  expect(writer.note('Mind.')).not.toContain('event:');
});

test('writes big numbers and unknown fields as they came', () => {
  const end =
    '{"type":"response.completed","x":12345678901234567890,"response":{"id":"resp_1","output":[{"type":"function_call","call_id":"a"}],"y":1.0}}';
  expect(openaiResponses.writer(request()).finish('stop', [{ event: 'response.completed', data: end }])).toBe(
    'event: response.completed\ndata: {"type":"response.completed","x":12345678901234567890,"response":{"id":"resp_1","output":[],"y":1.0}}\n\n',
  );
});

test('says of whatever follows that it belongs to the answer the page knows', () => {
  const audio = event({ type: 'response.audio.done', response_id: 'resp_2' });
  const [created, ...rest] = answer('resp_2', []);
  const events = page([answer('resp_1', [fn('a')]), [created ?? audio, audio, ...rest]], [], 'stop');
  expect(pick(events, 'response_id')).toEqual(['resp_1']);
});

test('keeps items apart that a server gives the same place', () => {
  const items = [said('m1'), said('m2')].map((item) =>
    event({ type: 'response.output_item.added', output_index: 0, item }),
  );
  const end = event({
    type: 'response.completed',
    response: { id: 'resp_1', output: [said('m1'), said('m2'), fn('a')] },
  });
  expect(ids(page([[...items, end]], [], 'stop'))).toEqual(['m1', 'm2']);
});

test('tells no steps of a call whose item has no id: nothing could name it', () => {
  const { id: _, ...bare } = fn('a');
  expect(pick(page([answer('resp_1', [bare])], ['a']), 'type').slice(1, -1)).toEqual([
    'response.output_item.added',
    'response.output_item.done',
  ]);
});
