import { expect, test } from 'vitest';
import { failedResult } from './failed-result.ts';

test('takes an object that says so for a failure, also as text and in a list of text parts', () => {
  for (const content of [
    { error: 'no such file' },
    { isError: true },
    '{"is_error":true}',
    ' {"error":{"code":7}}',
    [{ type: 'input_text', text: '{"error":"no"}' }],
  ])
    expect([content, failedResult(content)]).toEqual([content, true]);
});

test('takes nothing else for a failure', () => {
  for (const content of [
    '',
    'Error: no such file',
    '{"error":',
    '{"error":null}',
    '{"isError":false}',
    { ok: 1 },
    [],
    null,
    7,
  ])
    expect([content, failedResult(content)]).toEqual([content, false]);
});

test('reads the fields of the object, not of its prototype', () => {
  expect(failedResult('{"__proto__":{"error":true}}')).toBe(false);
});
