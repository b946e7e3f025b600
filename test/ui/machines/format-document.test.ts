import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadMachines } from '../../../engine/dsl/load.ts';
import { formatDocument } from '../../../entrypoints/options/editor/format-document.ts';

const comments = (text: string): number => text.split('\n').filter((line) => line.trim().startsWith('#')).length;

test.each(globSync('machines/*.yaml'))('%s means the same after formatting and keeps its comments', (file) => {
  const text = readFileSync(file, 'utf8');
  const formatted = formatDocument(text);
  const after = formatted.ok ? formatted.text : '';
  expect(loadMachines(after).machines?.fingerprint).toBe(loadMachines(text).machines?.fingerprint);
  expect(comments(after)).toBe(comments(text));
});

test('what is formatted is not changed by formatting it again', () => {
  const once = formatDocument('machines:   [ ]  # none\n');
  expect(once.ok && formatDocument(once.text)).toEqual(once);
});

test('indentation is made even', () => {
  expect(formatDocument('machines:\n     -   name:  a\n')).toEqual({ ok: true, text: 'machines:\n  - name: a\n' });
});

test('a text that does not parse is refused', () => {
  expect(formatDocument('machines: [')).toEqual({ ok: false, why: 'syntax' });
});

test('JSON stays JSON', () => {
  expect(formatDocument('{"machines":[]}')).toEqual({ ok: true, text: '{\n  "machines": []\n}\n' });
});
