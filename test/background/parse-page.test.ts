import { expect, test } from 'vitest';
import { isJson, MAX_DEPTH, parsePageRequest } from '../../entrypoints/background/parse-page.ts';

const thread = { protocol: 'mcp', id: 's' };
const call = { type: 'gate', call: 'c1', tool: 'Read', args: { path: 'a' }, thread };

test.each([
  { type: 'hello' },
  { type: 'ping' },
  call,
  { ...call, args: 'free text' },
  { ...call, thread: { protocol: 'mcp' } },
  { type: 'settle', call: 'c1', status: 'success', content: null, thread },
  { type: 'settle', call: 'c1', status: 'error', content: [{ type: 'text', text: 'x' }], thread },
  { type: 'withdraw', call: 'c1', why: 'aborted', thread },
  { type: 'run', thread },
  { ...call, tellQueued: true },
  { type: 'step', thread },
  { type: 'end_run', end: 'e1', thread },
  { type: 'note', note: { kind: 'moved', calls: ['c1'], text: 'Moved.' }, thread },
  { type: 'keep', name: 'a', value: null, thread },
  { type: 'recall', recall: 'r1', protocol: 'openai-chat', ends: ['m2', 'm1'] },
  { type: 'reached', protocol: 'openai-chat', id: 'c1', end: 'm1' },
])('reads %j', (message) => {
  expect(parsePageRequest(message)).toEqual({ ok: true, request: message });
});

test.each([
  null,
  'gate',
  7,
  [],
  {},
  { type: 'decide' },
  { ...call, tool: '' },
  { ...call, tool: 7 },
  { ...call, args: undefined },
  { ...call, args: Number.NaN },
  { ...call, args: { when: new Date(0) } },
  { ...call, extra: true },
  { ...call, thread: undefined },
  { ...call, thread: { ...thread, origin: 'http://other' } },
  { ...call, thread: { protocol: 'mcp', id: undefined } },
  { type: 'settle', call: 'c1', status: 'ok', content: null, thread },
  { type: 'withdraw', call: 'c1', thread },
  { ...call, tellQueued: 'yes' },
  { type: 'end_run', thread },
  { type: 'note', note: { kind: 'other', calls: [], text: '' }, thread },
  { type: 'note', note: { kind: 'moved', calls: [], text: 'x'.repeat(2_001) }, thread },
  { type: 'keep', name: '', value: 1, thread },
  { type: 'keep', name: 'a', thread },
  { type: 'recall', recall: 'r1', protocol: 'openai-chat', ends: 'm1' },
  { type: 'reached', protocol: 'openai-chat', id: '', end: 'm1' },
])('refuses %j', (message) => {
  expect(parsePageRequest(message).ok).toBe(false);
});

test('a refusal names the call, so that it can be answered', () => {
  expect(parsePageRequest({ ...call, args: undefined })).toMatchObject({ ok: false, call: 'c1' });
});

test('a refusal has no call where the message names none', () => {
  expect(parsePageRequest({ type: 'gate', call: 7 })).toMatchObject({ ok: false, call: null });
});

test('names of built-in properties are plain data', () => {
  const args: unknown = JSON.parse('{"__proto__": {"x": 1}, "constructor": "y"}');
  const parsed = parsePageRequest({ ...call, args });
  expect(parsed.ok && parsed.request.type === 'gate' && Object.keys(parsed.request.args as object)).toEqual([
    '__proto__',
    'constructor',
  ]);
});

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}

test('arguments nested as deep as is bearable are read', () => {
  expect(isJson(nested(MAX_DEPTH))).toBe(true);
});

test('arguments nested deeper are refused', () => {
  expect(isJson(nested(MAX_DEPTH + 1))).toBe(false);
});

test('nesting without end is refused and does not exhaust the stack', () => {
  expect(parsePageRequest({ ...call, args: nested(1_000_000) }).ok).toBe(false);
});

test('a value that contains itself is refused', () => {
  const loop: unknown[] = [];
  loop.push(loop);
  expect(isJson(loop)).toBe(false);
});

test('five megabytes of text are read', () => {
  const text = 'x'.repeat(5_000_000);
  const parsed = parsePageRequest({ type: 'settle', call: 'c', status: 'success', content: text, thread });
  expect(parsed.ok).toBe(true);
});
