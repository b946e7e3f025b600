import { expect, test } from 'vitest';
import { codes, doc, machineOf, only, said } from '../../test/support/diagnostics.ts';
import { loadMachines } from './load.ts';

test('a machine that says nothing else has the defaults of the language', () => {
  const machine = machineOf(doc());
  expect(machine).toMatchObject({
    name: 'm',
    scope: 'thread',
    key: { source: '' },
    normalizer: 'none',
    keyRoot: null,
    onUnkeyed: 'allow',
    initial: 'a',
    strict: false,
    onUnmatched: null,
    mode: 'enforce',
    states: ['a', 'b'],
  });
  expect(machine.expire.size + machine.terminal.size).toBe(0);
});

test('a transition that says nothing else has the defaults of the language', () => {
  expect(machineOf(doc()).transitions[0]).toMatchObject({
    index: 0,
    from: new Set(['a']),
    to: 'b',
    when: { status: 'success', content: null, json: [] },
    counters: [],
    update: { capture: [], increment: [], reset: [] },
    emit: null,
    onViolation: { action: 'deny', reason: null, onApprove: 'advance', escalate: null },
  });
});

test('a set that says nothing of run ends has the run-end guard off', () => {
  expect(loadMachines(doc()).machines?.continuation.max).toBe(0);
});

test('everything that a machine can say is compiled', () => {
  const machine = machineOf(
    doc(
      '',
      'scope: run\nkey: "{file_path|path}"\nkey_normalizer: path\nkey_root: /srv\non_unkeyed: ask\nstrict: true\non_unmatched: a\nmode: observe\nexpire: { b: { after: 15m, to: a }, a: { after: { steps: 20 }, to: b } }\nterminal: [b]',
    ),
  );
  expect(machine).toMatchObject({
    scope: 'run',
    normalizer: 'path',
    keyRoot: '/srv',
    onUnkeyed: 'ask',
    strict: true,
    onUnmatched: 'a',
    mode: 'observe',
    terminal: new Set(['b']),
  });
  expect([...machine.expire]).toEqual([
    ['b', { after: { ms: 900_000 }, to: 'a' }],
    ['a', { after: { steps: 20 }, to: 'b' }],
  ]);
});

test('everything that a transition can say is compiled', () => {
  const [transition] = machineOf(
    doc(
      'when: { status: any, content: "*ok*", json: [\'left = "0"\', \'a.b ~ "x", c != "y"\'] }\ncounters: { n: { gte: 1, lte: 3 } }\nupdate: { capture: { sha: "{event.data.content.sha}" }, increment: [n], reset: [k] }\nemit: { target: session, content: "Did {x}", cooldown_turns: 2, role: assistant }\non_violation: { action: ask, reason: "No {x}", on_approve: stay, escalate: { after: 3, action: deny } }',
    ),
  ).transitions;
  expect(transition).toMatchObject({
    when: {
      status: 'any',
      content: { source: '*ok*' },
      json: [
        { operator: '=', value: '0' },
        { operator: '~', value: 'x' },
        { operator: '!=', value: 'y' },
      ],
    },
    counters: [{ counter: 'n', gte: 1, lte: 3 }],
    update: {
      capture: [{ field: 'sha', value: { source: '{event.data.content.sha}' } }],
      increment: ['n'],
      reset: ['k'],
    },
    emit: { target: 'session', content: { source: 'Did {x}' }, cooldown: 2, role: 'assistant' },
    onViolation: {
      action: 'ask',
      reason: { source: 'No {x}' },
      onApprove: 'stay',
      escalate: { after: 3, action: 'deny' },
    },
  });
});

test('the short forms mean the long ones', () => {
  const short = loadMachines(doc('when: any\non_violation: ask\nemit: { content: x, cooldown_steps: 3 }'));
  const long = loadMachines(
    doc('when: { status: any }\non_violation: { action: ask }\nemit: { content: x, cooldown_turns: 3 }').replace(
      'from: a',
      'from: [a]',
    ),
  );
  expect(short.diagnostics).toEqual([]);
  expect(short.machines?.fingerprint).toBe(long.machines?.fingerprint);
});

test.each(["'*'", "['*']", "[a, '*']"])('from: %s is any state', (from) => {
  expect(machineOf(doc().replace('from: a', `from: ${from}`)).transitions[0]?.from).toBe('*');
});

test('from: [] is no state, and nothing to warn of', () => {
  expect(machineOf(doc('on_violation: ask').replace('from: a', 'from: []')).transitions[0]?.from).toEqual(new Set());
  expect(codes(doc('on_violation: ask').replace('from: a', 'from: []'))).toEqual([]);
});

test('states are listed as a reader meets them, the initial one first', () => {
  const text = doc('', 'terminal: [f]\non_unmatched: d\nexpire: { e: { after: 1s, to: c } }').replace(
    'from: a',
    'from: [z, a]',
  );
  expect(loadMachines(text).machines?.machines[0]?.states).toEqual(['a', 'z', 'b', 'd', 'e', 'c', 'f']);
});

test('a machine that is declared twice is an error at the second name', () => {
  const text = `${doc()}${doc().slice('machines:\n'.length)}`;
  expect(only(text)).toMatchObject({ code: 'duplicate_machine', line: 8, column: 11, path: ['machines', 1, 'name'] });
});

test.each([
  ['a missing one', 'emit: { content: x }', 8, 15],
  ['another one', 'emit: { content: x, target: system }', 8, 37],
])('the reminder of an event must target context: %s is an error', (_name, emit, line, column) => {
  expect(only(doc(emit, '', 'on: { event: e }'))).toMatchObject({ code: 'event_emit_target', line, column });
});

test('the reminder of an event may target context', () => {
  expect(codes(doc('emit: { content: x, target: context }', '', 'on: { event: e }'))).toEqual([]);
});

test('a word the target does not know is one error, not two', () => {
  expect(codes(doc('emit: { content: x, target: contxt }', '', 'on: { event: e }'))).toEqual(['unknown_enum_word']);
});

test('an event has no result to look at', () => {
  expect(said(doc('when: any', '', 'on: { event: e }'))).toEqual(['event_with_when 8:9']);
});

test.each([
  ['deny', 'deny'],
  ['ask', 'ask'],
])('escalating from %s to %s is an error', (action, next) => {
  expect(said(doc(`on_violation: { action: ${action}, escalate: { after: 2, action: ${next} } }`))).toEqual([
    `escalation 8:${65 + action.length}`,
  ]);
});

test.each([
  ['warn', 'ask'],
  ['warn', 'deny'],
  ['ask', 'deny'],
  ['deny', 'ask'],
])('escalating from %s to %s is a step up', (action, next) => {
  expect(codes(doc(`on_violation: { action: ${action}, escalate: { after: 2, action: ${next} } }`))).toEqual([]);
});

test('an action that is not known is one error, not two', () => {
  expect(codes(doc('on_violation: { action: block, escalate: { after: 2, action: deny } }'))).toEqual(['action']);
});

test('a counter that must be more than it may be is an error', () => {
  expect(said(doc('counters: { n: { gte: 2, lte: 1 } }'))).toEqual(['counter_range 8:24']);
});

test('the two names of the cooldown exclude each other', () => {
  expect(said(doc('emit: { content: x, cooldown_turns: 1, cooldown_steps: 1 }'))).toEqual(['conflict 8:48']);
});

test.each([
  ['initial', doc().replace('initial: a', "initial: '*'")],
  ['to', doc().replace('to: b', "to: '*'")],
  ['on_unmatched', doc('', "on_unmatched: '*'")],
  ['terminal', doc('', "terminal: ['*']")],
  ['expire', doc('', "expire: { '*': { after: 1s, to: a } }")],
  ['expire to', doc('', "expire: { b: { after: 1s, to: '*' } }")],
])('no state is called *: %s', (_key, text) => {
  expect(codes(text)).toEqual(['reserved']);
});

test.each([
  ['15', 'a number'],
  ['"15"', 'text without a unit'],
  ['15x', 'an unknown unit'],
])('after: %s, %s, is an error that says what to write', (after) => {
  expect(only(doc('', `expire: { b: { after: ${after}, to: a } }`))).toMatchObject({
    code: 'duration',
    line: 4,
    hint: 'Write 30s, 15m, 2h or 1d, or { steps: 20 } for model steps.',
  });
});

test.each([
  ['a pattern', 'pattern', doc('', '', `on: 'T(a ~ "x" b)'`), 5, 24],
  ['a regex in a pattern', 'pattern', doc('', '', 'on: /mcp__(/'), 5, undefined],
  ['a glob over a result', 'pattern', doc('when: { content: "[a" }'), 8, undefined],
  ['a condition over a result', 'pattern', doc(`when: { json: ['a = 1'] }`), 8, undefined],
  ['a key', 'template', doc('', 'key: "{a"'), 4, 11],
  ['a reason', 'template', doc('on_violation: { reason: "a}" }'), 8, 35],
  ['a reminder', 'template', doc('emit: { content: "a{}" }'), 8, 28],
  ['a capture', 'template', doc('update: { capture: { x: "{" } }'), 8, 34],
])('a mistake in %s is shown at its character', (_name, code, text, line, column) => {
  expect(only(text)).toMatchObject({ code, line, ...(column === undefined ? {} : { column }) });
});
