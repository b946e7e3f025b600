/** What may pass unread: words alone, and whatever is doubtful may not. */
import { expect, test } from 'vitest';
import { isPlain } from '../openai-chat/plain.ts';
import { onlyTypes } from './plain.ts';

const chunk = (delta: string, finish = 'null'): string =>
  `data: {"choices":[{"index":0,"delta":${delta},"finish_reason":${finish}}]}\n\n`;

test.each([
  ['words', chunk('{"content":"Hi"}')],
  ['a field of calls that is empty', chunk('{"content":"Hi","tool_calls":null,"function_call": [ ]}')],
  ['the name of a field inside of words', chunk('{"content":"\\"tool_calls\\": [1]"}')],
  ['escapes of signs', chunk('{"content":"\\u003cb\\u003e"}')],
])('passes %s', (_, events) => {
  expect(isPlain(events)).toBe(true);
});

test.each([
  ['calls', chunk('{"tool_calls":[{"index":0}]}')],
  ['calls behind an empty field of the same name', chunk('{"tool_calls":null,"tool_calls":[{}]}')],
  ['calls whose name is written with an escape', chunk('{"\\u0074ool_calls":[{}]}')],
  ['a function call', chunk('{"function_call": {"name":"a"}}')],
  ['an end', chunk('{}', '"stop"')],
  ['an error', 'data: {"error":{"message":"no"},"choices":[]}\n\n'],
  ['the mark of the end', 'data: [DONE]\n\n'],
])('does not pass %s', (_, events) => {
  expect(isPlain(events)).toBe(false);
});

test('passes events of known types alone, however their text spells it', () => {
  const plain = onlyTypes(['a.delta', 'ping']);
  const events = (type: string): string => `event: x\ndata: {"type":"a.delta"}\n\ndata: {"type" : ${type}}\n\n`;
  expect([plain(events('"ping"')), plain(events('"a_delta"')), plain(events('"p\\u0069ng"'))]).toEqual([
    true,
    false,
    false,
  ]);
});
