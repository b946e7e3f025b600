/** The parsers on text that nobody would write: no crash, no hang, errors within the text, nothing leaks into prototypes. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbitraryConditions, arbitraryPattern } from '../../test/support/arbitrary-pattern.ts';
import { english } from '../say.ts';
import {
  compileGlob,
  compileRegex,
  holdsAll,
  matchesCall,
  type Parsed,
  parseConditions,
  parsePattern,
} from './pattern.ts';

const syntax = fc.string({
  unit: fc.constantFrom(...'aB0_-/*?[]{}()\\"~=!,.:^|+$ \n', '__proto__', '😀', '\ud800'),
  maxLength: 40,
});
/** A well-formed text with something cut out, doubled or put in. */
const damaged = fc
  .tuple(fc.oneof(arbitraryPattern, arbitraryConditions), fc.nat(60), fc.nat(60), syntax)
  .map(([text, from, to, inserted]) => text.slice(0, from) + inserted + text.slice(to));
const anything = fc.oneof(syntax, damaged, fc.string({ unit: 'binary', maxLength: 60 }));

function expectPlaced(source: string, parsed: Parsed<unknown>): void {
  if (parsed.ok) return;
  expect(english(parsed.error.message)).not.toBe('');
  expect(parsed.error.offset).toBeGreaterThanOrEqual(0);
  expect(parsed.error.offset).toBeLessThanOrEqual(source.length);
}

it('parsers answer any text with a value or a placed error', () => {
  fc.assert(
    fc.property(anything, (source) => {
      for (const parse of [parsePattern, parseConditions, compileGlob, compileRegex])
        expectPlaced(source, parse(source));
    }),
    { numRuns: 1_500 },
  );
});

it('what parses can be asked about any call', () => {
  const args = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.string());
  fc.assert(
    fc.property(anything, args, fc.string(), (source, value, tool) => {
      const json = JSON.parse(JSON.stringify(value));
      const pattern = parsePattern(source);
      if (pattern.ok) expect(matchesCall(pattern.value, { id: 'c', tool, args: json })).toBeTypeOf('boolean');
      const conditions = parseConditions(source);
      if (conditions.ok) expect(holdsAll(conditions.value, json)).toBeTypeOf('boolean');
    }),
    { numRuns: 1_500 },
  );
});

it('leaves every prototype as it was', () => {
  const before = Reflect.ownKeys(Object.prototype).length;
  for (const field of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
    const pattern = parsePattern(`T(${field}.polluted ~ "*", ${field}.${field} = "x")`);
    if (!pattern.ok) throw new Error(english(pattern.error.message));
    expect(matchesCall(pattern.value, { id: 'c', tool: 'T', args: {} })).toBe(false);
  }
  expect(Reflect.ownKeys(Object.prototype)).toHaveLength(before);
});

const many = 60_000;
it.each([
  ['open parentheses', '('.repeat(many)],
  ['open brackets', '['.repeat(many)],
  ['open braces', '{'.repeat(many)],
  ['nested braces', `${'{a,'.repeat(many)}${'}'.repeat(many)}`],
  ['many alternatives', `{${'a,'.repeat(many)}}`],
  ['many groups of alternatives', '{a,b}'.repeat(many / 4)],
  ['stars', '*'.repeat(many)],
  ['stars and text', 'a*'.repeat(many)],
  ['question marks', '?'.repeat(many)],
  ['backslashes', '\\'.repeat(many)],
  ['quotes', `T(a = ${'"'.repeat(many)}`],
  ['a long value', `T(a = "${'\\\\'.repeat(many)}")`],
  ['a long path', `T(a${'.a'.repeat(many)} = "x")`],
  ['many conditions', `T(${'a = "x", '.repeat(many / 8)}b = "y")`],
  ['white space', `T(${' '.repeat(many)}x${' '.repeat(many)}`],
  ['a name of dots', '.'.repeat(many)],
  ['a long expression', `/${'(a|'.repeat(many)}/`],
  ['an expression of counts', `/${'(a{9}){9}'.repeat(many / 10)}/`],
  ['an expression of backslashes', `/${'\\\\'.repeat(many)}/`],
  ['a class of classes', `[${'[:a'.repeat(many)}]`],
  ['dots and brackets', 'a[0]'.repeat(many)],
])('parses %s in no time worth mentioning', (_what, source) => {
  const start = performance.now();
  for (const parse of [parsePattern, parseConditions, compileGlob, compileRegex]) expectPlaced(source, parse(source));
  expect(performance.now() - start).toBeLessThan(5_000);
});
