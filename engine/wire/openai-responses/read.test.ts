import { expect, test } from 'vitest';
import type { JsonObject } from '../../tool-call.ts';
import type { Piece, WireEvent } from '../model-adapter.ts';
import { ResponsesReader } from './read.ts';

const event = (json: JsonObject): WireEvent => ({ event: String(json['type']), data: JSON.stringify(json) });
const call: JsonObject = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'a',
  name: 'f',
  arguments: '{}',
  status: 'completed',
};
const added = event({ type: 'response.output_item.added', output_index: 0, item: { ...call, arguments: '' } });
const done = event({ type: 'response.output_item.done', output_index: 0, item: call });
const ended = (output: JsonObject[], type = 'response.completed', more: JsonObject = {}) =>
  event({ type, response: { id: 'resp_1', output, ...more } });
const kinds = (pieces: readonly Piece[]) => pieces.map(({ kind }) => kind);
const read = (...events: readonly WireEvent[]) => {
  const reader = new ResponsesReader();
  return { reader, pieces: [...events.flatMap((one) => reader.read(one)), ...reader.end()] };
};

test('keeps all of a call back until its item is done', () => {
  const reader = new ResponsesReader();
  const delta = event({
    type: 'response.function_call_arguments.delta',
    output_index: 0,
    item_id: 'fc_1',
    delta: '{}',
  });
  const other = event({ type: 'response.apply_patch_call_operation_diff.delta', output_index: 0, delta: '-a' });
  expect([added, delta, other].flatMap((one) => reader.read(one))).toEqual([]);
  expect(kinds(reader.read(done))).toEqual(['call']);
});

test('shows no arguments of a call that nobody said begins', () => {
  expect(read(event({ type: 'response.custom_tool_call_input.delta', output_index: 4, delta: 'x' })).pieces).toEqual(
    [],
  );
});

test('gives out a call once, however often it is told of', () => {
  expect(kinds(read(added, done, ended([call])).pieces)).toEqual(['call', 'finish']);
});

test('gives out a call that only the end knows', () => {
  expect(kinds(read(ended([call])).pieces)).toEqual(['call', 'finish']);
});

test('ends with the terminal event, and passes nothing behind it but a mark', () => {
  const mark = { event: null, data: '[DONE]' };
  expect(read(ended([]), added, done, mark).pieces).toEqual([
    { kind: 'finish', reason: 'stop', events: [ended([])] },
    { kind: 'live', event: mark },
  ]);
});

test('ends nothing that failed or broke off', () => {
  expect(kinds(read(added, ended([], 'response.failed')).pieces)).toEqual(['live']);
  expect(kinds(read(event({ type: 'error', message: 'no' })).pieces)).toEqual(['live']);
  expect(read(added).pieces).toEqual([]);
});

test('says that the model waits for the page when it asks for an approval or a search of tools', () => {
  const reason = (item: JsonObject) => read(ended([item])).pieces.at(-1);
  expect(reason({ type: 'mcp_approval_request', id: 'm' })).toMatchObject({ reason: 'calls' });
  expect(reason({ type: 'tool_search_call', id: 't', execution: 'client' })).toMatchObject({ reason: 'calls' });
  expect(reason({ type: 'tool_search_call', id: 't', execution: 'server' })).toMatchObject({ reason: 'stop' });
});

test('tells an answer that was cut off from one that was filtered', () => {
  const reason = (why: string) =>
    read(ended([], 'response.incomplete', { incomplete_details: { reason: why } })).pieces;
  expect(reason('max_output_tokens')).toMatchObject([{ reason: 'cut' }]);
  expect(reason('content_filter')).toMatchObject([{ reason: 'refused' }]);
});

test('goes on from no response that is made in the background', () => {
  const body = { event: null, data: JSON.stringify({ id: 'resp_1', status: 'queued', output: [] }) };
  expect(read(body).pieces).toMatchObject([{ kind: 'finish', reason: 'refused' }]);
});

test('keeps all items of the answer as they came', () => {
  const thought = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' };
  const first = event({ type: 'response.output_item.done', output_index: 0, item: thought });
  const second = event({ type: 'response.output_item.done', output_index: 1, item: call });
  expect(read(second, first).reader.entry().raw).toEqual([thought, call]);
  expect(read(first, ended([thought, call])).reader.entry().raw).toEqual([thought, call]);
});

test('goes on reading where a server gives all items the same place', () => {
  const delta = event({ type: 'response.output_text.delta', output_index: 0, item_id: 'm', delta: 'Hi.' });
  expect(read(added, done, delta).reader.text).toBe('Hi.');
});

test('gives out two calls of one id, each once, in the order of the stream', () => {
  const other = { ...call, id: 'fc_2', name: 'g' };
  const itemDone = (item: JsonObject, output_index: number) =>
    event({ type: 'response.output_item.done', output_index, item });
  const calls = (...events: readonly WireEvent[]) =>
    read(...events).pieces.flatMap((piece) => (piece.kind === 'call' ? [piece.call.tool] : []));
  const end = ended([call, other]);
  expect(calls(itemDone(call, 0), itemDone(call, 0), itemDone(other, 1), end)).toEqual(['f', 'g']);
  expect(calls(itemDone(call, 0), end)).toEqual(['f', 'g']);
  expect(calls(end)).toEqual(['f', 'g']);
});

test('takes an item without a place that comes again for the same one', () => {
  const placeless = event({ type: 'response.output_item.done', item: call });
  expect(kinds(read(placeless, placeless, ended([])).pieces)).toEqual(['call', 'finish']);
});
