/** How a page passes its request, in a real page: compressed, streamed, or to outlive it. */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Variant } from '../model-clients/variants.ts';
import type { Said } from '../model-server/model.ts';
import { modelOf } from '../model-server/model.ts';
import { type ModelServer, startModelServer } from '../model-server/server.ts';
import type { Way } from './model-page/sends.ts';
import { complaints, ran, STREAMING, type Stage, scripted, startStage, talk, write } from './model-page/stage.ts';

const KEEPALIVE_BYTES = 64 * 1024;
const REFUSED: readonly (readonly Said[])[] = [[write('c1')], [{ text: 'Then not.' }]];

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
}, 180_000);

afterAll(async () => {
  await stage?.[Symbol.asyncDispose]();
});

/** What the page is told in a conversation in which its one call is refused. */
async function told(variant: Variant, way: Way): Promise<readonly [ModelServer, Page]> {
  const server = await scripted(variant, REFUSED);
  const page = await stage.open();
  expect(await talk(page, variant, server, { way })).toMatchObject({ error: null, text: 'Then not.' });
  expect([await ran(page), complaints(server)]).toEqual([[], []]);
  return [server, page];
}

const codings = ({ requests }: ModelServer): readonly unknown[] =>
  requests.map(({ headers }) => headers['content-encoding'] ?? null);

for (const variant of STREAMING) {
  for (const way of ['gzipped bytes', 'gzipped stream'] as const)
    test(`a page that compresses its requests is guarded like any other: ${variant.name}, ${way}`, async () => {
      const [server, page] = await told(variant, way);
      expect(codings(server)).toEqual(['gzip', null]);
      await page.close();
      await server.close();
    });

  test(`a request in a coding that cannot be undone is refused, and the client says why: ${variant.name}`, async () => {
    const server = await scripted(variant, REFUSED);
    const page = await stage.open();
    const { error } = await talk(page, variant, server, { way: 'unknown coding' });
    expect(error).toMatch(/415.*Interlock cannot read the body of this request .*other/);
    expect(server.requests).toEqual([]);
    await page.close();
    await server.close();
  });

  test(`a history that outgrows keepalive reaches the model: ${variant.name}`, async () => {
    const content = 'x'.repeat(KEEPALIVE_BYTES / 2);
    const prompt = 'y'.repeat(KEEPALIVE_BYTES / 2);
    const server = await scripted(variant, [[write('c1', content)], [{ text: 'Then not.' }], [{ text: 'As I said.' }]]);
    const page = await stage.open();
    const first = await talk(page, variant, server, { way: 'keepalive', prompt });
    expect(first).toMatchObject({ error: null, text: 'Then not.' });
    expect(JSON.stringify(first.history).length).toBeLessThan(KEEPALIVE_BYTES);
    const second = await talk(page, variant, server, { way: 'keepalive', history: first.history });
    expect(second).toMatchObject({ error: null, text: 'As I said.' });
    const last = JSON.stringify(server.requests[2]?.body);
    expect(last.length).toBeGreaterThan(KEEPALIVE_BYTES);
    expect(last).toContain(content);
    expect([await ran(page), complaints(server)]).toEqual([[], []]);
    await page.close();
    await server.close();
  });

  test(`what is asked again while an answer stays open reaches the model, though both together outgrow keepalive: ${variant.name}`, async () => {
    const model = modelOf(variant.protocol);
    let sent = 0;
    const server = await startModelServer(model.protocol, [
      (request) => {
        const { chunks } = model.answer([write('c1')], 0)(request);
        sent = chunks.length;
        return { chunks, stepwise: true };
      },
      model.answer([{ text: 'Then not.' }], 1),
    ]);
    const page = await stage.open();
    const pending = talk(page, variant, server, { way: 'keepalive', prompt: 'y'.repeat(KEEPALIVE_BYTES * 0.6) });
    await server.request(0);
    // All of the answer, but not its end.
    for (let chunk = 0; chunk < sent; chunk += 1) server.step();
    expect(await pending).toMatchObject({ error: null, text: 'Then not.' });
    await page.close();
    await server.close();
  });

  // Chromium streams a request over HTTP/2 and later only: what the guard has read goes out over anything.
  test(`a body that the page streams reaches the model in one piece: ${variant.name}`, async () => {
    const [server, page] = await told(variant, 'stream');
    expect(server.requests.map(({ headers }) => typeof headers['content-length'])).toEqual(['string', 'string']);
    await page.close();
    await server.close();
  });
}

/** What comes of one request to a chat model in the page. */
type Sent = { readonly text: string } | { readonly error: string };

test('a Request that streams fails over HTTP/1.1 as it does without the guard', async () => {
  const { protocol, answer } = modelOf('openai-chat');
  const server = await startModelServer(protocol, [answer([{ text: 'Hi.' }], 0)]);
  const page = await stage.open();
  const outcomes = await page.evaluate(async (origin) => {
    const sent = (method: string): Promise<Sent> => {
      const body = new Blob(['{"model":"m","messages":[]}']).stream();
      const headers = { 'content-type': 'application/json', authorization: 'Bearer k' };
      const init: RequestInit = Object.assign({ method, headers, body }, { duplex: 'half' });
      return fetch(new Request(`${origin}/v1/chat/completions`, init)).then(
        async (response) => ({ text: await response.text() }),
        (error) => ({ error: String(error) }),
      );
    };
    // The guard has nothing to do with a PUT.
    return [await sent('POST'), await sent('PUT')];
  }, server.url);
  expect(outcomes).toEqual([{ error: 'TypeError: Failed to fetch' }, { error: 'TypeError: Failed to fetch' }]);
  expect(server.requests).toEqual([]);
  await page.close();
  await server.close();
});

test('a page that has replaced what bodies are made with is guarded like any other', async () => {
  const { protocol, answer } = modelOf('openai-chat');
  const server = await startModelServer(
    protocol,
    REFUSED.map((said, index) => answer(said, index)),
  );
  const page = await stage.open();
  const text = await page.evaluate(async (origin) => {
    const body = new Blob(['{"model":"m","messages":[{"role":"user","content":"go"}]}'])
      .stream()
      .pipeThrough(new CompressionStream('gzip'));
    for (const name of ['ArrayBuffer', 'Blob', 'ReadableStream', 'DecompressionStream', 'Response', 'Headers'])
      Object.assign(window, { [name]: class Other {} });
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip', authorization: 'Bearer k' };
    const init: RequestInit = Object.assign({ method: 'POST', headers, body }, { duplex: 'half' });
    return (await fetch(`${origin}/v1/chat/completions`, init)).text();
  }, server.url);
  expect(JSON.parse(text).choices[0].message).toMatchObject({ content: 'Then not.' });
  await page.close();
  await server.close();
});
