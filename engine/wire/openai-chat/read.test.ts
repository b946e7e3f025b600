/** Rules of the reader that the recorded answers do not show one by one. */
import { expect, test } from 'vitest';
import {
  callDelta,
  chatRequest,
  chunkOf,
  done,
  eventOf,
  finishOf,
  short,
} from '../../../test/model-server/openai-chat-wire.ts';
import type { WireEvent } from '../model-adapter.ts';
import { isBody } from './chunk.ts';
import { ChatReader } from './read.ts';

const readAll = (...events: readonly WireEvent[]): readonly string[] => {
  const reader = new ChatReader(chatRequest());
  return short([...events.flatMap((event) => reader.read(event)), ...reader.end()]);
};

const role = chunkOf({ role: 'assistant', content: '' });

test('gives a call out when the next one begins', () => {
  const reader = new ChatReader(chatRequest());
  reader.read(role);
  expect(short(reader.read(chunkOf(callDelta(0, 'a', 'read', '{"p":1}'))))).toEqual([]);
  expect(short(reader.read(chunkOf(callDelta(1, 'b', 'write', '{'))))).toEqual(['call read {"p":1}']);
});

test('keeps a call whose arguments are not closed until its choice ends', () => {
  const reader = new ChatReader(chatRequest());
  reader.read(role);
  reader.read(chunkOf(callDelta(0, 'a', 'read', '')));
  expect(short(reader.read(chunkOf(callDelta(1, 'b', 'write', '{}'))))).toEqual([]);
  expect(short(reader.read(finishOf('tool_calls')))).toEqual(['call read {}', 'call write {}']);
});

test('lets the words of a chunk pass at once and without the calls beside them', () => {
  const reader = new ChatReader(chatRequest());
  const [piece] = reader.read(chunkOf({ role: 'assistant', content: 'Hm.', ...callDelta(0, 'a', 'read', '{}') }));
  expect([short(piece === undefined ? [] : [piece]), reader.text]).toEqual([['live'], 'Hm.']);
  expect(JSON.stringify(piece)).not.toContain('tool_calls');
});

test('takes calls out of a chunk that repeats the whole message', () => {
  const reader = new ChatReader(chatRequest());
  reader.read(role);
  const message = { role: 'assistant', content: null, ...callDelta(0, 'a', 'read', '{}') };
  const pieces = [...reader.read(chunkOf({}, { message, finish_reason: 'tool_calls' })), ...reader.read(done)];
  expect(short(pieces)).toEqual(['call read {}', 'finish calls']);
  expect(JSON.stringify(pieces.at(-1))).not.toContain('message');
});

test('takes a chunk for one also when it repeats the whole message and is the first', () => {
  const message = { role: 'assistant', content: null, ...callDelta(0, 'a', 'read', '{}') };
  const first = chunkOf({}, { message, finish_reason: 'tool_calls' });
  expect(isBody(JSON.parse(first.data))).toBe(false);
  expect(readAll(first, done)).toEqual(['live', 'call read {}', 'finish calls']);
});

test('takes calls of an unknown shape out of a chunk', () => {
  const reader = new ChatReader(chatRequest());
  reader.read(role);
  expect(JSON.stringify(reader.read(chunkOf({ content: 'x', tool_calls: { 0: 'odd' } })))).not.toContain('odd');
});

test('swallows what comes behind the end', () => {
  expect(readAll(role, finishOf('stop'), done, chunkOf(callDelta(0, 'a', 'read', '{}')))).toEqual([
    'live',
    'finish stop',
  ]);
});

test('swallows calls that come behind an error or with it', () => {
  const failed = eventOf({ error: { message: 'x' }, choices: [{ index: 0, delta: callDelta(0, 'a', 'read', '{}') }] });
  const reader = new ChatReader(chatRequest());
  const pieces = [role, failed, chunkOf(callDelta(0, 'a', 'read', '{}'))].flatMap((event) => reader.read(event));
  expect(short(pieces)).toEqual(['live', 'live']);
  expect(JSON.stringify(pieces)).not.toContain('tool_calls');
  expect(reader.end()).toEqual([]);
});

test('keeps the usage that follows the end for the end', () => {
  const reader = new ChatReader(chatRequest());
  const usage = eventOf({ id: 'c1', choices: [], usage: { total_tokens: 1 } });
  const pieces = [role, finishOf('stop'), usage, done].flatMap((event) => reader.read(event));
  expect(pieces.at(-1)).toEqual({ kind: 'finish', reason: 'stop', events: [finishOf('stop'), usage, done] });
});

test('ends an answer without a mark where its stream ends', () => {
  expect(readAll(role, finishOf('length'))).toEqual(['live', 'finish cut']);
});

test('gives no end, and no call that is half there, when an answer breaks off', () => {
  expect(readAll(role, chunkOf(callDelta(0, 'a', 'read', '{}')))).toEqual(['live']);
});

test('says that the model waits when it gave calls, whatever the vendor says', () => {
  expect(readAll(role, chunkOf(callDelta(0, 'a', 'read', '{}')), finishOf('stop'), done).at(-1)).toBe('finish calls');
});

test('says stop when a model that promised calls gave none', () => {
  expect(readAll(role, finishOf('tool_calls'), done).at(-1)).toBe('finish stop');
});

test('passes what is not JSON, as the object that came', () => {
  const event = { event: null, data: '{"id":' };
  expect(new ChatReader(chatRequest()).read(event)[0]).toEqual({ kind: 'live', event });
});

test('refuses arguments that are no JSON, and a call without a name', () => {
  const reader = new ChatReader(chatRequest());
  const events = [
    role,
    chunkOf(callDelta(0, 'a', 'read', '{"p')),
    chunkOf(callDelta(1, 'b', '', '{}')),
    finishOf('stop'),
  ];
  const calls = events
    .flatMap((event) => reader.read(event))
    .flatMap((piece) => (piece.kind === 'call' ? [piece.call] : []));
  expect(calls.map(({ args, undecodable }) => [args, undecodable])).toEqual([
    ['{"p', 'its arguments are not valid JSON'],
    [{}, 'it names no tool'],
  ]);
});

test('makes a late delta a call that cannot run', () => {
  const events = [role, chunkOf(callDelta(0, 'a', 'read', '{}')), chunkOf(callDelta(1, 'b', 'write', '{}'))];
  const late = chunkOf({ tool_calls: [{ index: 0, function: { arguments: '{"p":1}' } }] });
  const reader = new ChatReader(chatRequest());
  const pieces = [...events, late, finishOf('tool_calls')].flatMap((event) => reader.read(event));
  expect(pieces.map((piece) => (piece.kind === 'call' ? piece.call.undecodable : null)).filter(Boolean)).toEqual([
    'it names no tool',
  ]);
});

test('makes ids up that the API is willing to take back', () => {
  const reader = new ChatReader(chatRequest());
  const id = 'chatcmpl-0123456789012345678901234567890123456789';
  const nameless = { tool_calls: [{ index: 0, function: { name: 'read', arguments: '{}' } }] };
  for (const event of [chunkOf(nameless, {}, id), finishOf('tool_calls', id)]) reader.read(event);
  expect(reader.entry().calls[0]?.id).toMatch(/^call_.{1,35}$/);
});

test('sends reasoning back to the model, and nothing that only an answer has', () => {
  const reader = new ChatReader(chatRequest());
  reader.read(chunkOf({ role: 'assistant', content: 'a', reasoning_content: 'x', parsed: {}, annotations: [] }));
  reader.read(chunkOf({ content: 'b', reasoning_content: 'y' }));
  expect(reader.entry().raw).toEqual([{ role: 'assistant', content: 'ab', reasoning_content: 'xy' }]);
});

test('keeps what a vendor signs a call with, and drops its index', () => {
  const reader = new ChatReader(chatRequest());
  const [call = {}] = callDelta(0, 'a', 'read', '{}')['tool_calls'] as { readonly [name: string]: string }[];
  reader.read(chunkOf({ tool_calls: [{ ...call, extra_content: { signature: 's' } }] }));
  reader.read(finishOf('tool_calls'));
  expect(reader.entry().calls[0]?.raw).toEqual({
    id: 'a',
    type: 'function',
    function: { name: 'read', arguments: '{}' },
    extra_content: { signature: 's' },
  });
});

test('tells calls apart by their names where they have neither an index nor an id', () => {
  const nameless = (name: string) => chunkOf({ tool_calls: [{ function: { name, arguments: '{}' } }] });
  expect(readAll(role, nameless('read'), nameless('write'), finishOf('tool_calls'))).toEqual([
    'live',
    'call read {}',
    'call write {}',
    'finish calls',
  ]);
});

test('takes a repeated message out of a chunk whose words pass', () => {
  const reader = new ChatReader(chatRequest());
  reader.read(role);
  const message = { role: 'assistant', ...callDelta(0, 'a', 'read', '{}') };
  const pieces = reader.read(chunkOf({ content: 'Hm.' }, { message }));
  expect(short(pieces)).toEqual(['live']);
  expect(JSON.stringify(pieces)).not.toContain('tool_calls');
});

test('takes its id from the first chunk that has one', () => {
  const reader = new ChatReader(chatRequest());
  reader.read(eventOf({ id: '', choices: [] }));
  reader.read(role);
  expect(reader.id).toBe('c1');
});

test('knows of nothing more to come once every choice that was asked for has ended', () => {
  const reader = new ChatReader(chatRequest({ n: 2 }));
  const ended = (index: number): WireEvent => chunkOf({}, { index, finish_reason: 'stop' });
  const states = [ended(0), ended(1), done].map((event) => {
    reader.read(event);
    return reader.ending;
  });
  expect(states).toEqual([false, true, false]);
});

test('takes a chunk for totals only when it has usage and no choice', () => {
  const reader = new ChatReader(chatRequest());
  const usage = { total_tokens: 1 };
  const events = [
    eventOf({ choices: [], usage }),
    eventOf({ choices: [] }),
    chunkOf({ content: 'x' }, {}, 'c1', usage),
  ];
  expect(events.map((event) => reader.isTotals(event))).toEqual([true, false, false]);
});

test('takes each call of a whole message for one of its own, also of one id', () => {
  const calls = ['read', 'write'].map((name) => ({ id: 'a', type: 'function', function: { name, arguments: '{}' } }));
  const message = { role: 'assistant', content: null, tool_calls: calls };
  const body = { id: 'c', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] };
  expect(readAll({ event: null, data: JSON.stringify(body) })).toEqual(
    expect.arrayContaining(['call read {}', 'call write {}']),
  );
});
