import { expect, test } from 'vitest';
import { reveal, revealed } from '../../entrypoints/ui/reveal.ts';

test('plain text of any script stays as it is', () => {
  for (const text of ['rm -rf build', 'größer 日本語 עברית', 'a\n\tb', 'x  y', '🙂']) {
    expect(reveal(text)).toEqual([{ kind: 'text', text }]);
  }
});

test('empty text is nothing', () => {
  expect(reveal('')).toEqual([]);
});

test.each([
  ['\u202e', 'RLO'],
  ['\u2066', 'LRI'],
  ['\u200b', 'ZWSP'],
  ['\u200d', 'ZWJ'],
  ['\ufeff', 'BOM'],
  ['\u00a0', 'NBSP'],
  ['\u00ad', 'SHY'],
  ['\r', 'CR'],
  ['\u001b', 'ESC'],
  ['\u0000', 'U+0000'],
  ['\u2028', 'LS'],
  ['\u3164', 'U+3164'],
  ['\ufe0f', 'U+FE0F'],
  ['\u{e0041}', 'U+E0041'],
  ['\ud800', 'U+D800'],
  ['\u3000', 'U+3000'],
])('%j is pointed out as %s', (character, label) => {
  expect(reveal(`a${character}b`)).toMatchObject([{ text: 'a' }, { kind: 'mark', label }, { text: 'b' }]);
});

test('a long run of blanks is said, a short one is not', () => {
  expect(reveal(`a${' '.repeat(40)}b`)).toMatchObject([
    { text: 'a' },
    { kind: 'gap', label: '40 blanks' },
    { text: 'b' },
  ]);
  expect(reveal(`a${' '.repeat(39)}b`)).toHaveLength(1);
});

test('many blank lines are said', () => {
  expect(reveal(`a${'\n'.repeat(60)}b`)).toMatchObject([
    { text: 'a' },
    { kind: 'gap', label: '60 blank lines' },
    { text: 'b' },
  ]);
});

test('on one line, line breaks are spaces and hidden characters have brackets', () => {
  expect(revealed('a\nb\u202ec')).toBe('a b⟨RLO⟩c');
});

test('a megabyte of blanks and marks is cut up in no time', () => {
  const started = performance.now();
  reveal(' \n'.repeat(250_000) + '\u200b'.repeat(100_000) + ' '.repeat(500_000));
  expect(performance.now() - started).toBeLessThan(2_000);
});
