/** Normalizers beyond their truth table: laws that hold for any path. */
import { posix } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalizeKey } from './normalize.ts';

const path = (text: string, root: string | null = null) => normalizeKey(text, 'path', root);
const segment = fc.constantFrom('a', 'b', '.', '..', '', '...', '.env', 'e\u0301', 'ü', 'A', 'x y', '..a');
const segments = (minLength: number) => fc.array(segment, { minLength, maxLength: 7 }).map((list) => list.join('/'));
const anyPath = fc.tuple(fc.constantFrom('', '/', '//'), segments(0)).map(([root, rest]) => root + rest);

it('agrees with node:path on POSIX paths', () => {
  fc.assert(
    fc.property(anyPath, (text) => {
      const expected = posix.normalize(text).normalize('NFC');
      expect(path(text)).toBe(expected === '/' ? '/' : expected.replace(/\/$/, ''));
    }),
    { numRuns: 3_000 },
  );
});

it('changes nothing the second time', () => {
  const anything = fc.oneof(
    anyPath,
    fc.string({ unit: fc.constantFrom('a', '/', '\\', '.', '..', 'C:', 'é', '?', '%2e', '//') }),
  );
  fc.assert(
    fc.property(anything, fc.constantFrom(null, '/a', 'C:\\a', '/'), (text, root) => {
      const once = path(text, root);
      // "./C:" ends as "C:", a drive to a second reading but a name to the first.
      fc.pre(!/^[A-Za-z]:/.test(once));
      expect(path(once, root)).toBe(once);
    }),
    { numRuns: 3_000 },
  );
});

it('reads backslashes as slashes', () => {
  fc.assert(
    fc.property(anyPath, (text) => {
      expect(path(text.replaceAll('/', '\\'))).toBe(path(text));
    }),
  );
});

it('reads a file URL as the path it was made from', () => {
  fc.assert(
    fc.property(segments(1), (rest) => {
      const absolute = `/${rest}`;
      const url = `file://${absolute.split('/').map(encodeURIComponent).join('/')}`;
      expect(path(url)).toBe(path(absolute));
    }),
  );
});

it('gives a file one key, however it is reached from the root', () => {
  const root = '/srv/project';
  fc.assert(
    fc.property(segments(1), (rest) => {
      // Joined by hand: a leading slash in the rest would make it absolute.
      const relative = `./${rest}`;
      expect(path(relative, root)).toBe(path(`${root}/${relative}`, root));
    }),
  );
});

it('does not fold one file into another', () => {
  expect(new Set(['a', '../a', '../../a', '/a', '../b/../../a', 'A'].map((text) => path(text))).size).toBe(5);
});

it('takes time in proportion to the path', () => {
  const start = performance.now();
  for (const text of [
    '../'.repeat(60_000),
    'a/'.repeat(60_000),
    '/'.repeat(100_000),
    'a/../'.repeat(30_000),
    `file:${'%'.repeat(60_000)}`,
  ]) {
    path(text);
    path(text, '/root');
  }
  expect(performance.now() - start).toBeLessThan(3_000);
});

it('has no error for any text', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withFragments: true })),
      fc.constantFrom('none', 'trim', 'lowercase', 'path', 'url'),
      fc.option(fc.string()),
      (text, normalizer, root) => {
        expect(normalizeKey(text, normalizer, root)).toBeTypeOf('string');
      },
    ),
  );
});
