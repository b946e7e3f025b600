/** Field paths: reading, printing and walking, against a walk written the slow way. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../tool-call.ts';
import { type FieldPath, fansOut, formatPath, ownField, readPath, type Step, someAt } from './path.ts';

const name = fc.constantFrom('a', 'b', 'dry-run', 'x_1', '0', '文件', '__proto__', 'constructor', 'length');
const step: fc.Arbitrary<Step> = fc.oneof(
  name.map((field): Step => ({ kind: 'field', name: field })),
  fc.nat(3).map((index): Step => ({ kind: 'index', index })),
  fc.constantFrom<Step>({ kind: 'elements' }, { kind: 'fields' }),
);
const path: fc.Arbitrary<FieldPath> = fc.array(step, { minLength: 1, maxLength: 4 });
/** Through JSON, so that a field called `__proto__` is an own field as it is in a parsed call. */
const json = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 7, 'text', ''),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.array(fc.tuple(name, tie('value')), { maxLength: 3 }).map((entries) => new Map(entries)),
    ),
  }))
  .value.map((value) => JSON.parse(write(value)) as Json);

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join()}]`;
  if (!(value instanceof Map)) return JSON.stringify(value);
  return `{${[...value].map(([key, field]) => `${JSON.stringify(key)}:${write(field)}`).join()}}`;
}

/** All values at a path, one step at a time. */
function slowly(values: readonly Json[], [first, ...rest]: FieldPath): readonly Json[] {
  if (first === undefined) return values;
  const next = values.flatMap((value): readonly Json[] => {
    if (typeof value !== 'object' || value === null) return [];
    const entries: readonly [string, Json][] = Object.entries(value);
    const isList = Array.isArray(value);
    if (first.kind === 'elements' || first.kind === 'fields') {
      return (first.kind === 'elements') === isList ? entries.map(([, found]) => found) : [];
    }
    const wanted = first.kind === 'index' ? String(first.index) : first.name;
    if ((first.kind === 'index') !== isList) return [];
    return entries.filter(([key]) => key === wanted).map(([, found]) => found);
  });
  return slowly(next, rest);
}

it('finds what a walk one step at a time finds, in the same order', () => {
  fc.assert(
    fc.property(json, path, (value, where) => {
      const found: Json[] = [];
      const some = someAt(value, where, (each) => {
        found.push(each);
        return false;
      });
      expect(some).toBe(false);
      expect(found).toEqual(slowly([value], where));
    }),
    { numRuns: 3_000 },
  );
});

it('stops at the first value that is accepted', () => {
  const seen: Json[] = [];
  const accept = (found: Json) => seen.push(found) === 2;
  expect(someAt({ a: [1, 2, 3] }, [{ kind: 'field', name: 'a' }, { kind: 'elements' }], accept)).toBe(true);
  expect(seen).toEqual([1, 2]);
});

it('prints paths that read back as they were', () => {
  fc.assert(
    fc.property(path, fc.constantFrom('', ' ', '"', ')', '.', '..', '[', '[x]', '~'), (where, after) => {
      const text = formatPath(where);
      expect(readPath(`>>${text}${after}`, 2)).toEqual({ path: where, end: 2 + text.length });
    }),
  );
});

it('reads no path where there is none', () => {
  for (const text of ['', '.a', '"a"', ' a', '[', '[]', '[-1]', '[1', '$a', '(']) expect(readPath(text, 0)).toBeNull();
});

it('knows which paths stand for several values', () => {
  const fans = (text: string) => fansOut(readPath(text, 0)?.path ?? []);
  expect(['a', 'a.b[0]', 'a[*]', 'a.*', '*'].map(fans)).toEqual([false, false, true, true, true]);
});

it('reads own fields only', () => {
  expect(['a', 'toString', '__proto__', 'constructor'].map((field) => ownField({ a: 1 }, field))).toEqual([
    1,
    undefined,
    undefined,
    undefined,
  ]);
  expect([ownField('text', 'length'), ownField(['x'], '0'), ownField(null, 'a'), ownField(undefined, 'a')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
