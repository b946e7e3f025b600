/** Regular expressions: our runners against re2js, which is the oracle for every answer. */
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, it } from 'vitest';
import { scannerFor } from './automaton/machine.ts';
import { compileRegex } from './regex.ts';

const atom = fc.constantFrom(
  ...[
    'a',
    'b',
    'c',
    '.',
    '\\w',
    '\\W',
    '\\d',
    '\\s',
    '[ab]',
    '[^a]',
    '[^\\n]',
    '\\n',
    'é',
    '😀',
    '[😀-😂é]',
    '\\pL',
    '(?i:k)',
    '(?s:.)',
  ],
  ...['^', '$', '\\b', '\\B', '\\A', '\\z', '(?m:^)', '(?m:$)', '(?i:sa)', '\\x{d83d}', '_', ' '],
);
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    atom,
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => a + b),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(?:${a}|${b})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{0,2}'))
      .map(([a, times]) => `(${a})${times}`),
  ),
}));
const piece = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'c',
    ' ',
    '\n',
    '_',
    '1',
    'é',
    '😀',
    '😁',
    'K',
    'k',
    'ſ',
    '\u212a',
    's',
    'S',
    '\ud83d',
    '\ude00',
    '中',
  ),
  fc
    .tuple(fc.constantFrom('a', 'b', 'ab', 'é', '😀', '\n', '中', 'a\ud83d'), fc.integer({ min: 20, max: 120 }))
    .map(([s, n]) => s.repeat(n)),
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

it('answers as re2js does, whatever the expression and the text', () => {
  fc.assert(
    fc.property(expression, fc.array(text, { minLength: 1, maxLength: 6 }), (source, texts) => {
      const regex = compileRegex(source);
      if (!regex.ok) throw new Error(regex.error.message);
      const oracle = RE2JS.compile(source);
      for (const value of texts) expect([value, regex.value.test(value)]).toEqual([value, oracle.test(value)]);
    }),
    { numRuns: 3_000 },
  );
}, 60_000);

it.each(['a+b', '(a+)+$', '^x', '\\bfoo\\b', '(?i)rm -rf', '\\p{Greek}+', '(?m)^#', '[^/]+\\.env$'])(
  'runs %s on its own automaton',
  (source) => {
    expect(scannerFor(RE2JS.compile(source))).not.toBeNull();
  },
);
