import { expect, test } from 'vitest';
import type { JsonObject } from '../../tool-call.ts';
import type { Entry, History } from '../model-adapter.ts';
import { recognise } from './recognise.ts';

const USER = { role: 'user', content: 'Tidy up.' };

function entries(...messages: readonly JsonObject[]): readonly Entry[] {
  return recognise('/v1/messages', JSON.stringify({ messages }))?.entries ?? [];
}

function history(thread: JsonObject | null): History | undefined {
  return recognise('/v1/messages', JSON.stringify({ messages: [USER], thread }))?.history;
}

test('knows a request by the end of its path, behind any proxy', () => {
  const text = JSON.stringify({ messages: [USER] });
  const paths = [
    '/v1/messages',
    '/messages',
    '/api/anthropic/v1/messages/',
    '/v1/messages/count_tokens',
    '/v1/messages/batches',
    '/v1/chat',
  ];
  expect(paths.map((path) => recognise(path, text) !== null)).toEqual([true, true, true, false, false, false]);
});

test('leaves messages alone that are not of this protocol', () => {
  for (const message of [
    { role: 'tool', content: 'x' },
    { role: 'user', parts: [] },
    { role: 'user', content: [7] },
    'x',
  ])
    expect(recognise('/messages', JSON.stringify({ messages: [message] }))).toBe(null);
});

test('takes a request without new messages, which goes on with a paused turn of a thread', () => {
  const thread = { type: 'continue', previous_message_id: 'msg_1' };
  expect(recognise('/v1/messages', JSON.stringify({ messages: [], thread }))?.entries).toEqual([]);
});

test('knows where the history is', () => {
  expect([null, { type: 'create' }, { type: 'continue', previous_message_id: 'msg_1' }].map(history)).toEqual([
    { kind: 'carried' },
    { kind: 'chain', previous: null },
    { kind: 'chain', previous: 'msg_1' },
  ]);
});

test('asks for a stream only where the request does', () => {
  const streams = [true, false, undefined].map(
    (stream) => recognise('/v1/messages', JSON.stringify({ messages: [USER], stream }))?.stream,
  );
  expect(streams).toEqual([true, false, false]);
});

test('makes one entry of each message, also of the same speaker', () => {
  expect(
    entries(USER, USER, { role: 'assistant', content: 'Yes.' }).map(({ speaker, text }) => [speaker, text]),
  ).toEqual([
    ['user', 'Tidy up.'],
    ['user', 'Tidy up.'],
    ['assistant', 'Yes.'],
  ]);
});

test('makes results of a message with results, and keeps the words behind them', () => {
  const [entry] = entries({
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'a', content: 'done' },
      {
        type: 'tool_result',
        tool_use_id: 'b',
        is_error: true,
        content: [
          { type: 'text', text: 'no' },
          { type: 'text', text: 'way' },
        ],
      },
      { type: 'tool_result', tool_use_id: 'c' },
      { type: 'text', text: 'Go on.' },
    ],
  });
  expect(entry).toMatchObject({
    speaker: 'results',
    text: 'Go on.',
    results: [
      { call: 'a', status: 'success', content: 'done' },
      { call: 'b', status: 'error', content: 'no\nway' },
      { call: 'c', status: 'success', content: '' },
    ],
  });
});

test('gives a result that is more than text as it stands', () => {
  const content = [
    { type: 'text', text: 'see' },
    { type: 'image', source: { type: 'url', url: 'https://a.example/' } },
  ];
  const [entry] = entries({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content }] });
  expect(entry?.results[0]?.content).toEqual(content);
});

test('counts only what the page runs as a call', () => {
  const [entry] = entries({
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
      { type: 'mcp_tool_use', id: 'm', name: 'echo', server_name: 'x', input: {} },
      { type: 'tool_use', id: 't', name: 'rm', input: { path: '/' } },
    ],
  });
  expect(entry?.calls.map(({ id, tool, args }) => [id, tool, args])).toEqual([['t', 'rm', { path: '/' }]]);
  expect(entry?.text).toBe('');
});
