/** Regular expressions: our runners against re2js, which is the oracle for every answer. */
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, it } from 'vitest';
import { english } from '../say.ts';
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
    '\v',
  ),
  fc
    .tuple(fc.constantFrom('a', 'b', 'ab', 'é', '😀', '\n', '中', 'a\ud83d'), fc.integer({ min: 20, max: 120 }))
    .map(([s, n]) => s.repeat(n)),
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

function expectAgreement(source: string, texts: readonly string[]): void {
  const regex = compileRegex(source);
  if (!regex.ok) throw new Error(english(regex.error.message));
  const oracle = RE2JS.compile(source);
  for (const value of texts) expect([value, regex.value.test(value)]).toEqual([value, oracle.test(value)]);
}

it('answers as re2js does, whatever the expression and the text', () => {
  fc.assert(fc.property(expression, fc.array(text, { minLength: 1, maxLength: 6 }), expectAgreement), {
    numRuns: 1_000,
  });
}, 60_000);

/** Ends are where expressions are run backward: surrogate pairs, word edges and long runs read from the other side. */
const ending = fc
  .tuple(
    fc.array(fc.constantFrom('a', '😀', '.', '[^a]', '[a😀]+', 'a*', '\\b', '(?s:.)*', 'é?', '\\W', '(?:a|😀a)+'), {
      maxLength: 4,
    }),
    fc.constantFrom('$', '\\z', '(?m:$)'),
  )
  .map(([parts, end]) => parts.join('') + end);
const endText = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', '😀', '\ud83d', '\ude00', 'é', ' '),
      fc.constantFrom('a'.repeat(70), '😀'.repeat(60), 'aé'.repeat(60)),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''));

it('answers as re2js does where the expression is run from the end', () => {
  fc.assert(fc.property(ending, fc.array(endText, { minLength: 1, maxLength: 8 }), expectAgreement), {
    numRuns: 1_000,
  });
});

/** Expressions that are only text are not compiled at all: they too must answer as re2js does. */
const plain = fc
  .tuple(
    fc.constantFrom('', '^', '.*', '.*.*', '^.*'),
    fc.array(fc.constantFrom('a', 'b', '\\.', '\\\\', '/', ' ', '-', '\\*', '\\$', '😀', '\n'), { maxLength: 3 }),
    fc.constantFrom('', '$', '.*', '\\..*', '.*$'),
  )
  .map(([begin, parts, end]) => begin + parts.join('') + end);
const plainText = fc
  .array(fc.constantFrom('a', 'b', '.', '\\', '/', ' ', '-', '*', '$', '😀', '\n', '\ud83d'), { maxLength: 5 })
  .map((parts) => parts.join(''));

it('answers as re2js does where the expression is only text', () => {
  fc.assert(fc.property(plain, fc.array(plainText, { minLength: 1, maxLength: 8 }), expectAgreement), {
    numRuns: 1_500,
  });
});

it.each(['a+b', '(a+)+$', '^x', '\\bfoo\\b', '(?i)rm -rf', '\\p{Greek}+', '(?m)^#', '[^/]+\\.env$'])(
  'runs %s on its own automaton',
  (source) => {
    expect(scannerFor(RE2JS.compile(source))).not.toBeNull();
  },
);

it('gives up its table before it grows without end, and still answers', () => {
  const source = '(?:a|b)*a(?:a|b){18}c';
  let seed = 1;
  const letter = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed & 0x10000 ? 'a' : 'b';
  };
  const text = Array.from({ length: 20_000 }, letter).join('');
  expect(scannerFor(RE2JS.compile(source))?.test(text)).toBeNull();
  expectAgreement(source, [text, `${text}c`, `a${'b'.repeat(18)}c`]);
});

it.each(['^[^b]*bc', 'cb[^b]*$', '^[^bc]*[bc]d', 'd[bc][^bc]*$', '^(?s:.)*😀b', '(?i)^[^k]*kc'])(
  'finds the end of a run of any length: %s',
  (source) => {
    for (let length = 0; length < 160; length++) {
      const run = 'a'.repeat(length);
      expectAgreement(source, [`${run}bc`, `cb${run}`, `${run}cd`, `dc${run}`, `${run}😀b`, `${run}\u212ac`, run]);
    }
  },
);
