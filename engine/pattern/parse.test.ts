/** Where parsers say that a mistake is, however much escaping stands before it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { english } from '../say.ts';
import { parseConditions, parsePattern } from './pattern.ts';

const escapes = fc
  .array(fc.constantFrom('a', '\\"', '\\\\\\\\', '\\\\*', ' ', '/', '😀'), { maxLength: 6 })
  .map((parts) => parts.join(''));

it('points into a quoted glob past any escapes', () => {
  fc.assert(
    fc.property(escapes, escapes, (before, after) => {
      const source = `T(a = "${before}", b ~ "${before}[z-a]${after}")`;
      const parsed = parsePattern(source);
      expect(parsed.ok ? null : parsed.error.offset).toBe(source.indexOf('z-a'));
    }),
  );
});

it('points into a quoted expression past any escapes', () => {
  fc.assert(
    fc.property(fc.constantFrom('', 'a', '\\\\.', '\\"', '\\d', '/'), (before) => {
      const source = `x !=~ "${before}(?=y)"`;
      const parsed = parseConditions(source);
      expect(parsed.ok ? null : parsed.error.offset).toBe(source.indexOf('(?='));
    }),
  );
});

it('points into an expression between slashes past escaped slashes', () => {
  const source = '/a\\/b\\/c(?=d)/';
  const parsed = parsePattern(source);
  expect(parsed.ok ? null : parsed.error.offset).toBe(source.indexOf('(?='));
});

it('keeps the text it was made from', () => {
  const source = '  T ( a="x" )\n';
  const parsed = parsePattern(source);
  expect(parsed.ok && parsed.value.source).toBe(source);
});

it.each([
  ['T(file_path ~ src/**)', 'a value in double quotes'],
  ['T(a = "x", b "y")', 'an operator'],
  ['T(a = "x", )', 'a field name'],
  ['Read,Write', '{a,b}'],
  ['Bash()', '(*)'],
  ['a[b', '"\\["'],
  ['a{b', '"\\{"'],
  ['f{1..3}', 'list the alternatives'],
  ['/(?<=x)y/', 'not a regular expression'],
])('says of %s what would be right: %s', (source, hint) => {
  const parsed = parsePattern(source);
  expect(parsed.ok ? '' : english(parsed.error.message)).toContain(hint);
});
