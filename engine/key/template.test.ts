/** Templates beyond their truth table: fan-out, limits and text that nobody would write. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../tool-call.ts';
import {
  parseTemplate,
  renderLenient,
  resolveKeys,
  resolveValue,
  type Template,
  TooManyKeys,
  templateFields,
} from './template.ts';

function template(source: string): Template {
  const parsed = parseTemplate(source);
  if (!parsed.ok) throw new Error(`${source}: ${parsed.error.message.form}`);
  return parsed.value;
}
const plain = { normalizer: 'none', keyRoot: null } as const;
const many = (count: number) => Array.from({ length: count }, (_, at) => `p${at}`);

it('gives one key an element, in order, each once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e')), (paths) => {
      const keys = resolveKeys(template('{paths[*]}'), { paths }, plain);
      expect(keys).toEqual(paths.length === 0 ? null : [...new Set(paths)]);
    }),
  );
});

it('gives the same keys by the short way and the long one', () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.boolean());
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'constructor'), value), (fields) => {
      const args = JSON.parse(JSON.stringify(fields)) as Json;
      const short = template('{a|b|__proto__|constructor}');
      expect(short.plainFields).not.toBeNull();
      expect(resolveKeys(short, args, plain)).toEqual(resolveKeys({ ...short, plainFields: null }, args, plain));
    }),
  );
});

it('names a hundred thousand instances in one call', () => {
  expect(resolveKeys(template('{p[*]}'), { p: many(100_000) }, plain)).toHaveLength(100_000);
});

it('refuses a call that names more', () => {
  expect(() => resolveKeys(template('{p[*]}'), { p: many(100_001) }, plain)).toThrow(TooManyKeys);
});

it('refuses the product of two long lists before it is made', () => {
  const args = { p: many(90_000), q: many(90_000) };
  expect(() => resolveKeys(template('{p[*]}/{q[*]}'), args, plain)).toThrow(TooManyKeys);
});

it('reads a value that nests deeper than the stack', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as Json;
  expect(resolveKeys(template('{a}'), { a: deep }, plain)?.[0]).toHaveLength(200_000);
});

const syntax = fc.string({
  unit: fc.constantFrom(...'{}|.[]*0 a', 'b_c', '__proto__', '{a}', '{a|b[*]}', '😀', '\ud800'),
  maxLength: 30,
});

it('answers any text with a template or a placed error', () => {
  fc.assert(
    fc.property(fc.oneof(syntax, fc.string({ unit: 'binary' })), fc.jsonValue({ maxDepth: 3 }), (source, json) => {
      const parsed = parseTemplate(source);
      if (!parsed.ok) {
        expect(parsed.error.offset).toBeGreaterThanOrEqual(0);
        expect(parsed.error.offset).toBeLessThanOrEqual(source.length);
        return;
      }
      const value = JSON.parse(JSON.stringify(json)) as Json;
      const context = JSON.parse(JSON.stringify({ a: value, b_c: [value] }));
      resolveKeys(parsed.value, value, { normalizer: 'path', keyRoot: '/' });
      resolveKeys(parsed.value, context, plain);
      resolveValue(parsed.value, context);
      templateFields(parsed.value);
      expect(renderLenient(parsed.value, context)).toBeTypeOf('string');
    }),
    { numRuns: 5_000 },
  );
});

it('renders a template without values as it was written', () => {
  fc.assert(
    fc.property(syntax, (source) => {
      const parsed = parseTemplate(source);
      if (parsed.ok) expect(renderLenient(parsed.value, {})).toBe(source);
    }),
    { numRuns: 2_000 },
  );
});

it('never reads or writes a prototype', () => {
  const before = Reflect.ownKeys(Object.prototype).length;
  for (const field of [
    '__proto__',
    'constructor',
    'toString',
    '__proto__.constructor',
    'a.constructor.prototype',
    'a.length',
  ]) {
    expect(resolveKeys(template(`{${field}}`), { a: 'text' }, plain)).toBeNull();
    expect(resolveValue(template(`{${field}}`), { a: [1] })).toBeUndefined();
  }
  expect(Reflect.ownKeys(Object.prototype)).toHaveLength(before);
});

it.each([
  ['open braces', '{'.repeat(60_000)],
  ['empty braces', '{}'.repeat(30_000)],
  ['placeholders', '{a}'.repeat(30_000)],
  ['alternatives', `{${'a|'.repeat(30_000)}a}`],
  ['a path', `{a${'.a'.repeat(30_000)}}`],
  ['elements of elements', `{a${'[*]'.repeat(30_000)}}`],
  ['closing braces', '}'.repeat(60_000)],
])('parses %s in no time worth mentioning', (_what, source) => {
  const start = performance.now();
  const parsed = parseTemplate(source);
  if (parsed.ok) renderLenient(parsed.value, { a: [['x']] });
  expect(performance.now() - start).toBeLessThan(3_000);
});
