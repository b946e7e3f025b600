/** What the page reads while an answer is on its way: byte for byte where nothing is held, and signs of life where something is. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Said } from '../../model-server/model.ts';
import { ENDPOINT, eventStream, rig, type Script } from '../rig.ts';
import { addressOf, headersOf, type Kit, openingOf, pageWith, talk } from './kit.ts';
import { KITS } from './kits.ts';

beforeEach(() => {
  // Clients begin with a timer of no length: time also goes by on its own.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

const streaming = KITS.filter(({ stream, name }) => stream && !name.includes('eager'));
const whole = KITS.filter(({ stream }) => !stream);
const write: Said = { call: 'c1', tool: 'write', args: { path: '/a' } };

function each(kits: readonly Kit[], rule: string, work: (kit: Kit) => Promise<void>): void {
  for (const kit of kits) test(`${rule}: ${kit.name}`, () => work(kit));
}

const post = (kit: Kit, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(openingOf(kit)),
  headers: { ...headersOf(kit), ...headers },
});

/** The events of an answer, as the server writes them. */
function eventsOf(kit: Kit, said: readonly Said[]): readonly string[] {
  const request = {
    path: '',
    headers: {},
    body: openingOf(kit) as never,
    stream: true,
    complaints: [],
    closed: Promise.resolve(true),
  };
  return kit.model().answer(said, 0)(request).chunks.map(String);
}

function streamOf(chunks: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[at];
      at += 1;
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
}

/** A page whose model answers with what the test writes. */
function scripted(): { readonly script: Script; readonly page: ReturnType<typeof rig> } {
  const script = eventStream();
  return { script, page: rig(() => script.response) };
}

const read = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> =>
  new TextDecoder().decode((await reader.read()).value);

each(streaming, 'an answer without calls passes byte for byte', async (kit) => {
  const sent = [': hello\r\n\r\n', ...eventsOf(kit, [{ text: 'One two three — 你好.' }])].join('');
  const page = rig(
    () => new Response(sent, { headers: { 'content-type': 'text/event-stream', 'x-request-id': 'r1' } }),
  );
  const response = await page.fetch(addressOf(kit), post(kit));
  expect([response.headers.get('x-request-id'), response.url === '' ? 'none' : 'kept']).toEqual(['r1', 'none']);
  expect(await response.text()).toBe(sent);
});

each(
  streaming,
  'a call that is let through comes to the same conversation whichever way the bytes are cut',
  async (kit) => {
    const bytes = new TextEncoder().encode(eventsOf(kit, [{ text: 'Ünder ' }, write, { text: '!' }]).join(''));
    const answers = new Set<string>();
    for (const size of [bytes.length, 1, 7, 64]) {
      const cuts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.slice(at * size, (at + 1) * size),
      );
      const body = streamOf(cuts);
      const page = rig(() => new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
      answers.add(await (await page.fetch(addressOf(kit), post(kit))).text());
      expect(page.background.of('gate')).toMatchObject([{ tool: 'write', args: { path: '/a' } }]);
    }
    expect(answers.size).toBe(1);
  },
);

each(streaming, 'an answer cut off after any event gives the page no call that was not decided on', async (kit) => {
  const events = eventsOf(kit, [{ text: 'Text. ' }, write]);
  for (let end = 0; end <= events.length; end += 1) {
    const page = rig(
      () => new Response(events.slice(0, end).join(''), { headers: { 'content-type': 'text/event-stream' } }),
    );
    page.background.decide = () => ({ deny: 'No.' });
    const text = await (await page.fetch(addressOf(kit), post(kit))).text();
    expect(text).not.toContain('"/a"');
  }
});

each(streaming, 'text streams on to the page while the call behind it is not complete', async (kit) => {
  const { script, page } = scripted();
  const events = eventsOf(kit, [{ text: 'Text. ' }, write]);
  const at = events.findIndex((event) => event.includes('write'));
  const pending = page.fetch(addressOf(kit), post(kit));
  script.write(events.slice(0, at + 1).join(''));
  const reader = (await pending).body?.getReader();
  expect(reader === undefined ? '' : await read(reader)).toContain('t. ');
  expect(page.background.of('gate')).toEqual([]);
});

each(streaming, 'what comes behind a held call waits with it, and the page sees signs of life', async (kit) => {
  const { script, page } = scripted();
  page.background.decide = () => 'ask';
  const response = await page.fetch(addressOf(kit), post(kit));
  script.write(eventsOf(kit, [write, { text: 'Later.' }]).join(''));
  script.close();
  const text = response.text();
  await page.background.until('gate');
  await vi.advanceTimersByTimeAsync(61_000);
  page.background.resolve(true);
  const read = await text;
  expect(read.split(kit.adapter.keepAlive).length - 1).toBeGreaterThanOrEqual(5);
  expect(read).toContain('write');
});

each(
  streaming,
  'a call held for a long time is asked about once, and its page is not asked to wait again',
  async (kit) => {
    const page = pageWith(kit, [[write], [{ text: 'Done.' }]]);
    page.background.decide = () => 'ask';
    const pending = talk(kit, page, { prompt: 'go', tools: { write: () => 'written' } });
    await page.background.until('gate');
    await vi.advanceTimersByTimeAsync(300_000);
    page.background.resolve(true);
    vi.useRealTimers();
    expect(await pending).toMatchObject({ text: 'Done.' });
    expect(page.asked).toHaveLength(2);
  },
);

each(whole, 'a held call of an answer that is no stream is refused before the client gives up', async (kit) => {
  const page = pageWith(kit, [[write], [{ text: 'Later then.' }]]);
  page.background.decide = () => 'ask';
  const body = openingOf(kit);
  const pending = page.fetch(addressOf(kit), {
    ...post(kit, { 'x-stainless-timeout': '100' }),
    body: JSON.stringify(body),
  });
  await page.background.until('gate');
  await vi.advanceTimersByTimeAsync(89_000);
  expect(page.background.of('withdraw')).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await (await pending).text()).toContain('Later then.');
  expect(page.background.of('withdraw')).toHaveLength(1);
  expect(JSON.stringify(page.asked[1])).toContain('may be made again');
});

each(streaming, 'a line that is no JSON passes and does not hide the call behind it', async (kit) => {
  const events = eventsOf(kit, [write]);
  const sent = [events[0], 'data: {"broken": \n\n', ...events.slice(1)].join('');
  const page = rig(() => new Response(sent, { headers: { 'content-type': 'text/event-stream' } }));
  page.background.decide = () => ({ deny: 'No.' });
  const text = await (await page.fetch(addressOf(kit), post(kit))).text();
  expect(text).toContain('data: {"broken": \n\n');
  expect(text).not.toContain('"/a"');
});

each(streaming, 'a server that goes down while a call is held takes the call with it', async (kit) => {
  const { script, page } = scripted();
  const response = await page.fetch(addressOf(kit), post(kit));
  page.background.decide = () => 'ask';
  script.write(
    eventsOf(kit, [write, { text: 'x' }])
      .slice(0, -1)
      .join(''),
  );
  const text = response.text();
  await page.background.until('gate');
  script.fail(new TypeError('network error'));
  await expect(text).rejects.toThrow();
  await page.background.until('withdraw');
});

each(streaming, 'a page that stops reading takes the waiting call with it', async (kit) => {
  const { script, page } = scripted();
  page.background.decide = () => 'ask';
  const response = await page.fetch(addressOf(kit), post(kit));
  script.write(eventsOf(kit, [write]).join(''));
  const reader = response.body?.getReader();
  const first = reader?.read();
  await page.background.until('gate');
  await reader?.cancel();
  await first;
  await page.background.until('withdraw');
  await script.cancelled;
});

each(KITS, 'an embedding or another request to the same server is not looked at', async (kit) => {
  const page = rig(() => Response.json({ data: [] }));
  const init = post(kit);
  await page.fetch('http://localhost:4000/v1/embeddings', init);
  expect(page.sent[0]?.init).toBe(init);
});

test('a call of a model that the page itself carries to its tool is decided once and settled once', async () => {
  for (const kit of streaming) {
    const page = rig((request) =>
      new URL(request.url).pathname === new URL(ENDPOINT).pathname
        ? Response.json({ jsonrpc: '2.0', id: 7, result: { content: [{ type: 'text', text: 'written' }] } })
        : new Response(eventsOf(kit, [write]).join(''), { headers: { 'content-type': 'text/event-stream' } }),
    );
    await (await page.fetch(addressOf(kit), post(kit))).text();
    const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'write', arguments: { path: '/a' } } };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    await (await page.fetch(ENDPOINT, { method: 'POST', body: JSON.stringify(call), headers })).text();
    const [gate, ...more] = page.background.of('gate');
    expect(more).toEqual([]);
    expect(page.background.of('settle')).toMatchObject([
      { call: gate?.call, content: 'written', thread: gate?.thread },
    ]);
  }
});

test('the same tool with other arguments is decided on anew, in the conversation it belongs to', async () => {
  const [kit] = streaming;
  if (kit === undefined) throw new Error('there is no streaming kit');
  const page = rig((request) =>
    new URL(request.url).pathname === new URL(ENDPOINT).pathname
      ? Response.json({ jsonrpc: '2.0', id: 7, result: { content: [] } })
      : new Response(eventsOf(kit, [write]).join(''), { headers: { 'content-type': 'text/event-stream' } }),
  );
  await (await page.fetch(addressOf(kit), post(kit))).text();
  const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'write', arguments: { path: '/b' } } };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  await (await page.fetch(ENDPOINT, { method: 'POST', body: JSON.stringify(call), headers })).text();
  const [asked, carried] = page.background.of('gate');
  expect(carried).toMatchObject({ args: { path: '/b' }, thread: asked?.thread });
  expect(page.background.of('withdraw')).toMatchObject([{ call: asked?.call }]);
});

each(streaming, 'an answer under another content type is guarded like any other', async (kit) => {
  for (const headers of [{ 'content-type': 'text/plain' }, {}]) {
    const body = streamOf([new TextEncoder().encode(eventsOf(kit, [write]).join(''))]);
    const page = rig(() => new Response(body, { headers }));
    page.background.decide = () => ({ deny: 'No.' });
    expect(await (await page.fetch(addressOf(kit), post(kit))).text()).not.toContain('"/a"');
    expect(page.background.of('gate')).toHaveLength(1);
  }
});

each(KITS, 'an answer in lines that are no events is not passed on', async (kit) => {
  for (const type of ['application/x-ndjson', 'text/event-stream', 'application/json']) {
    const lines = eventsOf(kit, [write]).map((event) => event.slice(event.indexOf('data: ') + 6).trim());
    const page = rig(() => new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': type } }));
    const read = async () => (await page.fetch(addressOf(kit), post(kit))).text();
    await expect(read()).rejects.toThrow(/cannot read this answer/);
  }
});
