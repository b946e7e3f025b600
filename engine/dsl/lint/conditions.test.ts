import { expect, test } from 'vitest';
import { codes, doc, only, said } from '../../../test/support/diagnostics.ts';

const on = (pattern: string): string => doc('', '', `on: '${pattern}'`);
const json = (conditions: string): string => doc(`when: { json: ['${conditions}'] }`);

test('two exact values for one argument exclude each other', () => {
  expect(only(on('T(x = "1", x = "2")'))).toMatchObject({
    severity: 'warning',
    code: 'impossible_condition',
    line: 5,
    column: 13,
  });
});

test.each([
  'x = "a", x != "a"',
  'x = "a", x ~ "b*"',
  'x = "a", x =~ "^b"',
  'x =~ "^b", x = "a"',
  'x.y[0] = "a", x.y[0] = "b"',
])('%s can never hold', (conditions) => {
  expect(codes(on(`T(${conditions})`))).toEqual(['impossible_condition']);
  expect(codes(json(conditions))).toEqual(['impossible_condition']);
});

test.each([
  ['another field', 'x = "a", y = "b"'],
  ['the same value', 'x = "a", x ~ "a*"'],
  ['any of several elements', 'x[*] = "a", x[*] = "b"'],
  ['any of several fields', 'x.* = "a", x.* = "b"'],
  ['two patterns', 'x ~ "a*", x ~ "b*"'],
])('conditions on %s may hold', (_name, conditions) => {
  expect(codes(on(`T(${conditions})`))).toEqual([]);
});

test('a counter is never below 0', () => {
  expect(said(doc('counters: { n: { lte: -1 } }\nupdate: { increment: [n] }'))).toEqual(['impossible_condition 8:24']);
});

test('a counter may be 0', () => {
  expect(codes(doc('counters: { n: { lte: 0 } }\nupdate: { increment: [n] }'))).toEqual([]);
});

test('a bound on a counter that nothing increments is a warning, with the counter that was meant', () => {
  expect(only(doc('counters: { tris: { lte: 3 } }\nupdate: { increment: [tries] }'))).toMatchObject({
    code: 'counter_unmoved',
    line: 8,
    column: 21,
    hint: 'Did you mean "tries"?',
  });
});

test('it says whether the bound always or never holds', () => {
  expect(only(doc('counters: { n: { lte: 3 } }')).message).toContain('always holds');
  expect(only(doc('counters: { n: { gte: 1 } }')).message).toContain('never hold');
});

test('a counter may be incremented by another transition', () => {
  const other = '      - { on: U, from: b, to: a, update: { increment: [n] } }\n';
  expect(codes(doc('counters: { n: { lte: 3 } }') + other)).toEqual([]);
});
