/** The parts of the automaton, each on its own. Whole expressions are compared with re2js in `regex.test.ts`. */
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, it } from 'vitest';
import { alphabetOf } from './alphabet.ts';
import { Dfa, MATCH } from './dfa.ts';
import { BEGIN_TEXT, END_TEXT, isAnchored, type Nfa, nfaOf, reversed } from './nfa.ts';
import { skipFor } from './skip.ts';

function nfa(source: string): Nfa {
  const found = nfaOf(RE2JS.compile(source));
  if (found === null) throw new Error(`${source} has no automaton`);
  return found;
}

it.each([
  ['a', false, false],
  ['^a', true, false],
  ['a$', false, true],
  ['^a$', true, true],
  ['^a|^b', true, false],
  ['^a|b', false, false],
  ['(?:^a)*', false, false],
  ['(?:^|x)a', false, false],
  ['(?m)^a', false, false],
  ['(?m)a$', false, false],
  ['a(?:$|b$)', false, true],
  ['\\Aa\\z', true, true],
  ['(a+)+$', false, true],
  ['^*', false, false],
  ['\\b', false, false],
])('knows where %s is anchored', (source, start, end) => {
  const found = nfa(source);
  expect([isAnchored(found, BEGIN_TEXT), isAnchored(reversed(found), END_TEXT)]).toEqual([start, end]);
});

it('turns around twice into what it was', () => {
  const order = (list: readonly (readonly object[])[]) =>
    list.map((edges) => edges.map((edge) => JSON.stringify(edge)).sort());
  for (const source of ['(a|b)*c', '^\\bx+?$', '(?i)k[^a]']) {
    const found = nfa(source);
    const twice = reversed(reversed(found));
    expect([twice.start, twice.goal, order(twice.free), order(twice.reads)]).toEqual([
      found.start,
      found.goal,
      order(found.free),
      order(found.reads),
    ]);
  }
});

it('leaves a program that it does not know to re2js', () => {
  const unknown = (inst: unknown) => nfaOf({ re2: () => ({ prog: { start: 0, inst } }) } as unknown as RE2JS);
  const match = { op: 6, out: 0, arg: 0, runes: [] };
  expect(unknown([match])).not.toBeNull();
  expect(unknown([match, { ...match, op: 12 }])).toBeNull();
  expect(unknown([match, { op: 8, out: 0 }])).toBeNull();
  expect(unknown('no list')).toBeNull();
  expect(nfaOf({ re2: () => ({}) } as unknown as RE2JS)).toBeNull();
});

it('leaves case folding beyond ASCII to re2js', () => {
  expect(nfaOf(RE2JS.compile('(?i)é'))).toBeNull();
});

it('puts each code point into a class that passes what it passes', () => {
  const found = nfa('[a-cé😀-😂]\\w\\s(?i:k)[^\\n\\pL]\\b(?m:^)');
  const alphabet = alphabetOf(found);
  const point = fc.oneof(
    fc.integer({ min: 0, max: 0x10ffff }),
    fc.integer({ min: 0, max: 0x3ff }),
    fc.constantFrom(0x212a, 0x1f600, 0x1f603, 0xd800),
  );
  fc.assert(
    fc.property(point, (codePoint) => {
      const cls = alphabet?.classOf(codePoint) ?? -1;
      const passed = found.tests.flatMap((test, index) => (test.accepts(codePoint) ? [index] : []));
      expect([...(alphabet?.passes[cls] ?? [])]).toEqual(passed);
      if (codePoint < 256) expect(alphabet?.latin[codePoint]).toBe(cls);
    }),
    { numRuns: 2_000 },
  );
});

it('covers all code points with its ranges', () => {
  const ranges = alphabetOf(nfa('[a-c]x|\\pL'))?.ranges ?? [];
  expect([ranges[0]?.low, ranges.at(-1)?.high]).toEqual([0, 0x10ffff]);
  for (const [at, { low }] of ranges.entries()) expect(low).toBe((ranges[at - 1]?.high ?? -1) + 1);
});

it('skips to the next unit that leads out, and over none', () => {
  const alphabet = alphabetOf(nfa('[xy]|é|😀'));
  if (alphabet === null) throw new Error('no alphabet');
  const texts = fc.string({ unit: fc.constantFrom('a', 'x', 'y', 'é', '😀', '😁', '中', '\ud83d'), maxLength: 12 });
  const exits = fc.subarray([...Array(alphabet.size).keys()]);
  fc.assert(
    fc.property(texts, exits, fc.nat(12), (text, out, start) => {
      const set = new Set(out);
      const leaves = (at: number) => {
        const unit = text.charCodeAt(at);
        // Surrogates may be looked at without need, but never passed over.
        return set.has(alphabet.classOf(unit >= 0xd800 && unit <= 0xdfff ? (text.codePointAt(at) ?? unit) : unit));
      };
      const found = skipFor(alphabet, set, false)?.(text, Math.min(start, text.length)) ?? 0;
      for (let at = Math.min(start, text.length); at < found; at++)
        expect([text, at, leaves(at)]).toEqual([text, at, false]);
    }),
    { numRuns: 3_000 },
  );
});

it('computes each transition once and keeps the table below its bound', () => {
  const found = nfa('(?:a|b)*a(?:a|b){20}c');
  const dfa = Dfa.of(found, { backward: false, seeded: true });
  if (dfa === null) throw new Error('no automaton');
  const cls = dfa.alphabet.classOf(0x61);
  const first = dfa.next(dfa.start, cls);
  expect(dfa.next(dfa.start, cls)).toBe(first);
  expect(dfa.table[dfa.start + cls]).toBe(first);
});

it('sees a match at the end of the text', () => {
  const dfa = Dfa.of(nfa('^$'), { backward: false, seeded: false });
  expect(dfa?.next(dfa.start, dfa.end)).toBe(MATCH);
});
