import { expect, test } from 'vitest';
import { only, said } from '../../../test/support/diagnostics.ts';

const transitions = (...lines: readonly string[]): string => `machines:
  - name: m
    initial: a
    transitions:
${lines.map((line) => `      - { ${line} }\n`).join('')}`;

const shadows = (first: string, second: string): boolean =>
  said(transitions(first, second)).includes('shadowed_transition 6:9');

test('a transition from states that are never reached never fires', () => {
  const text = transitions('on: R, from: a, to: a', 'on: S, from: b, to: b');
  expect(said(text)).toContain('never_fires 6:9');
});

test('a transition that one reachable state allows may fire', () => {
  expect(said(transitions('on: R, from: a, to: b', 'on: S, from: [b, c], to: c'))).toEqual([]);
});

test('a transition that a person can approve may fire', () => {
  expect(said(transitions('on: S, from: b, to: b, on_violation: ask'))).toEqual([]);
});

test('a transition that is meant never to fire is no warning', () => {
  expect(said(transitions('on: R, from: a, to: b', 'on: S, from: [], to: b'))).toEqual([]);
});

test('an event that only unreachable states know never fires', () => {
  expect(said(transitions('on: R, from: a, to: a', 'on: { event: e }, from: b, to: b'))).toContain('never_fires 6:9');
});

test('the second of two equal transitions is shadowed', () => {
  const text = transitions('on: R, from: a, to: b', 'on: R, from: a, to: a');
  expect(only(text)).toMatchObject({
    severity: 'warning',
    code: 'shadowed_transition',
    line: 6,
    column: 9,
    path: ['machines', 0, 'transitions', 1],
    hint: 'Put the more special one first.',
  });
});

test.each([
  ['any arguments', 'on: R', `on: 'R(x ~ "y")'`],
  ['fewer conditions', `on: 'R(x ~ "y")'`, `on: 'R(z = "1", x ~ "y")'`],
  ['a glob that matches the name', 'on: R*', 'on: Read'],
  ['a glob for every name', "on: '*'", 'on: /x/'],
  ['the same glob', 'on: R*', `on: 'R*(x = "1")'`],
  ['a regex that matches the name', 'on: /^R/', 'on: Read'],
  ['the same regex', 'on: /^R/', 'on: /^R/'],
  ['the same primary argument', `on: 'R(npm *)'`, `on: 'R(npm *)'`],
  ['any primary argument', `on: 'R(*)'`, `on: 'R(npm *)'`],
  ['the same event', 'on: { event: e }', 'on: { event: e }'],
])('a transition with %s shadows a later one', (_name, first, second) => {
  expect(shadows(`${first}, from: a, to: b`, `${second}, from: a, to: a`)).toBe(true);
});

test.each([
  ['other names', 'on: R', 'on: S'],
  ['more conditions', `on: 'R(x ~ "y")'`, 'on: R'],
  ['other conditions', `on: 'R(x ~ "y")'`, `on: 'R(x ~ "z")'`],
  ['another operator', `on: 'R(x ~ "y")'`, `on: 'R(x = "y")'`],
  ['a glob that does not match the name', 'on: S*', 'on: Read'],
  ['an exact name before a glob', 'on: Read', 'on: R*'],
  ['another regex', 'on: /^R/', 'on: /R/'],
  ['another primary argument', `on: 'R(npm *)'`, `on: 'R(npx *)'`],
  ['another event', 'on: { event: e }', 'on: { event: f }'],
  ['an event before a call', 'on: { event: R }', 'on: R'],
])('a transition with %s does not', (_name, first, second) => {
  expect(shadows(`${first}, from: a, to: b`, `${second}, from: a, to: a`)).toBe(false);
});

test.each([
  ['any state', "from: '*', to: b", 'from: a, to: a', true],
  ['more states', 'from: [a, b], to: b', 'from: b, to: a', true],
  ['other states', 'from: b, to: b', 'from: a, to: b', false],
  ['fewer states', 'from: a, to: b', 'from: [a, b], to: b', false],
  ['one state before any', 'from: a, to: b', "from: '*', to: b", false],
  ['any result', 'from: a, to: b, when: any', 'from: a, to: b, when: error', true],
  ['another result', 'from: a, to: b', 'from: a, to: b, when: error', false],
  ['one result before any', 'from: a, to: b', 'from: a, to: b, when: any', false],
  ['some content', 'from: a, to: b, when: { content: "x*" }', 'from: a, to: b', false],
  ['the same content', 'from: a, to: b, when: { content: "x*" }', 'from: a, to: b, when: { content: "x*" }', true],
  ['any content', 'from: a, to: b', 'from: a, to: b, when: { content: "x*" }', true],
  [
    'fewer conditions on the result',
    `from: a, to: b, when: { json: ['x = "1"'] }`,
    `from: a, to: b, when: { json: ['x = "1", y = "1"'] }`,
    true,
  ],
  [
    'more conditions on the result',
    `from: a, to: b, when: { json: ['x = "1", y = "1"'] }`,
    `from: a, to: b, when: { json: ['x = "1"'] }`,
    false,
  ],
  [
    'wider bounds',
    'from: a, to: b, counters: { n: { lte: 3 } }, update: { increment: [n] }',
    'from: a, to: b, counters: { n: { gte: 1, lte: 2 } }',
    true,
  ],
  [
    'narrower bounds',
    'from: a, to: b, counters: { n: { lte: 2 } }, update: { increment: [n] }',
    'from: a, to: b, counters: { n: { lte: 3 } }',
    false,
  ],
  [
    'bounds where the later has none',
    'from: a, to: b, counters: { n: { lte: 2 } }, update: { increment: [n] }',
    'from: a, to: b',
    false,
  ],
])('a transition with %s before another one: shadowed is %s', (_name, first, second, expected) => {
  expect(shadows(`on: R, ${first}`, `on: R, ${second}`)).toBe(expected);
});

test('what a person can approve is not shadowed by what only warns', () => {
  expect(shadows('on: R, from: b, to: b, on_violation: warn', 'on: R, from: b, to: a, on_violation: ask')).toBe(false);
});

test('what a person can approve is shadowed by what asks the same person first', () => {
  expect(shadows('on: R, from: b, to: b, on_violation: ask', 'on: R, from: b, to: a, on_violation: ask')).toBe(true);
});
