/** What the scripted model reads in requests of three protocols is what the page wrote into them. */
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../engine/tool-call.ts';
import type { Entry } from './conversation.ts';
import { chatMessages } from './protocols/chat.ts';
import { messagesOf } from './protocols/messages.ts';
import { PROTOCOL_NAMES, type Protocol } from './protocols/protocol.ts';
import { responsesInput } from './protocols/responses.ts';
import { READ } from './server/model/read.ts';

const write = { id: 'c1', tool: 'write_file', args: { path: 'a', content: 'x' } };
const read = { id: 'c2', tool: 'read_text_file', args: { path: 'a' } };
const conversation: readonly Entry[] = [
  { role: 'user', text: 'Write a' },
  { role: 'assistant', text: 'I will.', calls: [write, read] },
  { role: 'tool', call: 'c1', text: 'Read a before writing.', isError: true },
  { role: 'tool', call: 'c2', text: 'old', isError: false },
  { role: 'assistant', text: 'Done.', calls: [] },
  { role: 'user', text: 'Thanks' },
];

const written: Readonly<Record<Protocol, (entries: readonly Entry[]) => JsonObject>> = {
  chat: (entries) => ({ messages: asJson(chatMessages(entries)) }),
  responses: (entries) => ({ input: asJson(responsesInput(entries)) }),
  messages: (entries) => ({ messages: asJson(messagesOf(entries)) }),
};
const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

it.each(PROTOCOL_NAMES)('reads a conversation as it was written (%s)', (protocol) => {
  expect(READ[protocol](written[protocol](conversation))).toEqual(conversation);
});

it.each(['chat', 'responses'] as const)('takes a refusal in plain words for a failure (%s)', (protocol) => {
  const refused: Entry = { role: 'tool', call: 'c1', text: 'Read a before writing.', isError: false };
  const entries = READ[protocol](written[protocol]([...conversation.slice(0, 2), refused]));
  expect(entries.at(-1)).toEqual({ ...refused, isError: true });
});

it.each(['chat', 'responses'] as const)('takes what a tool says of its success for a success (%s)', (protocol) => {
  const done: Entry = { role: 'tool', call: 'c1', text: 'Successfully wrote to a', isError: false };
  expect(READ[protocol](written[protocol]([...conversation.slice(0, 2), done])).at(-1)).toEqual(done);
});
