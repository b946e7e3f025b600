import { expect, test } from 'vitest';
import { doc, only, said } from '../../../test/support/diagnostics.ts';

const transitions = (...lines: readonly string[]): string => `machines:
  - name: m
    initial: a
    transitions:
${lines.map((line) => `      - { ${line} }\n`).join('')}`;

test('a from state that nothing leads to is a warning, with the state that was meant', () => {
  const text = transitions('on: R, from: [unread, a], to: read', 'on: W, from: raed, to: a').replace('unread, a', 'a');
  expect(said(text)).toEqual(['never_fires 6:9', 'unproduced_from_state 6:24']);
  expect(only(text.replace('from: raed', 'from: [read, raed]'))).toMatchObject({
    severity: 'warning',
    code: 'unproduced_from_state',
    path: ['machines', 0, 'transitions', 1, 'from', 1],
    hint: 'Did you mean "read"?',
  });
});

test('a from state without a likeness is told how to say "never"', () => {
  expect(only(transitions('on: R, from: [a, xyzzy], to: b')).hint).toBe(
    'If no state is meant to allow it, write from: [].',
  );
});

test.each([
  ['the initial state', transitions('on: R, from: a, to: b')],
  ['the target of another transition', transitions('on: R, from: a, to: b', 'on: S, from: b, to: a')],
  ['the fallback', doc('', 'on_unmatched: c').replace('from: a', 'from: [a, c]')],
  ['where a timed state leads', doc('', 'expire: { b: { after: 1s, to: c } }').replace('from: a', 'from: [a, c]')],
  ['any state', doc().replace('from: a', "from: '*'")],
  ['no state', doc('on_violation: ask').replace('from: a', 'from: []')],
])('%s is a from state that something leads to', (_name, text) => {
  expect(said(text)).toEqual([]);
});

test('a timed state that nothing leads to is a warning at its key', () => {
  expect(said(doc('', 'expire: { bb: { after: 1s, to: a } }'))).toEqual(['unproduced_from_state 4:15']);
});

test('a timed state that something leads to is none', () => {
  expect(said(doc('', 'expire: { b: { after: 1s, to: a } }'))).toEqual([]);
});

test('states that lead to one another, but that nothing else leads to, are unreachable', () => {
  const text = transitions('on: R, from: a, to: b', 'on: S, from: c, to: d', 'on: T, from: d, to: c');
  expect(said(text).filter((line) => line.startsWith('unreachable'))).toEqual([
    'unreachable_state 6:31',
    'unreachable_state 7:31',
  ]);
});

test.each([
  ['on approval', transitions('on: R, from: a, to: a', 'on: S, from: d, to: d, on_violation: ask')],
  [
    'once the model goes round in circles',
    transitions(
      'on: R, from: a, to: a',
      'on: S, from: d, to: d, on_violation: { escalate: { after: 2, action: ask } }',
    ),
  ],
  ['from any state', transitions("on: R, from: '*', to: b")],
  ['when time runs out', doc('', 'expire: { a: { after: 1s, to: c } }').replace('from: a', 'from: [a, c]')],
  ['when no result is accepted', doc('', 'on_unmatched: c')],
])('a state that is reached %s is reachable', (_name, text) => {
  expect(said(text)).toEqual([]);
});

test('the fallback is not reached where every result is accepted', () => {
  expect(said(doc('when: any', 'on_unmatched: c'))).toEqual(['unreachable_state 4:19']);
});

test('nobody approves what is only observed, so nothing is reached that way', () => {
  const text = transitions('on: R, from: a, to: a', 'on: S, from: d, to: d, on_violation: ask').replace(
    'initial: a',
    'initial: a\n    mode: observe',
  );
  expect(said(text)).toContain('unreachable_state 7:31');
});

test('a terminal state that nothing leads to is a warning', () => {
  expect(only(doc('', 'terminal: [b, done]'))).toMatchObject({
    code: 'terminal_unreached',
    line: 4,
    column: 19,
    path: ['machines', 0, 'terminal', 1],
  });
});

test('a terminal state that can only be reached from unreachable ones is one warning, not two', () => {
  const text = transitions('on: R, from: a, to: b', 'on: S, from: c, to: d', 'on: T, from: d, to: c').replace(
    'initial: a',
    'initial: a\n    terminal: [b, d]',
  );
  expect(said(text).filter((line) => /unreach|terminal/.test(line))).toEqual([
    'terminal_unreached 4:19',
    'unreachable_state 8:31',
  ]);
});

test('a terminal state that is reached is no warning, the initial one included', () => {
  expect(said(doc('', 'terminal: [a, b]'))).toEqual([]);
});
