/** Rules of taking requests apart and putting them together. */
import { expect, test } from 'vitest';
import { chatRequest } from '../../../test/model-server/openai-chat-wire.ts';
import type { Json, JsonObject } from '../../tool-call.ts';
import { field } from '../json.ts';
import { openaiChat } from './adapter.ts';
import { callFrom } from './call.ts';

const element = (id: string, name = 'read') => ({ id, type: 'function', function: { name, arguments: '{"p":1}' } });
const tool = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'ok' });
const asked = (...ids: readonly string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => element(id)),
});
const user = { role: 'user', content: 'Go.' };

const entriesOf = (...messages: readonly Json[]) => chatRequest({ messages }).entries;
const messagesOf = (text: string): Json => field(JSON.parse(text) as JsonObject, 'messages') ?? null;

test('takes results that follow each other for one entry', () => {
  const entries = entriesOf(user, asked('a', 'b'), tool('a'), tool('b'), user);
  expect(entries.map(({ speaker }) => speaker)).toEqual(['user', 'assistant', 'results', 'user']);
  expect(entries[2]?.results).toEqual([
    { call: 'a', status: null, content: 'ok' },
    { call: 'b', status: null, content: 'ok' },
  ]);
});

test('knows every path that ends in chat/completions', () => {
  const paths = [
    '/v1/chat/completions',
    '/openai/deployments/d/chat/completions',
    '/chat/completions/',
    '/v1/completions',
  ];
  expect(paths.map((path) => openaiChat.sniff(path, ''))).toEqual([true, true, true, false]);
});

test('keeps messages of an unknown role as they are', () => {
  const odd = { role: 'ipython', content: null, more: 1 };
  expect(entriesOf(odd)).toEqual([{ speaker: 'system', raw: [odd], text: '', calls: [], results: [] }]);
});

test('leaves a request alone in which a message is no object', () => {
  const body = JSON.stringify({ messages: [null] });
  expect(openaiChat.recognise('/chat/completions', body)).toBe(null);
});

test('says when an answer can hold several alternatives', () => {
  expect([chatRequest({ n: 2 }).single, chatRequest({ n: 1 }).single, chatRequest().single]).toEqual([
    false,
    true,
    true,
  ]);
});

test('matches a result of old with the call before it', () => {
  const call = { role: 'assistant', content: null, function_call: { name: 'read', arguments: '{}' } };
  const entries = entriesOf(user, call, { role: 'function', name: 'read', content: 'ok' });
  expect(entries[2]?.results[0]?.call).toBe(entries[1]?.calls[0]?.id);
});

test('puts system text behind the leading system messages, in their role', () => {
  const developer = { role: 'developer', content: 'Be.' };
  const request = chatRequest({ messages: [developer, user] });
  const built = messagesOf(openaiChat.build(request, { entries: request.entries, system: ['A', 'B'] }));
  expect(built).toEqual([developer, { role: 'developer', content: 'A\n\nB' }, user]);
});

test('puts system text first where there is none', () => {
  const request = chatRequest();
  expect(messagesOf(openaiChat.build(request, { entries: request.entries, system: ['A'] }))).toEqual([
    { role: 'system', content: 'A' },
    user,
  ]);
});

test('puts withheld calls back in the order in which they were made', () => {
  const [, assistant] = entriesOf(user, asked('b'));
  if (assistant === undefined) throw new Error('no entry');
  const whole = openaiChat.withCalls(
    assistant,
    [callFrom(element('c'), 'c'), callFrom(element('a'), 'a')],
    ['a', 'b', 'c'],
  );
  expect(whole.raw).toEqual([asked('a', 'b', 'c')]);
  expect(whole.calls.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('gives an answer without calls the ones that were withheld', () => {
  const [, assistant] = entriesOf(user, { role: 'assistant', content: 'Hm.' });
  if (assistant === undefined) throw new Error('no entry');
  expect(openaiChat.withCalls(assistant, [callFrom(element('a'), 'a')], ['a']).raw).toEqual([
    { role: 'assistant', content: 'Hm.', tool_calls: [element('a')] },
  ]);
});

test('puts a reminder behind the results, never between them and their call', () => {
  const entries = entriesOf(user, asked('a'), tool('a'));
  for (const at of [1, 2]) {
    const reminded = openaiChat.remind(entries, at, { target: 'suffix_system', content: 'R' });
    expect(reminded.map(({ speaker }) => speaker)).toEqual(['user', 'assistant', 'results', 'system']);
  }
});

test('reminds in the role of the user where a vendor would refuse the assistant', () => {
  const entries = entriesOf(user, asked('a'), tool('a'));
  const reminded = openaiChat.remind(entries, 2, { target: 'conversation', role: 'assistant', content: 'R' });
  expect(reminded.at(-1)?.raw).toEqual([{ role: 'user', content: 'R' }]);
});

test('reminds as developer where the conversation does', () => {
  const entries = entriesOf({ role: 'developer', content: 'Be.' }, user);
  expect(openaiChat.remind(entries, 1, { target: 'context', content: 'R' }).at(-1)?.raw).toEqual([
    { role: 'developer', content: 'R' },
  ]);
});

test('takes JSON with an error in it for a failed call, and nothing else', () => {
  const texts = ['{"error":"x"}', '{"isError":true}', '{"is_error":1}', '{"error":null}', '{"ok":1}', 'error', '[1]'];
  expect(texts.map((text) => openaiChat.failed(text))).toEqual([true, true, true, false, false, false, false]);
  expect(
    openaiChat.failed([
      { type: 'text', text: '{"error":' },
      { type: 'text', text: '"x"}' },
    ]),
  ).toBe(true);
});

test('reads empty arguments and null as none', () => {
  const args = ['', ' ', 'null', '{}'].map(
    (text) => callFrom({ id: 'a', function: { name: 'x', arguments: text } }, 'a').args,
  );
  expect(args).toEqual([{}, {}, {}, {}]);
});
