import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appendElement, elements, locate, removeMember, replace, type Span, setMember } from './json-text.ts';

const at = (text: string, ...path: (string | number)[]): Span => {
  const span = locate(text, path);
  if (span === null) throw new Error(`nothing at ${path.join('.')}`);
  return span;
};
const cut = (text: string, span: Span): string => text.slice(span.start, span.end);

test('finds a value by keys and indexes', () => {
  const text = '{"a":[1,{"b":"x"}],"c":null}';
  expect(cut(text, at(text, 'a', 1, 'b'))).toBe('"x"');
});

test('finds nothing where the path leads nowhere', () => {
  const text = '{"a":[1],"s":"{\\"b\\":1}"}';
  expect([locate(text, ['b']), locate(text, ['a', 1]), locate(text, ['a', 'x']), locate(text, ['s', 'b'])]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('takes the last of two equal keys, as JSON.parse does', () => {
  const text = '{"a":1,"a":2}';
  expect(cut(text, at(text, 'a'))).toBe('2');
});

test('reads keys that are written with escapes', () => {
  const text = '{"\\u0061":1}';
  expect(cut(text, at(text, 'a'))).toBe('1');
});

test('is not misled by brackets, quotes and backslashes inside strings', () => {
  const text = '{"x":"]}\\\\\\"","list":["[",2]}';
  expect(cut(text, at(text, 'list', 1))).toBe('2');
});

test('treats __proto__ as a plain key', () => {
  const text = '{"__proto__":{"a":1}}';
  expect(cut(text, at(text, '__proto__', 'a'))).toBe('1');
  expect(locate('{}', ['__proto__'])).toBe(null);
});

test('appends to an array and leaves every other character alone', () => {
  const text = '{ "n": 12345678901234567890.10, "list": [ 1 ,2 ] }';
  expect(appendElement(text, at(text, 'list'), '"x"')).toBe('{ "n": 12345678901234567890.10, "list": [ 1 ,2 ,"x"] }');
});

test('appends to an empty array', () => {
  expect(appendElement('[ ]', at('[ ]'), '1')).toBe('[ 1]');
});

test('sets a member that is there', () => {
  expect(setMember('{"a":1,"b":2}', at('{"a":1,"b":2}'), 'a', '[]')).toBe('{"a":[],"b":2}');
});

test('sets a member that is missing', () => {
  expect(setMember('{"a":1}', at('{"a":1}'), 'b', '2')).toBe('{"a":1,"b":2}');
  expect(setMember('{}', at('{}'), 'b', '2')).toBe('{"b":2}');
});

test('removes a member wherever it stands', () => {
  for (const text of [
    '{"k":1,"a":2,"b":3}',
    '{"a":2,"k":[1,2],"b":3}',
    '{"a":2, "b":3 , "k":{} }',
    '{"k":1,"a":2,"k":3,"b":3}',
  ]) {
    expect(removeMember(text, at(text), 'k')).toBe('{"a":2,"b":3}');
  }
  expect(removeMember('{"k":1}', at('{"k":1}'), 'k')).toBe('{}');
});

test('agrees with JSON.parse on every path of every document', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
      const value: unknown = JSON.parse(json);
      const text = JSON.stringify(value, null, indent);
      const walk = (node: unknown, path: (string | number)[]): void => {
        expect(JSON.parse(cut(text, at(text, ...path)))).toEqual(node);
        if (Array.isArray(node)) for (const [index, child] of node.entries()) walk(child, [...path, index]);
        else if (typeof node === 'object' && node !== null)
          for (const [key, child] of Object.entries(node)) walk(child, [...path, key]);
      };
      walk(value, []);
    }),
  );
});

test('replaces a value by another', () => {
  expect(replace('{"a":1}', at('{"a":1}', 'a'), '"z"')).toBe('{"a":"z"}');
});

test('does not run away on text that is not JSON', () => {
  expect(elements('[1,2', { start: 0, end: 4 })).toHaveLength(2);
  expect(elements('[}', { start: 0, end: 2 })).toHaveLength(0);
  expect(() => locate('{"a', ['b'])).toThrow(SyntaxError);
});
