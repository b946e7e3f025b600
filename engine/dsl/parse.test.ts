import { expect, test } from 'vitest';
import { codes, doc, machineOf, only, said } from '../../test/support/diagnostics.ts';
import { loadMachines } from './load.ts';

const JSON_MACHINE = JSON.stringify(
  { machines: [{ name: 'm', initial: 'a', transitions: [{ on: 'T', from: 'a', to: 'b' }] }] },
  null,
  '\t',
);

test('a YAML syntax error has its place', () => {
  expect(only('machines: [\n  { name: a }\n')).toMatchObject({ severity: 'error', code: 'parse', line: 3, column: 1 });
});

test('all syntax errors are reported', () => {
  expect(codes('a: ]\nb: }\n').filter((code) => code === 'parse').length).toBeGreaterThan(1);
});

test('a tab as indentation is an error that says to use spaces, and the rest is still checked', () => {
  const text = 'machines:\n\t- name: m\n\t  initial: 1\n';
  expect(said(text)).toContain('parse 2:1');
  expect(loadMachines(text).diagnostics.find(({ code }) => code === 'parse')?.hint).toBe('Indent with spaces.');
  expect(codes(text)).toContain('missing_key');
});

test('a key that is written twice is an error at the second one', () => {
  expect(said(doc('to: c'))).toEqual(['duplicate_key 8:9']);
});

test('a key that is written three times is reported twice', () => {
  expect(said('machines: []\nmachines: []\nmachines: []\n')).toEqual(
    ['empty_set 1:11', 'duplicate_key 2:1', 'duplicate_key 3:1'].slice(1),
  );
});

test('a second document in the file is an error', () => {
  expect(said(`${doc()}---\n${doc()}`)).toEqual(['parse 8:1']);
});

test('a tag has no meaning here and is an error', () => {
  expect(said('machines: !!js/function []\n')).toContain('parse 1:11');
});

test('text of ten million characters is refused without reading it', () => {
  expect(said(`# ${'x'.repeat(10_000_000)}`)).toEqual(['limit 1:1']);
});

test('aliases that unfold into more than anybody writes are refused', () => {
  const names = [...'abcdefghijklmnop'];
  const bomb = names
    .map(
      (name, i) =>
        `${name}: &${name} [${
          i === 0
            ? '1'
            : Array(10)
                .fill(`*${names[i - 1]}`)
                .join(', ')
        }]`,
    )
    .join('\n');
  expect(said(bomb)).toEqual(['limit 6:7']);
});

test('an alias inside its own anchor is refused', () => {
  expect(codes('machines: &a [*a]\n')).toContain('limit');
});

test('an alias without an anchor is refused', () => {
  expect(said('machines: [*a]\n')).toContain('parse 1:12');
});

test.each([
  ['flow lists', '['.repeat(200_000)],
  ['flow mappings', '{a: '.repeat(100_000)],
  ['block lists', '- '.repeat(100_000)],
  ['block mappings', Array.from({ length: 1000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
])('a document of %s inside one another is refused', (_name, text) => {
  expect(codes(text)).toEqual(['limit']);
});

test('a document with more mistakes than can be listed says how many there are', () => {
  const { diagnostics } = loadMachines(`machines: [${'{},'.repeat(1000)}]`, { file: 'many.yaml' });
  expect(diagnostics).toHaveLength(501);
  expect(diagnostics.at(-1)).toMatchObject({
    severity: 'error',
    code: 'limit',
    file: 'many.yaml',
    message: '2500 more problems are not listed.',
  });
});

test('anchors, aliases and merge keys can be used', () => {
  const { transitions } = machineOf(`
machines:
  - name: m
    initial: a
    transitions:
      - &base { on: T, from: a, to: b, on_violation: &ask { action: ask } }
      - { <<: *base, on: U, to: a }
      - { on: V, from: a, to: b, on_violation: *ask }
`);
  expect(transitions.map(({ to, onViolation }) => [to, onViolation.action])).toEqual([
    ['b', 'ask'],
    ['a', 'ask'],
    ['b', 'ask'],
  ]);
});

test('a mistake in what an alias repeats is shown where it is written', () => {
  const text =
    'machines:\n  - { name: m, initial: a, key: &k "{", strict: true, transitions: [] }\n  - { name: n, initial: a, key: *k, strict: true, transitions: [] }\n';
  expect(said(text)).toEqual(['template 2:37', 'template 2:37']);
});

test('a document in JSON loads, and its mistakes have their place', () => {
  expect(loadMachines(JSON_MACHINE, { format: 'json' }).diagnostics).toEqual([]);
  expect(said(JSON_MACHINE.replace('"initial": "a"', '"initial": 1'), { format: 'json' })).toEqual(['type 5:15']);
});

test('the name of the file tells JSON from YAML', () => {
  expect(codes('machines: []', { file: 'a.JSON' })).toEqual(['parse']);
  expect(codes('machines: []', { file: 'a.yaml' })).toEqual(['empty_set']);
});

test('JSON and YAML of the same document are the same set', () => {
  expect(loadMachines(JSON_MACHINE, { format: 'json' }).machines?.fingerprint).toBe(
    loadMachines(doc()).machines?.fingerprint,
  );
});

test('a byte order mark counts for nothing', () => {
  expect(said('\uFEFFmachines: 1')).toEqual(['type 1:11']);
  expect(loadMachines(`\uFEFF${JSON_MACHINE}`, { format: 'json' }).diagnostics).toEqual([]);
});

test('Windows line ends count as one', () => {
  expect(said('machines:\r\n  - name: 1\r\n    initial: a\r\n    transitions: []\r\n')).toEqual(['type 2:11']);
});

test.each(['', '\n', '# nothing yet\n', '{}', 'machines:', 'machines: []', '---\n'])(
  '%j is an empty set, with a warning',
  (text) => {
    const { machines, diagnostics } = loadMachines(text);
    expect(machines?.machines).toEqual([]);
    expect(diagnostics.map(({ severity, code }) => [severity, code])).toEqual([['warning', 'empty_set']]);
  },
);

test.each(['hello', '[]', '3', '~'])('%j is not a document', (text) => {
  expect(said(text)).toEqual(['type 1:1']);
});

test('words that YAML 1.1 took for truth values are names', () => {
  expect(
    machineOf('%YAML 1.1\n---\nmachines: [{ name: on, initial: yes, transitions: [{ on: T, from: yes, to: off }] }]\n'),
  ).toMatchObject({ name: 'on', states: ['yes', 'off'] });
});

test('a key that is not text is an error', () => {
  expect(said('? [a]\n: b\nmachines: []\n')).toContain('type 1:3');
});
