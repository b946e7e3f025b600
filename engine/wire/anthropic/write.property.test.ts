/** Whatever a model says in however many answers, and whatever of it is withheld: the official client reads the rest, in order. */
import Anthropic from '@anthropic-ai/sdk';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerEvents } from '../../../test/model-server/anthropic-events.ts';
import type { Json, JsonObject } from '../../tool-call.ts';
import type { ModelRequest } from '../model-adapter.ts';
import { parseEvent } from '../sse/event.ts';
import { anthropic } from './adapter.ts';

interface Block {
  readonly block: JsonObject;
  readonly withheld: boolean;
}

const said: fc.Arbitrary<JsonObject> = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .map((text) => ({ type: 'text', text }));
const thought = fc.string().map((thinking) => ({ type: 'thinking', thinking, signature: 'sig' }));
const called = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }).map((input) => ({
  type: 'tool_use',
  name: 'rm',
  input: JSON.parse(JSON.stringify(input)) as Json,
}));
const blocks = fc.array(fc.record({ block: fc.oneof(said, thought, called), withheld: fc.boolean() }), {
  maxLength: 6,
});
/** One to three answers, their calls with ids of their own. */
const answers = fc.array(blocks, { minLength: 1, maxLength: 3 }).map((all) =>
  all.map((answer, a) =>
    answer.map(({ block, withheld }, b): Block => {
      const call = block['type'] === 'tool_use';
      return { block: call ? { ...block, id: `toolu_${a}_${b}` } : block, withheld: call && withheld };
    }),
  ),
);

function request(stream: boolean): ModelRequest {
  const taken = anthropic.recognise('/v1/messages', JSON.stringify({ model: 'm', messages: [], stream }));
  if (taken === null) throw new Error('not recognised');
  return taken;
}

/** What the page reads of the answers: each but the last is gone on from. */
function shown(all: readonly (readonly Block[])[], stream: boolean): string {
  const asked = request(stream);
  const writer = anthropic.writer(asked);
  const withheld = new Set(all.flat().flatMap((one) => (one.withheld ? [one.block['id']] : [])));
  let text = '';
  for (const [index, answer] of all.entries()) {
    const last = index === all.length - 1;
    const reader = anthropic.reader(asked);
    for (const event of eventsOf(
      index,
      answer.map(({ block }) => block),
      stream,
    ))
      for (const piece of reader.read(event))
        switch (piece.kind) {
          case 'live':
            text += writer.live(piece.event) ?? `event: ${piece.event.event}\ndata: ${piece.event.data}\n\n`;
            break;
          case 'call':
            if (!withheld.has(piece.call.id)) text += writer.call(piece.call);
            break;
          case 'finish':
            if (last) text += writer.finish(handed(all) ? 'calls' : 'stop', piece.events);
            else writer.next(piece.events);
        }
  }
  return text;
}

function eventsOf(index: number, content: readonly JsonObject[], stream: boolean) {
  const call = content.some(({ type }) => type === 'tool_use');
  const message = { id: `msg_${index}`, type: 'message', role: 'assistant', model: 'm', content };
  const whole = {
    ...message,
    stop_reason: call ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 3, output_tokens: 2 },
  };
  if (!stream) return [{ event: null, data: JSON.stringify(whole) }];
  return answerEvents(whole).map((text) => {
    const { event, data } = parseEvent(new TextEncoder().encode(text));
    return { event, data: data ?? '' };
  });
}

const left = (all: readonly (readonly Block[])[]): readonly JsonObject[] =>
  all.flat().flatMap(({ block, withheld }) => (withheld ? [] : [block]));
const handed = (all: readonly (readonly Block[])[]): boolean => left(all).some(({ type }) => type === 'tool_use');

async function accumulated(text: string, stream: boolean): Promise<Json> {
  const type = stream ? 'text/event-stream' : 'application/json';
  const fetch = async (): Promise<Response> => new Response(text, { headers: { 'content-type': type } });
  const client = new Anthropic({ apiKey: 'none', maxRetries: 0, fetch });
  const params = { model: 'm', max_tokens: 9, messages: [{ role: 'user' as const, content: 'Hi.' }] };
  const message = stream
    ? await client.beta.messages.stream(params).finalMessage()
    : await client.beta.messages.create(params);
  return JSON.parse(JSON.stringify(message)) as Json;
}

for (const stream of [true, false]) {
  test(`shows the official client all that is not withheld, as one answer: ${stream ? 'streaming' : 'JSON'}`, async () => {
    const rule = fc.asyncProperty(answers, async (all) => {
      expect(await accumulated(shown(all, stream), stream)).toMatchObject({
        id: 'msg_0',
        content: JSON.parse(JSON.stringify(left(all))),
        stop_reason: handed(all) ? 'tool_use' : 'end_turn',
        usage: { input_tokens: 3 * all.length, output_tokens: 2 * all.length },
      });
    });
    await fc.assert(rule, { numRuns: 80 });
  });
}
