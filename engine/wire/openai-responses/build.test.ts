import { expect, test } from 'vitest';
import type { JsonObject } from '../../tool-call.ts';
import type { Entry, RequestEdit, RequestedCall } from '../model-adapter.ts';
import { build, results, user, withCalls } from './build.ts';
import { readCall } from './call.ts';
import { entryOf } from './entry.ts';
import { recognise } from './recognise.ts';
import { remind } from './remind.ts';

const fn = (id: string): JsonObject => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name: 'f',
  arguments: '{}',
});
const thought = (id: string, more: JsonObject = {}): JsonObject => ({
  type: 'reasoning',
  id: `rs_${id}`,
  summary: [],
  ...more,
});
const words: JsonObject = { role: 'assistant', content: 'So.' };
const called = (item: JsonObject): RequestedCall => {
  const call = readCall(item, 0);
  if (call === null) throw new Error('This is no call.');
  return call;
};
const built = (body: JsonObject, edit: (entries: readonly Entry[]) => RequestEdit): JsonObject => {
  const request = recognise('/v1/responses', JSON.stringify(body));
  if (request === null) throw new Error('This is no request.');
  return JSON.parse(build(request, edit(request.entries))) as JsonObject;
};
const restored = (raw: JsonObject[], missing: string[], order: string[]): readonly JsonObject[] =>
  withCalls(
    entryOf('assistant', raw),
    missing.map((id) => called(fn(id))),
    order,
  ).raw;

test('leaves text input as text when nothing was added to it', () => {
  expect(built({ input: 'hi' }, (entries) => ({ entries }))).toEqual({ input: 'hi' });
});

test('makes items of text input when something was added', () => {
  expect(built({ input: 'hi' }, (entries) => ({ entries: [...entries, user('on')] }))).toEqual({
    input: [
      { role: 'user', content: 'hi' },
      { role: 'user', content: 'on' },
    ],
  });
});

test('goes on from the true answer', () => {
  const body = { input: 'hi', previous_response_id: 'resp_1' };
  expect(built(body, (entries) => ({ entries, previous: 'resp_2' }))).toMatchObject({ previous_response_id: 'resp_2' });
});

test('puts what the system says behind the instructions', () => {
  const system = ['Read first.', 'Be kind.'];
  expect(built({ input: 'hi', instructions: 'Tidy up.' }, (entries) => ({ entries, system }))).toMatchObject({
    instructions: 'Tidy up.\n\nRead first.\n\nBe kind.',
  });
  expect(built({ input: 'hi' }, (entries) => ({ entries, system }))).toMatchObject({
    instructions: 'Read first.\n\nBe kind.',
  });
});

test('sends no reasoning that the server has thrown away', () => {
  const answer = entryOf('assistant', [thought('1'), thought('2', { encrypted_content: 'x' }), fn('a')]);
  const input = (store: boolean) =>
    built({ input: 'hi', store }, (entries) => ({ entries: [...entries, answer] }))['input'];
  expect(input(false)).toEqual([{ role: 'user', content: 'hi' }, thought('2', { encrypted_content: 'x' }), fn('a')]);
  expect(input(true)).toHaveLength(4);
});

test('puts a call back behind the reasoning that led to it', () => {
  expect(restored([thought('1'), thought('2'), fn('b')], ['a'], ['a', 'b'])).toEqual([
    thought('1'),
    fn('a'),
    thought('2'),
    fn('b'),
  ]);
  expect(restored([thought('1'), fn('a'), thought('2')], ['b'], ['a', 'b'])).toEqual([
    thought('1'),
    fn('a'),
    thought('2'),
    fn('b'),
  ]);
  expect(restored([thought('1'), thought('2')], ['b', 'a'], ['a', 'b'])).toEqual([
    thought('1'),
    fn('a'),
    thought('2'),
    fn('b'),
  ]);
});

test('puts a call back beside the calls it was made with', () => {
  expect(restored([thought('1'), fn('a'), fn('c')], ['b'], ['a', 'b', 'c'])).toEqual([
    thought('1'),
    fn('a'),
    fn('b'),
    fn('c'),
  ]);
  expect(restored([thought('1'), fn('b')], ['a'], ['a', 'b'])).toEqual([thought('1'), fn('a'), fn('b')]);
  expect(restored([words, fn('b')], ['a'], ['a', 'b'])).toEqual([words, fn('a'), fn('b')]);
  expect(restored([fn('a'), words], ['b'], ['a', 'b'])).toEqual([fn('a'), fn('b'), words]);
  expect(restored([words], ['a'], ['a'])).toEqual([words, fn('a')]);
});

test('names the item of a call only where the page names its own', () => {
  const { id: _, ...bare } = fn('a');
  const { id: __, ...other } = fn('b');
  expect(restored([bare], ['b'], ['a', 'b'])).toEqual([bare, other]);
});

test('answers each kind of call in its own form, and computer calls in words behind all results', () => {
  const kinds: readonly JsonObject[] = [
    {
      type: 'computer_call',
      id: 'cu',
      call_id: 'e',
      action: { type: 'wait' },
      pending_safety_checks: [{ id: 's' }],
      status: 'completed',
    },
    fn('a'),
    { type: 'custom_tool_call', id: 'ct', call_id: 'b', name: 'sql', input: '' },
    { type: 'shell_call', id: 'sh', call_id: 'c', action: { commands: ['ls'] } },
    {
      type: 'apply_patch_call',
      id: 'ap',
      call_id: 'd',
      operation: { type: 'delete_file', path: 'a' },
      status: 'completed',
    },
    {
      type: 'local_shell_call',
      id: 'ls',
      call_id: 'f',
      action: { type: 'exec', command: ['ls'], env: {} },
      status: 'completed',
    },
  ];
  const entry = results(
    kinds.map((item) => ({ call: called(item), text: 'No.' })),
    [],
  );
  expect(entry.raw).toMatchObject([
    { type: 'computer_call_output', call_id: 'e', acknowledged_safety_checks: [{ id: 's' }] },
    { type: 'function_call_output', call_id: 'a', output: 'No.' },
    { type: 'custom_tool_call_output', call_id: 'b', output: 'No.' },
    { type: 'shell_call_output', call_id: 'c', output: [{ stderr: 'No.', outcome: { type: 'exit', exit_code: 1 } }] },
    { type: 'apply_patch_call_output', call_id: 'd', status: 'failed', output: 'No.' },
    { type: 'local_shell_call_output', id: 'f', output: 'No.' },
    { role: 'developer', content: 'No.' },
  ]);
  expect(entry.results.map(({ call }) => call)).toEqual(['e', 'a', 'b', 'c', 'd', 'f']);
});

test('answers a call of generated code to that code', () => {
  const caller = { type: 'program', caller_id: 'prog_1' };
  expect(results([{ call: called({ ...fn('a'), caller }), text: 'No.' }], []).raw).toMatchObject([{ caller }]);
});

test('joins the results of the page and of the guard, results first', () => {
  const own = entryOf('results', [
    { type: 'function_call_output', call_id: 'a', output: 'x' },
    { role: 'user', content: 'hm' },
  ]);
  expect(
    results([{ call: called(fn('b')), text: 'No.' }], [own]).raw.map((item) => item['call_id'] ?? item['role']),
  ).toEqual(['a', 'b', 'user']);
});

test('never puts a reminder between calls and their results', () => {
  const entries = [user('go'), entryOf('assistant', [fn('a')]), results([{ call: called(fn('a')), text: 'No.' }], [])];
  const reminded = remind(entries, 1, { target: 'context', content: 'Mind.' });
  expect(reminded.map(({ speaker }) => speaker)).toEqual(['user', 'assistant', 'results', 'system']);
  expect(reminded.at(-1)?.raw).toEqual([{ role: 'developer', content: 'Mind.' }]);
});

test('says a reminder for the conversation as the user, also one in the words of the assistant', () => {
  const at = remind([user('go')], 0, { target: 'conversation', role: 'assistant', content: 'I should read.' });
  expect(at.at(-1)?.raw).toEqual([{ role: 'user', content: 'I should read.' }]);
});
