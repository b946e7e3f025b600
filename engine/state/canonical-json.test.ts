import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, frozenJson, MAX_DEPTH } from './canonical-json.ts';

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

test.each([
  [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
  [{ 10: 'ten', 9: 'nine', ü: 0, Z: 0, a: 0 }, '{"10":"ten","9":"nine","Z":0,"a":0,"ü":0}'],
  [{ gone: undefined, kept: 0 }, '{"kept":0}'],
  [[1e21, 0.1, -0, 1e-7, 1.0], '[1e+21,0.1,0,1e-7,1]'],
  ['\u2028\ud800"\\\n', '"\u2028\\ud800\\"\\\\\\n"'],
  [{}, '{}'],
  [[], '[]'],
  [null, 'null'],
])('the text of %j is %s', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test('the order of keys is by code units, not by code points or language', () => {
  expect(canonicalJson({ '\ufb01': 1, '\u{1f600}': 2, b: 3, B: 4 })).toBe('{"B":4,"b":3,"\u{1f600}":2,"\ufb01":1}');
});

test('fields of the prototype chain are data when they are own', () => {
  const value: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
  expect(canonicalJson(value)).toBe('{"__proto__":{"a":1},"constructor":2}');
  expect(Object.keys(frozenJson(value) as object)).toEqual(['__proto__', 'constructor']);
  expect('a' in (frozenJson(value) as object)).toBe(false);
});

test('values from another realm are JSON, too', () => {
  const foreign: unknown = runInContext('({ a: [1, { b: 2 }] })', createContext());
  expect(canonicalJson(foreign)).toBe('{"a":[1,{"b":2}]}');
  expect(frozenJson(foreign)).toEqual({ a: [1, { b: 2 }] });
});

test.each([
  ['undefined', undefined],
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
  ['a bigint', 1n],
  ['NaN', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['undefined in a list', [undefined]],
  ['a hole in a list', new Array(1)],
  ['a date', new Date(0)],
  ['a map', new Map()],
  ['bytes', new Uint8Array(1)],
  ['a value that holds itself', circle()],
])('%s is refused, at any depth, by text and by copy', (_, value) => {
  for (const at of [value, { a: [value, 1] }]) {
    if (at === undefined) continue;
    expect(() => canonicalJson(at)).toThrow(TypeError);
    expect(() => frozenJson(at)).toThrow(TypeError);
  }
});

test('what is nested too deep is refused before the stack ends', () => {
  expect(canonicalJson(nested(MAX_DEPTH))).toHaveLength(2 * MAX_DEPTH);
  expect(frozenJson(nested(MAX_DEPTH))).toEqual(nested(MAX_DEPTH));
  expect(() => canonicalJson(nested(MAX_DEPTH + 1))).toThrow(/1000 levels/);
  expect(() => frozenJson(nested(100_000))).toThrow(/1000 levels/);
});

test('the copy is frozen to the bottom and shares nothing', () => {
  const value = { a: [{ b: 1 }] };
  const copy = frozenJson(value);
  expect([copy, copy.a, copy.a[0]].every((part) => Object.isFrozen(part))).toBe(true);
  expect(copy.a[0]).not.toBe(value.a[0]);
});

test('the text reads back as the value, and again gives the same text', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
      expect(canonicalJson(frozenJson(value))).toBe(text);
    }),
  );
});

test('the text does not depend on the order in which fields were set', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.integer()), (value) => {
      expect(canonicalJson(Object.fromEntries(Object.entries(value).reverse()))).toBe(canonicalJson(value));
    }),
  );
});

function circle(): unknown {
  const self: unknown[] = [];
  self.push(self);
  return self;
}
