/**
 * Globs against picomatch (bash mode, dot files on) on ordinary paths. Where the two differ on purpose is listed below, and
 * the list itself is tested: a difference that goes away must leave it.
 */
import fc from 'fast-check';
import picomatch from 'picomatch';
import { expect, it } from 'vitest';
import { compileGlob } from './glob.ts';

const options = { bash: true, dot: true, nonegate: true, noextglob: true, posix: true };

function ours(glob: string, text: string): boolean | 'error' {
  const parsed = compileGlob(glob);
  return parsed.ok ? parsed.value.test(text) : 'error';
}

const name = fc.constantFrom(
  'a',
  'b',
  'ab',
  '.env',
  'a.ts',
  'b.tsx',
  'c-d',
  'x_y',
  'node_modules',
  'A',
  'index.test.ts',
  'ü',
);
const path = fc
  .tuple(fc.constantFrom('', '/'), fc.array(name, { minLength: 1, maxLength: 4 }))
  .map(([root, names]) => root + names.join('/'));
const wild = fc.constantFrom(
  '*',
  '**',
  '*.ts',
  '*.{ts,tsx}',
  'a*',
  '?',
  'a?',
  '[ab]',
  '[!b]',
  '[^b]',
  '[a-c]*',
  '.*',
  '*.*',
  '{a,b}',
  '{a,b*}',
  'index.*',
);
const glob = fc
  .tuple(fc.constantFrom('', '/'), fc.array(fc.oneof(name, wild), { minLength: 1, maxLength: 4 }))
  .map(([root, parts]) => root + parts.join('/'))
  // The two places where a double star means something else; see the list.
  .filter((text) => !/^\/\*\*\/|\/\*\*(?:$|\/\*)/.test(text));

it('agrees with picomatch on ordinary paths', () => {
  fc.assert(
    fc.property(glob, path, (pattern, text) => {
      expect([pattern, text, ours(pattern, text)]).toEqual([pattern, text, picomatch(pattern, options)(text)]);
    }),
    { numRuns: 1_500 },
  );
});

it.each([
  ['the empty value is a value', '*', '', true, false],
  ['a leading ./ hides nothing', '*', './a', true, false],
  ['a leading ../ hides nothing', '*', '../a', true, false],
  ['. is a value', '*', '.', true, false],
  ['.. is a value', '*', '..', true, false],
  ['a star crosses line breaks', '*', 'a\nb', true, false],
  ['a question mark crosses a slash', 'a?b', 'a/b', true, false],
  ['a class crosses a slash', '[!b]', '/', true, false],
  ['a character is a code point', '?', '😀', true, false],
  ['a class holds code points', '[😀]', '😀', true, false],
  ['the text of a glob is not trimmed of ./', './a', 'a', false, true],
  ['a trailing /** wants the slash', 'a/**', 'a', false, true],
  ['a trailing /**/* wants the slash', 'a*/**/*', 'a.ts', false, true],
  ['a leading /**/ may be one slash', '/**/a', '/a', true, false],
  ['a range of numbers is a mistake', '{1..3}', '2', 'error', true],
  ['a named class is a mistake', '[[:alpha:]]', 'x', 'error', true],
  ['an open bracket is a mistake', 'a[b', 'a[b', 'error', true],
  ['an open brace is a mistake', 'a{b', 'a{b', 'error', true],
  ['a lone backslash at the end is a mistake', 'a\\', 'a\\', 'error', true],
])('differs on purpose: %s', (_why, pattern, text, here, there) => {
  expect([ours(pattern, text), picomatch(pattern, options)(text)]).toEqual([here, there]);
});
