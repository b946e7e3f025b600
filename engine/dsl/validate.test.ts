import { expect, test } from 'vitest';
import { codes, doc, only, said } from '../../test/support/diagnostics.ts';
import { loadMachines } from './load.ts';

test('an unknown key is shown where it is, with the one that was meant', () => {
  expect(only(doc('', 'stict: true'))).toMatchObject({
    severity: 'error',
    code: 'unknown_key',
    line: 4,
    column: 5,
    endColumn: 10,
    path: ['machines', 0, 'stict'],
    hint: 'Did you mean "strict"?',
  });
});

test('a key in the wrong place is told where it belongs', () => {
  expect(only(doc('', 'cooldown_turns: 2')).hint).toBe('It belongs in "emit".');
});

test('a key that is like no other is told which there are', () => {
  expect(
    only('machines: []\nfoo: 1\n'.replace('[]', '[{ name: m, initial: a, strict: true, transitions: [] }]')).hint,
  ).toBe('Known here: machines, continuation, $schema.');
});

test.each([
  ['the top of the document', 'machine: []\n'],
  ['a machine', doc('', 'initail: a')],
  ['a transition', doc('form: a')],
  ['on', doc('', '', 'on: { event: e, evnt: e }')],
  ['when', doc('when: { stauts: any }')],
  ['a counter', doc('counters: { c: { lt: 3 } }\nupdate: { increment: [c] }')],
  ['update', doc('update: { incremnt: [c] }')],
  ['emit', doc('emit: { content: x, rol: user }')],
  ['on_violation', doc('on_violation: { raeson: x }')],
  ['escalate', doc('on_violation: { escalate: { after: 1, action: ask, then: deny } }')],
  ['expire', doc('', 'expire: { b: { after: 1s, to: a, too: a } }')],
  ['steps', doc('', 'expire: { b: { after: { steps: 1, step: 1 }, to: a } }')],
  ['continuation', 'continuation: { max: 1 }\nmachines: [{ name: m, initial: a, strict: true, transitions: [] }]\n'],
])('an unknown key in %s is an error', (_place, text) => {
  expect(codes(text).filter((code) => code !== 'empty_set')).toEqual(['unknown_key']);
});

test.each([
  ['scope', 'unknown_enum_word', doc('', 'scope: thred')],
  ['mode', 'unknown_enum_word', doc('', 'mode: observed')],
  ['key_normalizer', 'unknown_enum_word', doc('', 'key_normalizer: paths')],
  ['on_unkeyed', 'unknown_enum_word', doc('', 'on_unkeyed: denny')],
  ['target', 'unknown_enum_word', doc('emit: { content: x, target: sytem }')],
  ['role', 'unknown_enum_word', doc('emit: { content: x, target: session, role: users }')],
  ['on_approve', 'unknown_enum_word', doc('on_violation: { action: ask, on_approve: stays }')],
  ['on_violation', 'action', doc('on_violation: aks')],
  ['action', 'action', doc('on_violation: { action: denny }')],
  ['escalate', 'action', doc('on_violation: { escalate: { after: 1, action: aks } }')],
  ['when', 'status', doc('when: sucess')],
  ['status', 'status', doc('when: { status: errors }')],
])('a word that %s does not know is an error with the one that was meant', (_key, code, text) => {
  const found = only(text);
  expect(found.code).toBe(code);
  expect(found.hint).toMatch(/^Did you mean ".+"\?$/);
});

test.each([
  ['a state that is a number', doc('', 'on_unmatched: 1'), 4, 19],
  ['a name that is a truth value', doc().replace('name: m', 'name: true'), 2, 11],
  ['a list in place of text', doc('', 'key: [a]'), 4, 10],
  ['text in place of a list', doc('', 'terminal: b'), 4, 15],
  ['text in place of a truth value', doc('', 'strict: "yes"'), 4, 13],
  ['text in place of a mapping', doc('emit: x'), 8, 15],
  ['nothing in place of a mapping', doc('update:'), 8, 16],
  ['a number in place of a state or list', doc().replace('from: a', 'from: 1'), 6, 15],
  ['a number in a list of states', doc().replace('from: a', 'from: [a, 1]'), 6, 19],
  ['a number in place of a pattern', doc('', '', 'on: 1'), 5, 13],
  ['a fraction in place of a count', doc('emit: { content: x, cooldown_turns: 1.5 }'), 8, 45],
  ['a machine that is text', 'machines: [m]\n', 1, 12],
])('%s is an error', (_name, text, line, column) => {
  expect(only(text)).toMatchObject({ code: 'type', line, column });
});

test('a state that YAML takes for a number is to be written in quotes', () => {
  expect(only(doc().replace('initial: a', 'initial: 1')).hint).toBe('Write it in quotes: "1".');
});

test('what is missing is reported at the head of what it is missing from', () => {
  expect(said('machines:\n  - name: m\n')).toEqual(['missing_key 2:5', 'missing_key 2:5']);
  expect(loadMachines('machines:\n  - name: m\n').diagnostics.map(({ path }) => path.at(-1))).toEqual([
    'initial',
    'transitions',
  ]);
});

test.each(['name', 'initial', 'on', 'from', 'to'])('%s must be there', (key) => {
  const without = doc()
    .replace(new RegExp(`${key}: \\w+`), 'x: 1')
    .replace('x: 1', 'key_root: /r')
    .replace(/- key_root: \/r/, '- emit: { content: x }');
  expect(codes(without)).toContain('missing_key');
});

test.each([
  ['a name', doc().replace('name: m', 'name: ""')],
  ['a state', doc().replace('to: b', 'to: ""')],
  ['a pattern', doc('', '', 'on: ""')],
  ['an event', doc('', '', 'on: { event: "" }')],
  ['a reminder', doc('emit: { content: "" }')],
])('%s must not be empty', (_name, text) => {
  expect(codes(text)).toEqual(['empty']);
});

test.each([
  ['a negative cooldown', doc('emit: { content: x, cooldown_turns: -1 }')],
  ['an escalation after no violation', doc('on_violation: { escalate: { after: 0, action: ask } }')],
  ['a state that lasts no step', doc('', 'expire: { b: { after: { steps: 0 }, to: a } }')],
  ['a negative number of continuations', `${doc()}continuation: { max_continuations: -1 }\n`],
])('%s is an error', (_name, text) => {
  expect(codes(text)).toEqual(['number_range']);
});

test('all mistakes of a document are reported in one pass, whatever their kind', () => {
  const text = doc(
    'when: sucess\ncounters: { c: { gte: 3, lte: 1 } }\nupdate: { capture: { x: "{" } }\non_violation: { action: ask, escalate: { after: 0, action: ask } }',
    'scpoe: run\nkey: "}"\nexpire: { b: { after: 15, to: a } }',
    "on: 'T('",
  );
  expect(said(`${text}  - name: m\n    initial: a\n    strict: true\n    transitions: []\nfoo: 1\n`)).toEqual([
    'unknown_key 4:5',
    'template 5:11',
    'duration 6:27',
    'pattern 8:15',
    'status 11:15',
    'counter_range 12:24',
    'template 13:34',
    'number_range 14:57',
    'escalation 14:68',
    'duplicate_machine 15:11',
    'unknown_key 19:1',
  ]);
});
