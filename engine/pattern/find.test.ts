import fc from 'fast-check';
import { expect, it } from 'vitest';
import { finderFor } from './find.ts';

const runs = (longest: number) =>
  fc
    .array(fc.tuple(fc.constantFrom('a', 'b', 'ab', '😀', '\n'), fc.integer({ min: 1, max: longest })), {
      maxLength: 6,
    })
    .map((parts) => parts.map(([piece, times]) => piece.repeat(times)).join(''));
/** Around the lengths at which the way of searching changes. */
const needle = fc.oneof(runs(2), runs(3), runs(30), runs(150));

it('finds a text where indexOf does', () => {
  fc.assert(
    fc.property(runs(150), needle, fc.nat(300), fc.nat(300), fc.boolean(), (before, wanted, from, cut, long) => {
      const text = `${long ? 'ab'.repeat(1_500) : ''}${before}${wanted.slice(cut)}${wanted}${before}`;
      const start = long ? from + 2_900 : from;
      expect(finderFor(wanted)(text, start)).toBe(text.indexOf(wanted, start));
    }),
    { numRuns: 3_000 },
  );
});

it('finds special characters as themselves', () => {
  const text = `${'x'.repeat(3_000)}^[a]$.*\\u0041\ud800-]`;
  for (const wanted of ['^[', '[a]', '].$', '$.*', '\\u', '\\u0041', '\ud800-', '-]', ']^']) {
    expect(finderFor(wanted)(text, 0)).toBe(text.indexOf(wanted));
  }
});
