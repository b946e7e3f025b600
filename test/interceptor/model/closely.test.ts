/** What of a chunk is read event by event, and what passes beside it. */
import { expect, test } from 'vitest';
import { openaiChat } from '../../../engine/wire/openai-chat/adapter.ts';
import { bodyAnswer } from '../../../entrypoints/interceptor.content/model/page-answer.ts';
import { closely } from '../../../entrypoints/interceptor.content/model/pass.ts';
import { Runs } from '../../../entrypoints/interceptor.content/model/runs.ts';
import { callDelta, chatRequest, chunkOf } from '../../model-server/openai-chat-wire.ts';

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
const textOf = ({ data }: { readonly data: string }): string => `data: ${data}\n\n`;
const word = textOf(chunkOf({ content: 'A word of the answer.' }));
const call = textOf(chunkOf(callDelta(0, 'a', 'read', '{}')));

/** The chunk as it went on: what passed, what was given out to be read. */
function taken(chunk: string): { readonly all: string; readonly read: string } {
  const [reader, writer] = [openaiChat.reader(chatRequest()), openaiChat.writer(chatRequest())];
  const begin = chunkOf({ role: 'assistant', content: '' });
  reader.read(begin);
  writer.live(begin);
  let [all, read] = ['', ''];
  const bytes = (given: Uint8Array): void => {
    all += decoder.decode(given);
  };
  const page = { ...bodyAnswer(() => true), bytes };
  for (const run of new Runs().push(encoder.encode(chunk))) {
    for (const arrived of closely(run, page, reader, writer)) {
      all += decoder.decode(arrived.bytes);
      read += decoder.decode(arrived.bytes);
    }
  }
  return { all, read };
}

test('a chunk of words passes unread', () => {
  const chunk = word.repeat(500);
  expect(taken(chunk)).toEqual({ all: chunk, read: '' });
});

test('of a chunk with one call only what stands near it is read, and all of it goes on in its order', () => {
  const chunk = word.repeat(500) + call;
  const { all, read } = taken(chunk);
  expect(all).toBe(chunk);
  expect(read.endsWith(call)).toBe(true);
  expect(read.length).toBeLessThan(chunk.length / 8);
});

test('an event that is one large call is read whole', () => {
  const chunk = textOf(chunkOf(callDelta(0, 'a', 'write', JSON.stringify({ text: 'x'.repeat(100_000) }))));
  expect(taken(chunk)).toEqual({ all: chunk, read: chunk });
});
