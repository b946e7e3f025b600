import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findText } from './find.ts';

it('finds a long needle where indexOf does', () => {
  const runs = fc
    .array(fc.tuple(fc.constantFrom('a', 'b', 'ab'), fc.integer({ min: 1, max: 150 })), { maxLength: 6 })
    .map((parts) => parts.map(([piece, times]) => piece.repeat(times)).join(''));
  fc.assert(
    fc.property(runs, runs, fc.nat(300), fc.nat(300), (before, needle, from, cut) => {
      const text = `${before}${needle.slice(cut)}${needle}${before}`;
      expect(findText(text, needle, from)).toBe(text.indexOf(needle, from));
    }),
  );
});
