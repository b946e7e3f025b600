import { expect, test } from 'vitest';
import type { JsonObject } from '../../tool-call.ts';
import { recognise, sniff } from './recognise.ts';

const take = (body: JsonObject, path = '/v1/responses') => recognise(path, JSON.stringify(body));
const speakers = (...input: JsonObject[]) => take({ input })?.entries.map(({ speaker, raw }) => [speaker, raw.length]);

test('takes a POST that creates a response, wherever the API is mounted', () => {
  expect(take({ model: 'm', input: 'hi' })?.stream).toBe(false);
  expect(take({ model: 'm', input: 'hi', stream: true }, '/openai/v1/responses/')?.stream).toBe(true);
});

test('leaves requests about a response that exists', () => {
  for (const path of ['/v1/responses/resp_1', '/v1/responses/resp_1/cancel', '/v1/responses/input_tokens'])
    expect([path, sniff(path, '{"input":"hi"}'), take({ input: 'hi' }, path)]).toEqual([path, false, null]);
});

test('takes a stored prompt for the input', () => {
  expect(take({ prompt: { id: 'pmpt_1' } })?.entries).toEqual([]);
});

test('leaves a body that has nothing to answer', () => {
  for (const body of [{}, { model: 'm' }, { input: 7 }, { input: ['hi'] }, { prompt: null }])
    expect([body, take(body)]).toEqual([body, null]);
});

test('reads text input as a turn of the user', () => {
  expect(take({ input: 'tidy up' })?.entries).toEqual([
    { speaker: 'user', raw: [{ role: 'user', content: 'tidy up' }], text: 'tidy up', calls: [], results: [] },
  ]);
});

test('finds out where the history is', () => {
  expect(take({ input: 'a' })?.history).toEqual({ kind: 'carried' });
  expect(take({ input: 'a', previous_response_id: 'resp_1' })?.history).toEqual({ kind: 'chain', previous: 'resp_1' });
  expect(take({ input: 'a', conversation: 'conv_1' })?.history).toEqual({ kind: 'named', id: 'conv_1' });
  expect(take({ input: 'a', conversation: { id: 'conv_1' } })?.history).toEqual({ kind: 'named', id: 'conv_1' });
});

test('joins the items of one answer, and results that follow each other', () => {
  const call = (id: string) => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' });
  const output = (id: string) => ({ type: 'function_call_output', call_id: id, output: '' });
  expect(
    speakers(
      { role: 'developer', content: 'be kind' },
      { role: 'user', content: 'go' },
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { role: 'assistant', content: 'So.' },
      { type: 'item_reference', id: 'msg_7' },
      call('a'),
      call('b'),
      output('a'),
      output('b'),
      { role: 'user', content: 'and' },
      { role: 'user', content: 'more' },
    ),
  ).toEqual([
    ['system', 1],
    ['user', 1],
    ['assistant', 5],
    ['results', 2],
    ['user', 1],
    ['user', 1],
  ]);
});

test("counts what ran at the model's side to the answer", () => {
  const environment = { type: 'container_reference', container_id: 'c' };
  expect(
    speakers(
      { type: 'mcp_call', id: 'mcp_1', server_label: 's', name: 'n', arguments: '{}', output: 'x' },
      { type: 'shell_call', id: 'sh_1', call_id: 'c1', environment, action: { commands: ['ls'] } },
      { type: 'shell_call_output', id: 'o1', call_id: 'c1', output: [] },
      { type: 'program_output', id: 'po_1', call_id: 'p', result: '', status: 'completed' },
    ),
  ).toEqual([['assistant', 4]]);
});

test('takes the answer to an approval request for no turn of the user', () => {
  expect(speakers({ type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true })).toEqual([
    ['results', 1],
  ]);
});

test('reads results with the flag that patches have, and leaves all others to their content', () => {
  const results = take({
    input: [
      { type: 'function_call_output', call_id: 'a', output: '{"error":"no"}' },
      { type: 'custom_tool_call_output', call_id: 'b', output: [{ type: 'input_text', text: 'x' }] },
      { type: 'local_shell_call_output', id: 'c', output: 'x' },
      { type: 'apply_patch_call_output', call_id: 'd', status: 'failed', output: 'no such file' },
      { type: 'apply_patch_call_output', call_id: 'e', status: 'completed' },
    ],
  })?.entries[0]?.results;
  expect(results?.map(({ call, status }) => [call, status])).toEqual([
    ['a', null],
    ['b', null],
    ['c', null],
    ['d', 'error'],
    ['e', 'success'],
  ]);
});
