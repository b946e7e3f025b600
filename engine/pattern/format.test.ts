/** The printer: what it prints parses back to the same pattern, part by part. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbitraryPattern } from '../../test/support/arbitrary-pattern.ts';
import { formatPattern, type Pattern, parsePattern } from './pattern.ts';

/** A pattern without its compiled tests and without the text it came from. */
function meaning({ name, args }: Pattern): unknown {
  const glob = (part: { readonly source: string }) => part.source;
  return {
    name:
      name.kind === 'exact' ? name : { kind: name.kind, source: glob(name.kind === 'glob' ? name.glob : name.regex) },
    args:
      args.kind === 'named'
        ? args.conditions.map(({ path, operator, value }) => ({ path, operator, value }))
        : args.kind === 'primary'
          ? glob(args.glob)
          : args.kind,
  };
}

function parsed(source: string): Pattern {
  const result = parsePattern(source);
  if (!result.ok) throw new Error(`${JSON.stringify(source)}: ${result.error.message.form} at ${result.error.offset}`);
  return result.value;
}

it('prints patterns that parse back to the same meaning', () => {
  fc.assert(
    fc.property(arbitraryPattern, (source) => {
      const pattern = parsed(source);
      const printed = formatPattern(pattern);
      expect(meaning(parsed(printed))).toEqual(meaning(pattern));
      expect(formatPattern(parsed(printed))).toBe(printed);
    }),
    { numRuns: 2_000 },
  );
});

it('prints any text that parses so that it parses back', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aB_/*?[]{}()\\"~=!,. \n1-') });
  fc.assert(
    fc.property(text, (source) => {
      const result = parsePattern(source);
      if (!result.ok) return;
      expect(meaning(parsed(formatPattern(result.value)))).toEqual(meaning(result.value));
    }),
    { numRuns: 5_000 },
  );
});
