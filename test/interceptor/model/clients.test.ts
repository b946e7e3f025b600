/** What the official clients do by themselves, and what the guard makes of it: ask again, stop reading, start a tool early. */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import type { Said } from '../../model-server/model.ts';
import { eventStream, type Rig, rig } from '../rig.ts';
import { addressOf, answering, headersOf, type Kit, openingOf, pageWith, talk } from './kit.ts';
import { KITS, kitNamed } from './kits.ts';

const read: Said = { call: 'c1', tool: 'read', args: { path: '/a' } };
const write: Said = { call: 'c2', tool: 'write', args: { path: '/a' } };
const tools = { read: () => 'the text', write: () => 'written' };
const streaming = KITS.filter(({ stream, held, name }) => stream && !held && !name.includes('eager'));

function each(kits: readonly Kit[], rule: string, work: (kit: Kit) => Promise<void>): void {
  for (const kit of kits) test(`${rule}: ${kit.name}`, () => work(kit));
}

const post = (kit: Kit): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(openingOf(kit)),
  headers: headersOf(kit),
});

/** An answer as the server writes it, as a stream or not. */
function answerOf(kit: Kit, said: readonly Said[], stream: boolean): readonly string[] {
  const body = openingOf(kit) as never;
  const request = { path: '', headers: {}, body, stream, complaints: [], closed: Promise.resolve(true) };
  return kit.model().answer(said, 0)(request).chunks.map(String);
}

each(KITS, 'a client that makes its request again begins no second run and settles nothing twice', async (kit) => {
  const again = { 'retry-after-ms': '1' };
  const steps = [answering(500, 'down', again), [read], answering(429, 'busy', again), [{ text: 'Done.' }]];
  const page = pageWith(kit, steps);
  expect(await talk(kit, page, { prompt: 'go', tools, retries: 2 })).toMatchObject({ text: 'Done.' });
  expect(page.asked).toHaveLength(4);
  expect(['run', 'gate', 'settle', 'end_run'].map((type) => page.background.of(type as 'run').length)).toEqual([
    1, 1, 1, 1,
  ]);
});

each(KITS, 'what is asked in the place of the page has the headers of the page', async (kit) => {
  const page = pageWith(kit, [[write], [{ text: 'Then not.' }]]);
  page.background.decide = () => ({ deny: 'No.' });
  await talk(kit, page, { prompt: 'go', tools });
  const [own, more] = page.sent.map(({ headers }) => Object.fromEntries(headers));
  expect(more).toEqual(own);
});

/** Each client reads an answer event by event, and stops after the first. */
const stopping = {
  'openai-chat': async (page: Rig) => {
    const client = new OpenAI({ apiKey: 'k', baseURL: 'http://localhost:4000/v1', fetch: page.fetch });
    const body = { model: 'm', messages: [{ role: 'user' as const, content: 'go' }], stream: true as const };
    for await (const _ of await client.chat.completions.create(body)) break;
  },
  'openai-responses': async (page: Rig) => {
    const client = new OpenAI({ apiKey: 'k', baseURL: 'http://localhost:4000/v1', fetch: page.fetch });
    for await (const _ of await client.responses.create({ model: 'm', input: 'go', stream: true })) break;
  },
  anthropic: async (page: Rig) => {
    const client = new Anthropic({ apiKey: 'k', baseURL: 'http://localhost:4000', fetch: page.fetch });
    const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user' as const, content: 'go' }] };
    for await (const _ of await client.messages.create({ ...body, stream: true })) break;
  },
};

each(streaming, 'a client that stops in the middle of an answer closes the connection to the server', async (kit) => {
  const script = eventStream();
  const page = rig(() => script.response);
  script.write(
    answerOf(kit, [{ text: 'One two.' }, read], true)
      .slice(0, 3)
      .join(''),
  );
  await stopping[kit.adapter.protocol as keyof typeof stopping](page);
  await script.cancelled;
  expect(page.background.of('gate')).toEqual([]);
});

test('an eager tool does not start before its call is decided on, and then before the answer ends', async () => {
  const kit = kitNamed('Messages, streaming, eager tools');
  const script = eventStream();
  const last = answerOf(kit, [{ text: 'Done.' }], true).join('');
  let requests = 0;
  const page = rig(() => {
    requests += 1;
    return requests === 1 ? script.response : new Response(last, { headers: { 'content-type': 'text/event-stream' } });
  });
  page.background.decide = ({ tool }) => (tool === 'write' ? 'ask' : 'allow');
  const started = Promise.withResolvers<void>();
  const ran: { tool: string; args: Record<string, unknown> }[] = [];
  const running = {
    write: () => {
      started.resolve();
      return 'written';
    },
  };
  const pending = kit.client({ fetch: page.fetch, origin: 'http://localhost:4000', prompt: 'go', tools: running, ran });
  const events = answerOf(kit, [write, { text: 'I write.' }], true);
  const next = events.findLastIndex((event) => event.includes('"content_block_start"'));
  script.write(events.slice(0, next + 1).join(''));
  await page.background.until('gate');
  expect(ran).toEqual([]);
  page.background.resolve(true);
  // The connection is open, and the answer has not ended.
  await started.promise;
  script.write(events.slice(next + 1).join(''));
  script.close();
  expect(await pending).toMatchObject({ text: 'Done.' });
});

each(streaming, 'a body where a stream was asked for is guarded like any other answer', async (kit) => {
  const page = rig(() => Response.json(JSON.parse(answerOf(kit, [read, write], false).join(''))));
  page.background.decide = ({ tool }) => (tool === 'write' ? { deny: 'No.' } : 'allow');
  const text = await (await page.fetch(addressOf(kit), post(kit))).text();
  expect([text.includes('"c1"'), text.includes('"c2"')]).toEqual([true, false]);
});

each(streaming, 'the version of an API behind the path changes nothing', async (kit) => {
  const events = answerOf(kit, [write], true).join('');
  const page = rig(() => new Response(events, { headers: { 'content-type': 'text/event-stream' } }));
  await (await page.fetch(`${addressOf(kit)}?api-version=2026-01-01`, post(kit))).text();
  expect(page.background.of('gate')).toHaveLength(1);
});

each(streaming, 'the server is read on while a call is held', async (kit) => {
  const [call = '', ...rest] = [
    answerOf(kit, [write], true).join(''),
    ...Array.from({ length: 200 }, () => ': on\n\n'),
  ];
  const read = Promise.withResolvers<void>();
  const pieces = [call, ...rest].map((piece) => new TextEncoder().encode(piece));
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const piece = pieces.shift();
        if (piece !== undefined) return controller.enqueue(piece);
        read.resolve();
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const page = rig(() => new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  page.background.decide = () => 'ask';
  const text = page.fetch(addressOf(kit), post(kit)).then((response) => response.text());
  await page.background.until('gate');
  await read.promise;
  page.background.resolve(true);
  expect(await text).toContain('write');
});
