import { expect, test } from 'vitest';
import { codes, doc, only } from '../../../test/support/diagnostics.ts';

const machine = (...lines: readonly string[]): string => `machines:
  - name: m
    initial: a
    transitions:
${lines.map((line) => `      - { ${line} }\n`).join('')}`;

const asks = (...lines: readonly string[]): boolean => !codes(machine(...lines)).includes('ask_unreachable');

test('nobody is asked where every state allows the call', () => {
  expect(only(machine("on: R, from: '*', to: b, on_violation: ask"))).toMatchObject({
    severity: 'warning',
    code: 'ask_unreachable',
    path: ['machines', 0, 'transitions', 0, 'on_violation'],
  });
});

test('nobody is asked where all states that can be reached allow the call', () => {
  expect(asks('on: R, from: [a, b], to: b, on_violation: ask')).toBe(false);
});

test('nobody is asked where another transition allows the call in every state', () => {
  expect(asks('on: R, from: a, to: b, on_violation: ask', 'on: R*, from: b, to: a, on_violation: warn')).toBe(false);
});

test('nobody is asked where something stronger refuses the same calls', () => {
  expect(asks('on: R, from: b, to: b, on_violation: ask', 'on: R*, from: b, to: a')).toBe(false);
});

test.each([
  ['one state does not allow the call', ['on: R, from: a, to: b, on_violation: ask']],
  ['no state allows the call', ['on: R, from: [], to: b, on_violation: ask']],
  [
    'a counter may not allow the call',
    ["on: R, from: '*', to: b, counters: { n: { lte: 3 } }, update: { increment: [n] }, on_violation: ask"],
  ],
  [
    'what refuses the call speaks of fewer calls',
    ['on: R, from: b, to: b, on_violation: ask', `on: 'R(x = "1")', from: b, to: a`],
  ],
  [
    'what refuses the call asks in the end',
    [
      'on: R, from: b, to: b, on_violation: ask',
      'on: R, from: b, to: a, when: error, on_violation: { escalate: { after: 2, action: ask } }',
    ],
  ],
  ['a refusal turns into an ask', ['on: R, from: a, to: b, on_violation: { escalate: { after: 2, action: ask } }']],
])('somebody is asked where %s', (_name, lines) => {
  expect(asks(...lines)).toBe(true);
});

test('nobody is asked about a missing key where there is none to miss', () => {
  expect(only(doc('', 'on_unkeyed: ask'))).toMatchObject({ code: 'ask_unreachable', line: 4, column: 17 });
});

test('somebody is asked about a key that may be missing', () => {
  expect(codes(doc('', "key: '{x}'\non_unkeyed: ask"))).toEqual([]);
});
