import { expect, test } from 'vitest';
import { loadMachines } from '../../../engine/dsl/load.ts';
import { lineStarts, marksOf, rangeOf } from '../../../entrypoints/options/editor/marks.ts';

/** What is underlined, with the code. */
function marked(text: string): readonly (readonly [string, string])[] {
  return marksOf(loadMachines(text).diagnostics, text).map(({ from, to, diagnostic }) => [
    text.slice(from, to),
    diagnostic.code,
  ]);
}

test('a mistake is marked where the loader says it is', () => {
  expect(marked('machines:\n  - name: a\n    initial: b\n    intial: c\n    transitions: []\n')).toContainEqual([
    'intial',
    'unknown_key',
  ]);
});

test('places behind characters of two code units are found', () => {
  expect(marked('# 😀\nmachines: [{ name: 😀, initial: a, transitions: [], x: 1 }]')).toContainEqual([
    'x',
    'unknown_key',
  ]);
});

test('a byte order mark does not shift what is marked', () => {
  expect(marked('\uFEFFx: 1\n')).toContainEqual(['x', 'unknown_key']);
});

test('a mistake without width gets a character to be seen at', () => {
  const text = 'machines: [';
  for (const { from, to } of marksOf(loadMachines(text).diagnostics, text)) expect(to - from).toBeGreaterThan(0);
});

test('a place that the text no longer has is at its end', () => {
  expect(rangeOf({ line: 9, column: 4, endLine: 9, endColumn: 8 }, lineStarts('a\nb'))).toEqual({ from: 3, to: 3 });
});
