import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTraceLine } from './line.ts';

const errorOf = (line: unknown): string => {
  const parsed = parseTraceLine(typeof line === 'string' ? line : JSON.stringify(line));
  return 'error' in parsed ? parsed.error : '';
};

test('a call without arguments has none', () => {
  expect(parseTraceLine('{"type":"call","id":"c1","tool":"T"}')).toEqual({
    at: null,
    thread: null,
    step: { type: 'call', id: 'c1', tool: 'T', args: {} },
  });
});

test('arguments may be any JSON', () => {
  expect(parseTraceLine('{"type":"call","id":"c1","tool":"T","args":"free text"}')).toMatchObject({
    step: { args: 'free text' },
  });
});

test('a result without content has an empty text', () => {
  expect(parseTraceLine('{"type":"result","id":"c1","status":"error"}')).toMatchObject({
    step: { result: { status: 'error', content: '' } },
  });
});

test('any line may name a thread and a time', () => {
  expect(parseTraceLine('{"type":"step","at":"1970-01-01T00:00:01Z","thread":"t"}')).toEqual({
    at: 1000,
    thread: 't',
    step: { type: 'step' },
  });
});

test('fields of a recorder are left alone', () => {
  expect(errorOf({ type: 'call', id: 'c1', tool: 'T', args: {}, model: 'x', duration_ms: 4 })).toBe('');
});

test('a field that other tools call differently is a mistake, not an empty value', () => {
  expect(errorOf({ type: 'call', id: 'c1', tool: 'T', arguments: { a: 1 } })).toContain('did you mean "args"?');
  expect(errorOf({ type: 'call', id: 'c1', name: 'T' })).toContain('did you mean "tool"?');
  expect(errorOf({ type: 'result', tool_call_id: 'c1', status: 'success' })).toContain('did you mean "id"?');
});

test('a slip in a type of line is recognised', () => {
  expect(errorOf({ type: 'aprove', id: 'c1' })).toContain('did you mean "approve"?');
});

test.each([
  ['', 'not JSON'],
  ['{"type":"call",', 'not JSON'],
  ['[]', 'a list, wanted an object'],
  ['null', 'null, wanted an object'],
  ['"call"', 'a string, wanted an object'],
  ['{}', '"type" is missing'],
  ['{"type":7}', '"type" is a number'],
  ['{"type":"__proto__"}', 'not a type of line'],
  ['{"type":"constructor"}', 'not a type of line'],
  ['{"type":"call","tool":"T"}', '"id" is missing, wanted a text'],
  ['{"type":"call","id":"","tool":"T"}', '"id" is empty'],
  ['{"type":"call","id":1,"tool":"T"}', '"id" is a number'],
  ['{"type":"result","id":"c1"}', '"status" is missing'],
  ['{"type":"result","id":"c1","status":"ok"}', '"status" is "ok", wanted "success" or "error"'],
  ['{"type":"reject","id":"c1","note":3}', '"note" is a number'],
  ['{"type":"event","data":{}}', '"name" is missing'],
  ['{"type":"step","at":"yesterday"}', '"at" is "yesterday"'],
  ['{"type":"step","thread":[]}', '"thread" is a list'],
])('%s is refused: %s', (line, wanted) => {
  expect(errorOf(line)).toContain(wanted);
});

test('names that objects have by birth are plain data', () => {
  const line = '{"type":"call","id":"__proto__","tool":"constructor","args":{"__proto__":{"polluted":true}}}';
  expect(parseTraceLine(line)).toMatchObject({ step: { id: '__proto__', tool: 'constructor' } });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('no text crashes the reader', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.string()), (text) => {
      const parsed = parseTraceLine(text);
      expect('error' in parsed ? parsed.error : parsed.step.type).not.toBe('');
    }),
    { numRuns: 2_000 },
  );
});

const field = fc.constantFrom(
  'type',
  'id',
  'tool',
  'args',
  'status',
  'content',
  'note',
  'name',
  'data',
  'at',
  'thread',
  '__proto__',
  'x',
);
const value = fc.oneof(
  fc.constantFrom('call', 'result', 'approve', 'reject', 'event', 'step', 'run_start', 'run_end', 'success', 'c1', ''),
  fc.jsonValue({ maxDepth: 2 }),
);

test('no object crashes the reader, and what it takes has the fields that its type promises', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(field, value)), (fields) => {
      const text = `{${fields.map(([name, v]) => `${JSON.stringify(name)}:${JSON.stringify(v)}`).join(',')}}`;
      const parsed = parseTraceLine(text);
      if ('error' in parsed || !('id' in parsed.step)) return;
      expect(typeof parsed.step.id).toBe('string');
    }),
    { numRuns: 2_000 },
  );
});

test('a line that nests without end is refused or read, not fatal', () => {
  const deep = `{"type":"call","id":"c","tool":"T","args":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  expect(['call', undefined]).toContain('step' in parseTraceLine(deep) ? 'call' : undefined);
});
