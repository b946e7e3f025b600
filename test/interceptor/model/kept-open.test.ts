/**
 * Servers that say that their answer is complete and keep the connection open all the same. A client that reads to the end mark goes
 * on there; it must do so under guard too, and nothing that follows may wait for the connection.
 */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import type { Said } from '../../model-server/model.ts';
import { eventStream, type Rig, rig, type Script } from '../rig.ts';
import { addressOf, type Kit, openingOf } from './kit.ts';
import { KITS } from './kits.ts';

const write: Said = { call: 'c1', tool: 'write', args: { path: '/a' } };
const streaming = KITS.filter(({ stream, held, name }) => stream && !held && !name.includes('eager'));
const END = /\[DONE\]|"response\.completed"|"message_stop"/;

function each(rule: string, work: (kit: Kit) => Promise<void>): void {
  for (const kit of streaming) test(`${rule}: ${kit.name}`, () => work(kit));
}

interface KeptOpen {
  readonly page: Rig;
  /** One connection a request, in order. */
  readonly connections: readonly Script[];
}

/** A page whose model gives its answers in order, each whole, and closes no connection. */
function keptOpen(kit: Kit, answers: readonly (readonly Said[])[]): KeptOpen {
  const model = kit.model();
  const connections: Script[] = [];
  const page = rig(async (incoming) => {
    const body = await incoming.clone().json();
    const request = { path: '', headers: {}, body, stream: true, complaints: [], closed: Promise.resolve(true) };
    const index = connections.length;
    const script = eventStream();
    connections.push(script);
    for (const chunk of model.answer(answers[index] ?? [], index)(request).chunks) script.write(String(chunk));
    return script.response;
  });
  return { page, connections };
}

const post = (kit: Kit): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(openingOf(kit)),
  headers: { 'content-type': 'application/json' },
});

/** What the page reads, up to the mark that ends the answer. */
async function toTheMark(response: Response): Promise<{ text: string; rest: ReadableStreamDefaultReader<Uint8Array> }> {
  if (response.body === null) throw new Error('The answer has no body.');
  const rest = response.body.getReader();
  let text = '';
  while (!END.test(text)) text += new TextDecoder().decode((await rest.read()).value);
  return { text, rest };
}

each('the page reads the end of an answer whose connection stays open', async (kit) => {
  const { page } = keptOpen(kit, [[{ text: 'Hi.' }]]);
  const { text } = await toTheMark(await page.fetch(addressOf(kit), post(kit)));
  expect(text).toContain('i.');
});

each('the run ends though the connection stays open', async (kit) => {
  const { page } = keptOpen(kit, [[{ text: 'Hi.' }]]);
  await toTheMark(await page.fetch(addressOf(kit), post(kit)));
  expect(page.background.of('end_run')).toHaveLength(1);
});

each('the page is given its call though the connection stays open', async (kit) => {
  const { page } = keptOpen(kit, [[write]]);
  const { text } = await toTheMark(await page.fetch(addressOf(kit), post(kit)));
  expect(text).toContain('/a');
});

each(
  'the model is told of a refusal though the connection stays open, and that connection is given up',
  async (kit) => {
    const { page, connections } = keptOpen(kit, [[write], [{ text: 'Then not.' }]]);
    page.background.decide = ({ tool }) => (tool === 'write' ? { deny: 'No.' } : 'allow');
    const { text } = await toTheMark(await page.fetch(addressOf(kit), post(kit)));
    expect(text).toContain('not.');
    await connections[0]?.cancelled;
  },
);

each('the body of the answer ends when the server ends it', async (kit) => {
  const { page, connections } = keptOpen(kit, [[{ text: 'Hi.' }]]);
  const { rest } = await toTheMark(await page.fetch(addressOf(kit), post(kit)));
  const ended = rest.read();
  connections[0]?.write(': bye\n\n');
  connections[0]?.close();
  expect(new TextDecoder().decode((await ended).value)).toBe(': bye\n\n');
  expect(await rest.read()).toMatchObject({ done: true });
});

each('a call behind the end of an answer does not reach the page', async (kit) => {
  const { page, connections } = keptOpen(kit, [[{ text: 'Hi.' }]]);
  const { rest } = await toTheMark(await page.fetch(addressOf(kit), post(kit)));
  const request = { path: '', headers: {}, body: openingOf(kit) as never, stream: true, complaints: [] };
  const late = kit.model().answer([write], 1)({ ...request, closed: Promise.resolve(true) });
  for (const chunk of late.chunks) connections[0]?.write(String(chunk));
  connections[0]?.write(': bye\n\n');
  let text = '';
  while (!text.includes('bye')) text += new TextDecoder().decode((await rest.read()).value);
  expect(text).not.toMatch(/write|tool_calls/);
});

each('a page that gives the answer up after its end closes the connection', async (kit) => {
  const { page, connections } = keptOpen(kit, [[write]]);
  const { rest } = await toTheMark(await page.fetch(addressOf(kit), post(kit)));
  await rest.cancel();
  await connections[0]?.cancelled;
  expect(page.background.of('withdraw')).toEqual([]);
});

const clients = {
  'Chat Completions': async (page: Rig): Promise<string> => {
    const client = new OpenAI({ apiKey: 'k', baseURL: 'http://localhost:4000/v1', fetch: page.fetch });
    const stream = client.chat.completions.stream({ model: 'm', messages: [{ role: 'user', content: 'go' }] });
    return (await stream.finalContent()) ?? '';
  },
  Responses: async (page: Rig): Promise<string> => {
    const client = new OpenAI({ apiKey: 'k', baseURL: 'http://localhost:4000/v1', fetch: page.fetch });
    for await (const event of await client.responses.create({ model: 'm', input: 'go', stream: true }))
      if (event.type === 'response.completed') return event.response.output_text ?? JSON.stringify(event.response);
    return '';
  },
  Messages: async (page: Rig): Promise<string> => {
    const client = new Anthropic({ apiKey: 'k', baseURL: 'http://localhost:4000', fetch: page.fetch });
    const messages = [{ role: 'user' as const, content: 'go' }];
    let text = '';
    for await (const event of await client.messages.create({ model: 'm', max_tokens: 9, messages, stream: true })) {
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') text += event.delta.text;
      if (event.type === 'message_stop') return text;
    }
    return '';
  },
};

each('an official client that stops at the end of an answer gets there, and makes its next request', async (kit) => {
  const client = clients[kit.name.split(',')[0] as keyof typeof clients];
  const { page } = keptOpen(kit, [[{ text: 'Hi.' }], [{ text: 'Again.' }]]);
  expect(await client(page)).toContain('Hi.');
  expect(await client(page)).toContain('Again.');
});
