import { expect, test } from 'vitest';
import { instanceIn } from '../../test/support/instance.ts';
import { call, machinesOf } from '../../test/support/session.ts';
import type { Json } from '../tool-call.ts';
import { evaluateGate } from './gate.ts';
import { EMPTY_STATE, type StateView } from './state-view.ts';

/** A thread whose every instance is in `state`. */
function inState(state: string, counters: Record<string, number> = {}): StateView {
  const instance = instanceIn(state, { counters });
  return { ...EMPTY_STATE, instance: () => instance };
}

function gate(text: string, tool: string, args: Json = {}, state: StateView = EMPTY_STATE) {
  return evaluateGate({ machines: machinesOf(`machines:\n${text}`), call: call('1', tool, args), state, now: 0 });
}

const reasons = (...of: Parameters<typeof gate>): readonly string[] =>
  gate(...of).verdict.violations.map((v) => v.reason);

test('a call that no machine knows is allowed and changes nothing', () => {
  expect(gate('  - { name: m, initial: a, transitions: [{ on: x, from: b, to: b }] }', 'y')).toEqual({
    verdict: { verdict: 'allow', violations: [], observed: [] },
    admissions: [],
    changes: [],
    corrections: [],
  });
});

test('one transition whose precondition holds is enough', () => {
  const text = '  - { name: m, initial: a, transitions: [{ on: x, from: b, to: b }, { on: x, from: a, to: b }] }';
  expect(gate(text, 'x')).toMatchObject({ verdict: { verdict: 'allow' }, admissions: [{ held: [1], approved: [] }] });
});

test('the strongest action among the matching transitions decides, wherever it stands', () => {
  const text = `  - name: m
    initial: a
    transitions:
      - { on: x, from: b, to: b, on_violation: warn }
      - { on: x, from: b, to: b, on_violation: deny }
      - { on: x, from: b, to: b, on_violation: ask }
`;
  expect(gate(text, 'x').verdict.verdict).toBe('deny');
});

test('across machines deny is stronger than ask and ask than warn, and all violations are told, strongest first', () => {
  const machine = (action: string) =>
    `  - { name: ${action}, initial: a, transitions: [{ on: x, from: b, to: b, on_violation: ${action} }] }\n`;
  const { verdict } = gate(machine('warn') + machine('deny') + machine('ask'), 'x');
  expect([verdict.verdict, ...verdict.violations.map((v) => v.machine)]).toEqual(['deny', 'deny', 'ask', 'warn']);
});

test('counters are part of the precondition', () => {
  const text = '  - { name: m, initial: a, transitions: [{ on: x, from: a, to: a, counters: { n: { lte: 2 } } }] }';
  expect(gate(text, 'x', {}, inState('a', { n: 2 })).verdict.verdict).toBe('allow');
  expect(gate(text, 'x', {}, inState('a', { n: 3 })).verdict.verdict).toBe('deny');
});

test('a missing counter is 0', () => {
  const text = '  - { name: m, initial: a, transitions: [{ on: x, from: a, to: a, counters: { n: { gte: 1 } } }] }';
  expect(gate(text, 'x').verdict.verdict).toBe('deny');
});

test('a counter called constructor is a counter', () => {
  const text =
    '  - { name: m, initial: a, transitions: [{ on: x, from: a, to: a, counters: { constructor: { lte: 0 }, __proto__: { lte: 0 } } }] }';
  expect(gate(text, 'x').verdict.verdict).toBe('allow');
});

test('a call whose key does not resolve is none of the machine’s business', () => {
  const text = '  - { name: m, key: "{p}", initial: a, transitions: [{ on: x, from: b, to: b }] }';
  expect(gate(text, 'x', { q: 1 }).verdict.verdict).toBe('allow');
});

test('on_unkeyed decides about a matching call whose key does not resolve', () => {
  const text = '  - { name: m, key: "{p}", on_unkeyed: ask, initial: a, transitions: [{ on: x, from: a, to: a }] }';
  const { verdict } = gate(text, 'x', { q: 1 });
  expect(verdict).toMatchObject({ verdict: 'ask', violations: [{ key: null, state: null }] });
  expect(verdict.violations[0]?.reason).toContain('"{p}"');
});

test('a strict machine denies a keyed call that none of its transitions names', () => {
  const text = '  - { name: m, key: "{p}", strict: true, initial: a, transitions: [{ on: x, from: a, to: a }] }';
  expect(reasons(text, 'other', { p: 'k' })).toEqual([
    'Tool call "other" on "k" is not allowed now by "m": it is in state "a" and the machine is strict. Allowed now: x.',
  ]);
  expect(gate(text, 'other', {}).verdict.verdict).toBe('allow');
});

test('a call that touches several instances gets the strongest verdict over all of them', () => {
  const text = '  - { name: m, key: "{ps[*]}", initial: a, transitions: [{ on: x, from: b, to: b }] }';
  const b: StateView = {
    ...EMPTY_STATE,
    instance: (_, key) => (key === 'ok' ? inState('b').instance('', '') : undefined),
  };
  const outcome = gate(text, 'x', { ps: ['ok', 'not'] }, b);
  expect(outcome.verdict).toMatchObject({ verdict: 'deny', violations: [{ key: 'not' }] });
  expect(outcome.admissions.map((a) => [a.key, a.held])).toEqual([
    ['ok', [0]],
    ['not', []],
  ]);
});

test('the default reason names tool, machine, state and the call that comes first', () => {
  const text = `  - name: m
    key: "{p}"
    initial: a
    transitions:
      - { on: open, from: a, to: b }
      - { on: 'fill(p ~ "*")', from: b, to: c }
      - { on: send, from: c, to: a }
`;
  expect(reasons(text, 'send', { p: '/x' })).toEqual([
    'Tool call "send" on "/x" is not allowed now by "m": it is in state "a", wanted "c". First: open.',
  ]);
});

test('the default reason says when no call leads there', () => {
  expect(reasons('  - { name: m, initial: a, transitions: [{ on: x, from: b, to: b }] }', 'x')).toEqual([
    'Tool call "x" is not allowed now by "m": it is in state "a", wanted "b". No call leads there from here.',
  ]);
});

test('the default reason names the counter that is out of its bounds', () => {
  const text =
    '  - { name: m, initial: a, transitions: [{ on: x, from: a, to: a, counters: { n: { gte: 1, lte: 3 } } }] }';
  expect(reasons(text, 'x')).toEqual([
    'Tool call "x" is not allowed now by "m": counter "n" is 0, wanted at least 1 and at most 3.',
  ]);
});

test('a reason keeps a placeholder that does not resolve as it is written', () => {
  const text =
    '  - { name: m, initial: a, transitions: [{ on: x, from: b, to: b, on_violation: { action: deny, reason: "{p} {q} {instance.state}" } }] }';
  expect(reasons(text, 'x', { p: 1, instance: 'mine' })).toEqual(['1 {q} a']);
});

test('an asked call admits the asked transitions as if their precondition had held', () => {
  const text = `  - name: m
    initial: a
    transitions:
      - { on: x, from: b, to: b, on_violation: warn }
      - { on: x, from: b, to: c, on_violation: { action: ask, on_approve: stay } }
`;
  expect(gate(text, 'x').admissions).toMatchObject([{ held: [], approved: [{ index: 1, stay: true }] }]);
});

test('a timed state that has run out is another state, on record', () => {
  const text =
    '  - { name: m, initial: a, expire: { b: { after: 10s, to: a } }, transitions: [{ on: x, from: b, to: b }] }';
  const input = { machines: machinesOf(`machines:\n${text}`), call: call('1', 'x'), state: inState('b') };
  expect(evaluateGate({ ...input, now: 9_999 }).verdict.verdict).toBe('allow');
  const late = evaluateGate({ ...input, now: 10_000 });
  expect(late.verdict.verdict).toBe('deny');
  expect(late.corrections).toEqual([{ type: 'lapsed', machine: 'm', key: '', from: 'b', to: 'a' }]);
});

test('timed states follow one another, each from the moment the one before it ended', () => {
  const text =
    '  - { name: m, initial: a, expire: { b: { after: 10s, to: c }, c: { after: 5s, to: a } }, transitions: [{ on: x, from: c, to: b }] }';
  const input = { machines: machinesOf(`machines:\n${text}`), call: call('1', 'x'), state: inState('b') };
  expect(evaluateGate({ ...input, now: 14_999 }).verdict.verdict).toBe('allow');
  expect(evaluateGate({ ...input, now: 15_000 }).verdict.verdict).toBe('deny');
});

test('a call that touches more instances than can be decided on is denied, and says so', () => {
  const text = '  - { name: m, key: "{ps[*]}", initial: a, transitions: [{ on: x, from: a, to: a }] }';
  const { verdict } = gate(text, 'x', { ps: Array.from({ length: 100_001 }, (_, i) => `k${i}`) });
  expect(verdict).toMatchObject({ verdict: 'deny', violations: [{ key: null, machine: 'm' }] });
});
