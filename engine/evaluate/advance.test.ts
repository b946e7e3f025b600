import { expect, test } from 'vitest';
import { instanceIn } from '../../test/support/instance.ts';
import { call, machinesOf } from '../../test/support/session.ts';
import type { Change, Instance } from '../state/journal.ts';
import type { Json, ToolResult } from '../tool-call.ts';
import { evaluateAdvance } from './advance.ts';
import { evaluateGate } from './gate.ts';
import { EMPTY_STATE, type StateView } from './state-view.ts';

/** Gates a call that is let through and advances by its result. */
function advance(text: string, args: Json, result: ToolResult, state: StateView = EMPTY_STATE) {
  const machines = machinesOf(`machines:\n${text}`);
  const x = call('1', 'x', args);
  const { admissions } = evaluateGate({ machines, call: x, state, now: 0 });
  return evaluateAdvance({ machines, call: x, result, admissions, state, now: 5 });
}

const ok = (content: Json = ''): ToolResult => ({ status: 'success', content });
const failed = (content: Json = ''): ToolResult => ({ status: 'error', content });
const to = (outcome: ReturnType<typeof advance>): readonly string[] => outcome.transitions.map((t) => t.to);
const instanceOf = (changes: readonly Change[]): Instance | undefined =>
  changes.flatMap((c) => (c.type === 'instance' ? [c.instance] : [])).at(-1);
const m = (transitions: string, more = ''): string =>
  `  - { name: m, initial: a, ${more} transitions: [${transitions}] }`;

test('without when only a success moves the state', () => {
  expect(to(advance(m('{ on: x, from: a, to: b }'), {}, ok()))).toEqual(['b']);
  expect(to(advance(m('{ on: x, from: a, to: b }'), {}, failed()))).toEqual([]);
});

test('the first transition whose when accepts the result fires', () => {
  const text = m(
    '{ on: x, from: a, to: b, when: error }, { on: x, from: a, to: c, when: any }, { on: x, from: a, to: d }',
  );
  expect(to(advance(text, {}, ok()))).toEqual(['c']);
  expect(to(advance(text, {}, failed()))).toEqual(['b']);
});

test('content is a glob over the whole result as text', () => {
  const text = m('{ on: x, from: a, to: b, when: { status: any, content: "*passed*" } }');
  expect(to(advance(text, {}, ok('3 tests\npassed\n')))).toEqual(['b']);
  expect(to(advance(text, {}, ok('3 tests failed')))).toEqual([]);
});

test('json conditions look into a result that is JSON', () => {
  const text = m(`{ on: x, from: a, to: b, when: { status: success, json: ['remaining = "0"'] } }`);
  expect(to(advance(text, {}, ok('{"remaining":0}')))).toEqual(['b']);
  expect(to(advance(text, {}, ok({ remaining: 0 })))).toEqual(['b']);
  expect(to(advance(text, {}, ok('remaining = "0"')))).toEqual([]);
});

test('on_unmatched is the way out when no when accepts the result', () => {
  expect(to(advance(m('{ on: x, from: a, to: b }', 'on_unmatched: c,'), {}, failed()))).toEqual(['c']);
});

test('on_unmatched does nothing for a call that was only warned about', () => {
  const text = m('{ on: x, from: b, to: b, on_violation: { action: warn, reason: "careful" } }', 'on_unmatched: c,');
  const outcome = advance(text, {}, failed());
  expect(to(outcome)).toEqual([]);
  expect(outcome.reminders).toEqual([{ target: 'suffix_system', content: 'careful' }]);
});

test('a self-loop applies update and emit and materialises the instance', () => {
  const text = m('{ on: x, from: a, to: a, update: { increment: [n] }, emit: { content: "again" } }');
  const outcome = advance(text, {}, ok());
  expect(outcome.transitions).toEqual([{ machine: 'm', key: '', from: 'a', to: 'a' }]);
  expect(outcome.reminders).toEqual([{ target: 'suffix_system', content: 'again' }]);
  expect(instanceOf(outcome.changes)).toMatchObject({ state: 'a', counters: { n: 1 }, since: { at: 5 } });
});

test('captures keep JSON values, and a capture that does not resolve changes nothing', () => {
  const text = m(
    '{ on: x, from: a, to: b, update: { capture: { sha: "{event.data.content.sha}", n: "{n}", gone: "{nope}", text: "v{n}" } } }',
  );
  expect(instanceOf(advance(text, { n: 2 }, ok('{"sha":"abc"}')).changes)?.data).toEqual({
    sha: 'abc',
    n: 2,
    text: 'v2',
  });
});

test('a capture called __proto__ is data', () => {
  const text = m('{ on: x, from: a, to: b, update: { capture: { __proto__: "{n}" } } }');
  const data = instanceOf(advance(text, { n: { polluted: true } }, ok()).changes)?.data ?? {};
  expect(Object.hasOwn(data, '__proto__')).toBe(true);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('reset takes a counter away, also one that was just incremented', () => {
  const text = m('{ on: x, from: a, to: b, update: { increment: [n, k], reset: [n] } }');
  expect(instanceOf(advance(text, {}, ok()).changes)?.counters).toEqual({ k: 1 });
});

test('a reminder knows the result and the instance as it has become', () => {
  const text = m(
    '{ on: x, from: a, to: b, emit: { content: "{event.data.tool} {event.data.is_error} {instance.state} {p}" } }',
  );
  expect(advance(text, { p: 'q' }, ok()).reminders[0]?.content).toBe('x false b q');
});

test('a turn of the conversation has a role, other targets have none', () => {
  const emit = (target: string) => m(`{ on: x, from: a, to: b, emit: { target: ${target}, content: hi } }`);
  expect(advance(emit('session'), {}, ok()).reminders).toEqual([{ target: 'session', role: 'user', content: 'hi' }]);
  expect(advance(emit('system'), {}, ok()).reminders).toEqual([{ target: 'system', content: 'hi' }]);
});

test('cooldown keeps a reminder back until enough steps have gone by', () => {
  const text = m('{ on: x, from: "*", to: a, emit: { content: hi, cooldown_turns: 2 } }');
  const last = instanceIn('a', { emitted: 3 });
  const at = (tick: number): StateView => ({ ...EMPTY_STATE, tick, instance: () => last });
  expect([3, 4, 5].map((tick) => advance(text, {}, ok(), at(tick)).reminders.length)).toEqual([0, 0, 1]);
});

test('a machine in observe mode moves its state and says nothing to the model', () => {
  const outcome = advance(m('{ on: x, from: a, to: b, emit: { content: hi } }', 'mode: observe,'), {}, ok());
  expect(to(outcome)).toEqual(['b']);
  expect(outcome.reminders).toEqual([]);
});

test('every instance of a call that touches several moves by itself', () => {
  const text = '  - { name: m, key: "{ps[*]}", initial: a, transitions: [{ on: x, from: a, to: b }] }';
  expect(advance(text, { ps: ['p', 'q'] }, ok()).transitions.map((t) => t.key)).toEqual(['p', 'q']);
});
