import { expect, test } from 'vitest';
import { codes, doc, only } from '../../../test/support/diagnostics.ts';

const keyed = (key: string, ...patterns: readonly string[]): string => {
  const [first = 'T', ...rest] = patterns;
  return (
    doc('', `key: '${key}'`, `on: '${first}'`) + rest.map((on) => `      - { on: '${on}', from: b, to: a }\n`).join('')
  );
};

test('a key field that no pattern mentions is a warning', () => {
  expect(only(keyed('{path}', 'R(file_path ~ "*")', 'W(file_path ~ "*")'))).toMatchObject({
    severity: 'warning',
    code: 'key_field_unused',
    line: 4,
    column: 10,
    path: ['machines', 0, 'key'],
  });
});

test('the field that was meant is named', () => {
  expect(only(keyed('{file_pth}', 'R(file_path ~ "*")')).hint).toBe('Did you mean "file_path"?');
});

test('next to a pattern without arguments only a slip of the pen is reported', () => {
  expect(codes(keyed('{file_pth}', 'R', 'W(file_path ~ "*")'))).toEqual(['key_field_unused']);
  expect(codes(keyed('{file_path}', 'R', 'W(mode = "x")'))).toEqual([]);
});

test.each([
  ['one pattern mentions it', keyed('{path}', 'R(path ~ "*")', 'W(x ~ "*")')],
  ['a pattern mentions one of the alternatives', keyed('{file_path|path}', 'R(path ~ "*")')],
  ['a pattern mentions its root', keyed('{a.b[0]}', 'R(a.c ~ "*")')],
  ['no pattern mentions any', keyed('{path}', 'R', 'W(npm *)')],
  ['there is no placeholder', keyed('fixed', 'R(path ~ "*")')],
  ['there are only events', doc('', "key: '{path}'", 'on: { event: e }')],
])('there is nothing to report when %s', (_name, text) => {
  expect(codes(text)).toEqual([]);
});
