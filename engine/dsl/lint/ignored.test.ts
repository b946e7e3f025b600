import { expect, test } from 'vitest';
import { codes, doc, said } from '../../../test/support/diagnostics.ts';

test.each(['system', 'suffix_system'])('a role has no effect with target %s', (target) => {
  expect(said(doc(`emit: { content: x, role: user, target: ${target} }`))).toEqual(['role_ignored 8:29']);
});

test('a role has no effect without a target', () => {
  expect(codes(doc('emit: { content: x, role: assistant }'))).toEqual(['role_ignored']);
});

test.each(['session', 'conversation'])('a role has an effect with target %s', (target) => {
  expect(codes(doc(`emit: { content: x, role: assistant, target: ${target} }`))).toEqual([]);
});

test('a reminder that names no role ignores none', () => {
  expect(codes(doc('emit: { content: x }'))).toEqual([]);
});

test.each([
  ['on_approve where nobody is asked', doc('on_violation: { on_approve: stay }'), 'ignored_key 8:25'],
  ['on_violation of an event', doc('on_violation: ask', '', 'on: { event: e }'), 'ignored_key 8:9'],
  ['a counter raised and set back at once', doc('update: { increment: [n], reset: [n] }'), 'ignored_key 8:19'],
  ['key_root without normalizer', doc('', 'key_root: /srv'), 'ignored_key 4:5'],
  ['key_root with another normalizer', doc('', 'key_root: /srv\nkey_normalizer: url'), 'ignored_key 4:5'],
  ['key_root that is not absolute', doc('', 'key_root: srv\nkey_normalizer: path'), 'ignored_key 4:15'],
  ['on_unkeyed without a placeholder', doc('', 'on_unkeyed: deny'), 'ignored_key 4:5'],
  ['a message without continuations', `${doc()}continuation: { message: x }\n`, 'ignored_key 8:17'],
])('%s has no effect', (_name, text, expected) => {
  expect(said(text)).toEqual([expected]);
});

test.each([
  ['on_approve where somebody is asked', doc('on_violation: { action: ask, on_approve: stay }')],
  [
    'on_approve where somebody is asked in the end',
    doc('on_violation: { on_approve: stay, escalate: { after: 2, action: ask } }'),
  ],
  [
    'a counter raised by one and set back by another',
    `${doc('update: { increment: [n] }')}      - { on: U, from: b, to: a, update: { reset: [n] } }\n`,
  ],
  ['key_root with normalizer path', doc('', 'key_root: /srv\nkey_normalizer: path')],
  ['key_root with a drive', doc('', 'key_root: "C:\\\\srv"\nkey_normalizer: path')],
  ['on_unkeyed with a placeholder', doc('', "on_unkeyed: deny\nkey: '{x}'")],
  ['a message with continuations', `${doc()}continuation: { message: x, max_continuations: 1 }\n`],
])('%s has an effect', (_name, text) => {
  expect(codes(text)).toEqual([]);
});

test('a machine without transitions does nothing', () => {
  expect(said('machines: [{ name: m, initial: a, transitions: [] }]\n')).toEqual(['idle_machine 1:48']);
});

test('a strict machine without transitions refuses everything', () => {
  expect(codes('machines: [{ name: m, initial: a, strict: true, transitions: [] }]\n')).toEqual([]);
});

test('a machine with errors gets no warnings, its neighbours do', () => {
  const idle = (name: string, more = ''): string => `{ name: ${name}, initial: a, transitions: []${more} }`;
  expect(codes(`machines: [${idle('m', ', x: 1')}, ${idle('n')}]\n`)).toEqual(['unknown_key', 'idle_machine']);
});
