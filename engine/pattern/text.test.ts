import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compactJson, textOf } from './text.ts';

function nested(depth: number): string {
  return `${'[{"a":'.repeat(depth)}null${'}]'.repeat(depth)}`;
}

it('writes values that nest deeper than the stack', () => {
  const text = nested(20_000);
  expect(compactJson(JSON.parse(text)) === text).toBe(true);
});

it('writes deep values as JSON.stringify would write them', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const deep = JSON.parse(`${'['.repeat(20_000)}${JSON.stringify(value)}${']'.repeat(20_000)}`);
      const plain = JSON.stringify(JSON.parse(JSON.stringify(value)));
      expect(compactJson(deep).slice(20_000, -20_000)).toBe(plain);
    }),
    { numRuns: 10 },
  );
});

it('writes strings as they are and null as nothing', () => {
  expect(['a "b"', null, true, 1.5, { a: [null] }].map(textOf)).toEqual(['a "b"', '', 'true', '1.5', '{"a":[null]}']);
});
