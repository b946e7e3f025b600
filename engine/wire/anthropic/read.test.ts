import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../tool-call.ts';
import type { Piece, WireEvent } from '../model-adapter.ts';
import { eventText, parseEvent } from '../sse/event.ts';
import { EventFramer } from '../sse/framer.ts';
import { MessageReader } from './read.ts';
import { StreamWriter } from './write.ts';
import { print } from './written.ts';

const event = (type: string, fields: JsonObject = {}): WireEvent => ({
  event: type,
  data: JSON.stringify({ type, ...fields }),
});

/** The answer of a fixture, as the reader has it at its end. */
function replayed(file: string): MessageReader {
  const bytes = new Uint8Array(readFileSync(new URL(`../../../test/fixtures/anthropic/${file}`, import.meta.url)));
  const reader = new MessageReader();
  if (file.endsWith('.json')) reader.read({ event: null, data: new TextDecoder().decode(bytes) });
  else
    for (const { block } of new EventFramer().push(bytes)) {
      const { event: name, data } = parseEvent(block ?? bytes);
      if (data !== null) reader.read({ event: name, data });
    }
  return reader;
}

const kinds = (pieces: readonly Piece[]): readonly string[] => pieces.map(({ kind }) => kind);
const content = (file: string): unknown => replayed(file).entry().raw[0]?.['content'];

test('gives a call when its block ends, not before and not at the end of the answer', () => {
  const reader = new MessageReader();
  const block = { type: 'tool_use', id: 'a', name: 'rm', input: {} };
  expect(reader.read(event('content_block_start', { index: 0, content_block: block }))).toEqual([]);
  const delta = { type: 'input_json_delta', partial_json: '{}' };
  expect(reader.read(event('content_block_delta', { index: 0, delta }))).toEqual([]);
  expect(kinds(reader.read(event('content_block_stop', { index: 0 })))).toEqual(['call']);
});

test('holds the end until all of it is there', () => {
  const reader = new MessageReader();
  expect(reader.read(event('message_delta', { delta: { stop_reason: 'end_turn' } }))).toEqual([]);
  expect(reader.read(event('message_stop'))).toMatchObject([{ kind: 'finish', reason: 'stop', events: [{}, {}] }]);
  expect(reader.end()).toEqual([]);
});

test('ends an answer that only lacks its last event', () => {
  const reader = new MessageReader();
  reader.read(event('message_delta', { delta: { stop_reason: 'end_turn' } }));
  expect(reader.end()).toMatchObject([{ kind: 'finish', events: [{}, { event: 'message_stop' }] }]);
});

test('gives no end to an answer that broke off, and no call that was not whole', () => {
  const reader = replayed('broken.sse');
  expect([reader.end(), reader.entry().raw[0]?.['content']]).toEqual([[], [{ type: 'text', text: 'Reading. ' }]]);
});

test('waits for results where calls were asked for, whatever the answer says', () => {
  const reader = new MessageReader();
  reader.read(event('content_block_start', { index: 0, content_block: { type: 'tool_use', id: 'a', name: 'rm' } }));
  reader.read(event('content_block_stop', { index: 0 }));
  reader.read(event('message_delta', { delta: { stop_reason: 'end_turn' } }));
  expect(reader.read(event('message_stop'))).toMatchObject([{ reason: 'calls' }]);
});

test('keeps reasoning with its signature as it came', () => {
  const thinking = {
    type: 'thinking',
    thinking: 'The file is not read yet.',
    signature: 'EqQBCgIYAhIM1gbcDa9GJwZA2b3h==',
  };
  for (const file of ['thinking.sse', 'thinking.json']) expect(content(file)).toMatchObject([thinking, {}, {}]);
  expect(content('redacted-thinking.sse')).toMatchObject([
    { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix/LafPsn4=' },
    {},
  ]);
});

test('reads a stream and a body to the same message', () => {
  for (const name of ['pause', 'parallel']) expect(content(`${name}.sse`)).toEqual(content(`${name}.json`));
});

test('keeps what the server ran itself, with its input', () => {
  expect(content('server-tools.sse')).toMatchObject([
    { type: 'server_tool_use', input: { query: 'tide table' } },
    { type: 'web_search_tool_result' },
    { type: 'mcp_tool_use', input: { a: 1 } },
    { type: 'mcp_tool_result' },
    { type: 'tool_use' },
    { type: 'text' },
  ]);
});

test('sends input that is no JSON back inside an object, which the API demands', () => {
  expect(content('cut-in-call.sse')).toMatchObject([
    {},
    { input: { INVALID_JSON: '{"path":"a","content":"once upon' } },
  ]);
});

test('says why a call cannot be decoded', () => {
  const block = { type: 'tool_use', id: 'a', name: 'rm', input: {} };
  const why = [{ partial_json: '{' }, { partial_json: '[1]' }].map((delta) => {
    const reader = new MessageReader();
    reader.read(event('content_block_start', { index: 0, content_block: block }));
    reader.read(event('content_block_delta', { index: 0, delta: { type: 'input_json_delta', ...delta } }));
    const [piece] = reader.read(event('content_block_stop', { index: 0 }));
    return piece?.kind === 'call' ? piece.call.undecodable : null;
  });
  expect(why).toEqual(['its input is not a JSON object', 'its input is not a JSON object']);
});

test('makes ids up where the model gave none, unlike each other', () => {
  const reader = new MessageReader();
  const ids = [0, 1].map((index) => {
    reader.read(event('content_block_start', { index, content_block: { type: 'tool_use', name: 'rm', input: {} } }));
    const [piece] = reader.read(event('content_block_stop', { index }));
    return piece?.kind === 'call' ? [piece.call.id, piece.call.raw['id']] : [];
  });
  expect(ids).toEqual([
    ['toolu_0', 'toolu_0'],
    ['toolu_1', 'toolu_1'],
  ]);
});

test.each(['', '\n\n'])('leaves empty text and blanks out of what goes back, which the API refuses: %j', (text) => {
  const reader = new MessageReader();
  reader.read(event('content_block_start', { index: 0, content_block: { type: 'text', text } }));
  reader.read(event('content_block_stop', { index: 0 }));
  expect(reader.entry().raw).toEqual([{ role: 'assistant', content: [] }]);
});

test('gives all that the end consists of, in order', () => {
  const events = [
    event('message_delta', { delta: { stop_reason: null }, usage: { output_tokens: 1 } }),
    event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }),
    event('message_stop'),
  ];
  const reader = new MessageReader();
  expect(events.flatMap((one) => reader.read(one))).toEqual([{ kind: 'finish', reason: 'stop', events }]);
});

test('keeps the input of what the server ran to the letter', () => {
  const block = { type: 'server_tool_use', id: 's', name: 'x', input: {} };
  const reader = new MessageReader();
  reader.read(event('content_block_start', { index: 0, content_block: block }));
  const delta = { type: 'input_json_delta', partial_json: '{"n":1.0}' };
  reader.read(event('content_block_delta', { index: 0, delta }));
  expect(print(reader.entry().raw[0] ?? {})).toContain('"input":{"n":1.0}');
});

test('keeps the blocks of a body to the letter', () => {
  const block = '{"type": "server_tool_use", "id": "s", "name": "x", "input": {"n": 1.0}}';
  const reader = new MessageReader();
  reader.read({ event: null, data: `{"type":"message","content":[${block}]}` });
  expect(print(reader.entry().raw[0] ?? {})).toContain(block);
});

test('has a call that names no tool in its entry as it gave it out', () => {
  const reader = new MessageReader();
  reader.read(event('content_block_start', { index: 0, content_block: { type: 'tool_use', id: 'a', input: {} } }));
  const [piece] = reader.read(event('content_block_stop', { index: 0 }));
  expect(piece).toMatchObject({ kind: 'call', call: { undecodable: 'it names no tool' } });
  expect(reader.entry().calls).toEqual(piece?.kind === 'call' ? [piece.call] : []);
});

const CALL = { type: 'tool_use', id: 'a', name: 'rm', input: { path: '/a' } };

test('gives out a call that stands in the start of the answer, where clients take it from', () => {
  const message = { id: 'msg_1', content: [{ type: 'text', text: 'x' }, CALL] };
  const pieces = new MessageReader().read(event('message_start', { message }));
  expect(pieces.filter(({ kind }) => kind === 'call')).toMatchObject([{ call: { id: 'a', args: { path: '/a' } } }]);
  expect(JSON.stringify(pieces.filter(({ kind }) => kind === 'live'))).not.toContain('tool_use');
});

for (const index of [{}, { index: '0' }])
  test(`gives out a call whose block has no number, as clients do: ${JSON.stringify(index)}`, () => {
    const reader = new MessageReader();
    reader.read(event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }));
    expect(reader.read(event('content_block_start', { ...index, content_block: CALL }))).toEqual([]);
    expect(reader.read(event('content_block_stop', index))).toMatchObject([{ kind: 'call', call: { id: 'a' } }]);
  });

test('lets nothing that comes later change the input of a call', () => {
  const reader = new MessageReader();
  reader.read(event('content_block_start', { index: 0, content_block: { ...CALL, input: {} } }));
  reader.read(event('content_block_stop', { index: 0 }));
  const delta = { type: 'input_json_delta', partial_json: '{"path":"/etc"}' };
  for (const index of [0, 1, -1]) expect(reader.read(event('content_block_delta', { index, delta }))).toEqual([]);
});

/** What a client that puts blocks in order, and finds them by number, makes of an answer: all that is given out, written. */
function taken(...events: readonly WireEvent[]): readonly unknown[] {
  const reader = new MessageReader();
  const writer = new StreamWriter('m', null);
  const text = events
    .flatMap((one) => reader.read(one))
    .map((piece) => {
      if (piece.kind === 'call') return writer.call(piece.call);
      return piece.kind === 'live' ? (writer.live(piece.event) ?? eventText(piece.event)) : '';
    })
    .join('');
  const blocks: { name?: string; type: string; json: string }[] = [];
  for (const block of text.split('\n\n').filter((one) => one !== '')) {
    const data = JSON.parse(block.slice(block.indexOf('data: ') + 6));
    if (data.type === 'message_start') for (const one of data.message.content) blocks.push({ ...one, json: '' });
    if (data.type === 'content_block_start') blocks.push({ ...data.content_block, json: '' });
    const at = data.type === 'content_block_delta' ? blocks.at(data.index) : undefined;
    if (at !== undefined) at.json += data.delta.partial_json ?? '';
  }
  return blocks.map(({ type, name, json }) => [type, name, json]);
}

const TEXT = { type: 'text', text: 'x' };
const GIVEN = ['tool_use', 'rm', '{"path":"/a"}'];

test('has a client put the input of a call to that call when the answer begins with other content', () => {
  const message = { id: 'msg_1', content: [TEXT, CALL] };
  expect(taken(event('message_start', { message }))).toEqual([['text', undefined, ''], GIVEN]);
});

test('has a client put the input of a call to that call when blocks have no number', () => {
  const start = event('message_start', { message: { id: 'msg_1', content: [] } });
  const block = (content_block: JsonObject): readonly WireEvent[] => [
    event('content_block_start', { content_block }),
    event('content_block_stop', {}),
  ];
  expect(taken(start, ...block(TEXT), ...block(CALL))).toEqual([['text', undefined, ''], GIVEN]);
});

test('has a client put input without a number to the block that grows, not to the call before it', () => {
  const start = event('message_start', { message: { id: 'msg_1', content: [CALL] } });
  const server = { type: 'server_tool_use', id: 's', name: 'search', input: {} };
  const delta = { type: 'input_json_delta', partial_json: '{"q":1}' };
  const blocks = taken(
    start,
    event('content_block_start', { index: 1, content_block: server }),
    event('content_block_delta', { index: '0', delta }),
  );
  expect(blocks).toEqual([GIVEN, ['server_tool_use', 'search', '{"q":1}']]);
});
