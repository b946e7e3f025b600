import { expect, test } from 'vitest';
import { leg, progress, withoutLeg } from './hold.ts';

test('takes its own state out of a call and leaves the rest of the text', () => {
  const body =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"n":12345678901234567890},"requestState":"interlock:1"}}';
  expect(withoutLeg(body, [])).toBe(
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"n":12345678901234567890}}}',
  );
});

test('takes its own state out of a call inside an envelope', () => {
  const body = '{"sessionId":"s","message":{"params":{"requestState":"interlock:1","name":"x"}}}';
  expect(withoutLeg(body, ['message'])).toBe('{"sessionId":"s","message":{"params":{"name":"x"}}}');
});

test('leaves a call without parameters alone', () => {
  expect(withoutLeg('{"id":1}', [])).toBe('{"id":1}');
});

test('counts progress upwards, far below what a server counts', () => {
  const at = (step: number): number => JSON.parse(progress('t', step, 'waiting')).params.progress;
  expect([at(2) > at(1), at(1) > 0, at(200) < 1]).toEqual([true, true, true]);
});

test('asks for another leg in the words of the protocol', () => {
  expect(JSON.parse(leg('a', 'interlock:1'))).toEqual({
    jsonrpc: '2.0',
    id: 'a',
    result: { resultType: 'input_required', requestState: 'interlock:1' },
  });
});
