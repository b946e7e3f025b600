import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { only } from '../../test/support/diagnostics.ts';
import { ERROR_CODES, formatDiagnostic, WARNING_CODES } from './diagnostic.ts';
import { loadMachines } from './load.ts';

test('a diagnostic is one line of file, line, column, severity, code, message and hint', () => {
  const found = only('machines: []\ncontinuatoin: {}\n', { file: 'mine.yaml' });
  expect(formatDiagnostic({ ...found, message: 'Message.' })).toBe(
    'mine.yaml:2:1: error unknown_key: Message. Did you mean "continuation"?',
  );
});

test('a text without a name is called <input>', () => {
  expect(formatDiagnostic(only(''))).toMatch(/^<input>:1:1: warning empty_set: \S/);
});

test('a message never has a line break in it', () => {
  const { diagnostics } = loadMachines(
    'machines:\n  - name: "a"\n    initial: x\n    key: "{\\n\\u2028"\n    transitions: []\n',
  );
  expect(diagnostics.map(formatDiagnostic).filter((line) => /[\n\r\u2028]/.test(line))).toEqual([]);
});

test('diagnostics come in the order of the text', () => {
  const { diagnostics } = loadMachines('x: 1\nmachines:\n  - name: 1\n    y: 2\ncontinuation: 3\n');
  expect(diagnostics.map(({ line }) => line)).toEqual([1, 3, 3, 3, 4, 5]);
});

test('every code is explained in docs/diagnostics.md, and nothing else is', () => {
  const rows = readFileSync('docs/diagnostics.md', 'utf8').matchAll(/^\| `(\w+)` \|/gm);
  expect(Array.from(rows, ([, code]) => code).sort()).toEqual([...ERROR_CODES, ...WARNING_CODES].sort());
});

test('names out of the document cannot send control characters to a terminal', () => {
  const { diagnostics } = loadMachines('"\\e[2Jx\\u0007": 1\n');
  expect(diagnostics.map(formatDiagnostic).join('')).not.toMatch(/\p{Cc}/u);
});

test('a name without end does not make a message without end', () => {
  expect(
    formatDiagnostic(only(`${'x'.repeat(900)}: 1\nmachines: [{ name: m, initial: a, strict: true, transitions: [] }]`))
      .length,
  ).toBeLessThan(1200);
});

test('a diagnostic carries the form of its message and hint, with what is filled in', () => {
  expect(only('machines: []\ncontinuatoin: {}\n').wording).toEqual({
    message: { form: 'Key "{0}" is not known at the top of a document.', values: ['continuatoin'] },
    hint: { form: 'Did you mean "{0}"?', values: ['continuation'] },
  });
});
