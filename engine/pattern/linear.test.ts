/**
 * No value hangs a pattern: expressions and globs that make a backtracking matcher take for ever, on a megabyte made for it.
 * How fast they are is measured by `npm run bench patterns`; here only coming back at all is asked for.
 */
import { expect, it } from 'vitest';
import { compileGlob, compileRegex } from './pattern.ts';

const size = 1 << 20;
const values = [
  `${'a'.repeat(size)}!`,
  `${'ab'.repeat(size / 2)}!`,
  `!${'a'.repeat(size)}`,
  'a/'.repeat(size / 2),
  '😀'.repeat(size / 2),
  '('.repeat(size),
  '\n'.repeat(size),
];
/** Generous: a machine at its limits needs a hundredth of it, a backtracking matcher more than a lifetime. */
const LIMIT_MS = 10_000;

function expectBack(tests: readonly ((text: string) => boolean)[]): void {
  const start = performance.now();
  for (const test of tests) for (const value of values) test(value);
  expect(performance.now() - start).toBeLessThan(LIMIT_MS);
}

it.each([
  '(a+)+$',
  '^(a+)+$',
  '(a|a)*c',
  '(a|aa)+c$',
  '(a*)*b',
  '(.*)*x',
  '(x+x+)+y',
  '([a-zA-Z]+)*@',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(?i)(a|b|ab)*c',
  '(\\w+\\s?)*;',
  '(a?){50}a{50}c',
  '\\b(a\\b|a)*c',
])('the expression %s comes back', (source) => {
  const regex = compileRegex(source);
  expectBack(regex.ok ? [regex.value.test] : []);
  expect(regex.ok).toBe(true);
});

it.each([
  '*a*a*a*a*b*',
  '*a*a*a*a*a*a*a*a*a*a*b',
  '*?*?*?*?*b',
  '*[ab]*[ab]*[ab]*c',
  '{a,aa,aaa}*{a,aa}*{b,c}?',
  '**/a/**/a/**/b',
  '*aaaaaaaaab*',
  `*${'a'.repeat(300)}b*`,
  '{*a*,*b*,?*}{*a*,*b*,?*}c',
])('the glob %s comes back', (source) => {
  const glob = compileGlob(source);
  expectBack(glob.ok ? [glob.value.test] : []);
  expect(glob.ok).toBe(true);
});
