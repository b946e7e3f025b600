/** Globs against an oracle of their own: the runtime's regular expressions, generated side by side with the glob. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileGlob } from './glob.ts';

/** A glob and a native expression of the same meaning. */
interface Twin {
  readonly glob: string;
  readonly native: string;
}

const twin = (glob: string, native: string): Twin => ({ glob, native });
const chars = ['a', 'b', '/', '.', '-', '\n', 'é', '😀', '中', ',', '+', '(', ')', '!', ' ', '"', '$'];
const special = ['*', '?', '[', '{', '}', '\\', ']'];
const native = (char: string) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;

const atom = fc.oneof(
  fc.constantFrom(...chars.filter((char) => char !== ',')).map((char) => twin(char, native(char))),
  fc.constantFrom(...special, ',').map((char) => twin(`\\${char}`, native(char))),
  fc.constantFrom(
    twin('*', '[^]*'),
    twin('**', '[^]*'),
    twin('?', '[^]'),
    twin('[ab]', '[ab]'),
    twin('[!a]', '[^a]'),
    twin('[^a-]', '[^a\\-]'),
    twin('[a-c😀-😂]', '[a-c😀-😂]'),
    twin('[]a]', '[\\]a]'),
    twin('[\\]\\-]', '[\\]\\-]'),
    twin('a/**/b', 'a/(?:[^]*/)?b'),
    twin('{x}', '\\{x\\}'),
  ),
);
/** Side by side; a slash after a star is escaped, so that two stars and a slash that meet by chance stay what they are. */
const joined = (parts: readonly Twin[]) =>
  parts.reduce(
    (left, right) => {
      const slash = left.glob.endsWith('*') && right.glob.startsWith('/') ? '\\' : '';
      return twin(`${left.glob}${slash}${right.glob}`, left.native + right.native);
    },
    twin('', ''),
  );
const sequence = fc.array(atom, { maxLength: 5 }).map(joined);
const choice = fc
  .array(sequence, { minLength: 2, maxLength: 3 })
  .map((options) => twin(`{${options.map((o) => o.glob).join()}}`, `(?:${options.map((o) => o.native).join('|')})`));
const whole = fc
  .array(fc.oneof({ arbitrary: atom, weight: 4 }, { arbitrary: choice, weight: 1 }), { maxLength: 6 })
  .map(joined);
const text = fc.oneof(
  fc
    .array(fc.constantFrom(...chars, ...special, '\ud83d', '\ude00', 'c', 'x'), { maxLength: 8 })
    .map((parts) => parts.join('')),
  fc
    .array(fc.tuple(fc.constantFrom('a', 'b', 'ab', '😀', '\n'), fc.integer({ min: 1, max: 90 })), { maxLength: 4 })
    .map((runs) => runs.map(([piece, times]) => piece.repeat(times)).join('')),
);

function compiled(glob: string) {
  const parsed = compileGlob(glob);
  if (!parsed.ok) throw new Error(`${glob}: ${parsed.error.message.form}`);
  return parsed.value;
}

it('matches what the same expression matches natively', () => {
  fc.assert(
    fc.property(whole, fc.array(text, { minLength: 1, maxLength: 8 }), (pair, texts) => {
      const glob = compiled(pair.glob);
      const oracle = new RegExp(`^(?:${pair.native})$`, 'u');
      for (const value of texts) expect([value, glob.test(value)]).toEqual([value, oracle.test(value)]);
    }),
    { numRuns: 1_500 },
  );
});

/** Few letters, so that pieces overlap and repeat: where a matcher that is almost right goes wrong. */
const dense = fc
  .array(
    fc.constantFrom(
      ...[twin('a', 'a'), twin('b', 'b'), twin('/', '/'), twin('ab', 'ab'), twin('ba', 'ba'), twin('*', '[^]*')],
      ...[twin('?', '[^]'), twin('[!b]', '[^b]'), twin('/**/b', '/(?:[^]*/)?b'), twin('{a,b*}', '(?:a|b[^]*)')],
    ),
    { maxLength: 5 },
  )
  .map(joined);
const denseText = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 });

it('matches as the oracle does where pieces overlap', () => {
  fc.assert(
    fc.property(dense, fc.array(denseText, { minLength: 5, maxLength: 20 }), (pair, texts) => {
      const glob = compiled(pair.glob);
      const oracle = new RegExp(`^(?:${pair.native})$`, 'u');
      for (const value of texts) expect([value, glob.test(value)]).toEqual([value, oracle.test(value)]);
    }),
    { numRuns: 1_500 },
  );
});

it('matches the text it was escaped from, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({ unit: 'binary', maxLength: 12 }),
      (value, other) => {
        const glob = compiled(value.replace(/[\\*?[{}]/g, '\\$&'));
        expect([glob.test(value), glob.test(other)]).toEqual([true, value === other]);
      },
    ),
  );
});

it('does not let half a surrogate pair match', () => {
  expect(compiled('\ud83d*').test('😀')).toBe(false);
  expect(compiled('*\ude00').test('😀')).toBe(false);
  expect(compiled('\ud83d*').test('\ud83d a')).toBe(true);
});

it('takes alternatives by the thousand without multiplying them out', () => {
  const glob = compiled(`${'{a,b}'.repeat(1_000)}*`);
  expect(glob.test('ab'.repeat(500))).toBe(true);
  expect(glob.test(`${'ab'.repeat(499)}ac`)).toBe(false);
});

it('matches a long needle in a long text that is full of near misses', () => {
  const glob = compiled(`*b${'a'.repeat(5_000)}*`);
  expect(glob.test('a'.repeat(1_000_000))).toBe(false);
  expect(glob.test(`${'a'.repeat(500_000)}b${'a'.repeat(500_000)}`)).toBe(true);
});
