import { expect, test } from 'vitest';
import { only } from '../../test/support/diagnostics.ts';

/** The column of the mistake in a key template, which is the `}` at offset 5 of `ab'\cd}`, or another place. */
const columnOf = (key: string): number =>
  only(`machines: [{ name: m, initial: a, strict: true, transitions: [], key: ${key} }]`).column;
const START = 'machines: [{ name: m, initial: a, strict: true, transitions: [], key: '.length + 1;

test('points into a plain string', () => {
  const document =
    'machines:\n  - { name: m, initial: a, strict: true, transitions: [] }\n  - name: n\n    key: ab}\n    initial: a\n    strict: true\n    transitions: []\n';
  expect(only(document)).toMatchObject({ code: 'template', line: 4, column: 12 });
});

test('points into a string in double quotes', () => {
  expect(columnOf('"abc}"')).toBe(START + 4);
});

test('counts an escape in double quotes as what is written', () => {
  expect(columnOf('"a\\"\\x41\\u0041\\n}"')).toBe(START + 1 + 1 + 2 + 4 + 6 + 2);
});

test('counts an eight-digit escape as the two units it stands for', () => {
  expect(columnOf('"\\U0001F600}"')).toBe(START + 1 + 10);
});

test('points into a string in single quotes', () => {
  expect(columnOf("'a''b}'")).toBe(START + 1 + 4);
});

test('points at the start of a string of several lines', () => {
  expect(columnOf('"abc\n  }"')).toBe(START);
});

test('points at the start of a block string', () => {
  const document =
    'machines:\n  - name: n\n    key: |-\n      ab}\n    initial: a\n    strict: true\n    transitions: []\n';
  expect(only(document)).toMatchObject({ code: 'template', line: 3, column: 10 });
});
