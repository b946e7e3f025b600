/**
 * Official clients in a real page, with the built extension between them and a strict model: the real machines, the real popup.
 */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WAITING_CALL } from '../../scripts/start/tour/popup.ts';
import { VARIANTS, type Variant } from '../model-clients/variants.ts';
import { modelOf, type Said } from '../model-server/model.ts';
import { failing, type ModelServer, startModelServer } from '../model-server/server.ts';
import { decide, Harness, waitingCall } from './harness.ts';
import type {} from './model-page/main.ts';
import { type ModelPage, serveModelPage } from './model-page/serve.ts';

let harness: Harness;
let site: ModelPage;
let page: Page;

beforeAll(async () => {
  [harness, site] = await Promise.all([Harness.start(), serveModelPage()]);
  await harness.switchOn('confirm-before-delete');
}, 180_000);

afterAll(async () => {
  await harness?.[Symbol.asyncDispose]();
  await site?.[Symbol.asyncDispose]();
});

const read = (call: string, path = '/a'): Said => ({ call, tool: 'read_file', args: { path } });
const write = (call: string, path = '/a'): Said => ({ call, tool: 'write_file', args: { path, content: 'new' } });
const remove = (call: string, path = '/a'): Said => ({ call, tool: 'delete_file', args: { path } });

/** A fresh page with files in it. */
async function open(files: Record<string, string> = { '/a': 'old' }): Promise<Page> {
  const opened = await harness.browser.newPage();
  await opened.goto(site.url);
  await opened.evaluate((given) => void Object.assign(window.files, given), files);
  return opened;
}

const scripted = (variant: Variant, script: readonly (readonly Said[])[]): Promise<ModelServer> => {
  const model = modelOf(variant.protocol);
  return startModelServer(
    model.protocol,
    script.map((said, index) => model.answer(said, index)),
  );
};

const talk = (at: Page, { name }: Variant, { url }: ModelServer, prompt = 'go', history: readonly unknown[] = []) =>
  at.evaluate((...args) => window.talk(...args), name, url, prompt, history);

const ran = (at: Page): Promise<readonly string[]> => at.evaluate(() => window.ran.map(({ tool }) => tool));

const complaints = (server: ModelServer): readonly string[] => server.requests.flatMap((request) => request.complaints);

const named = (name: string): Variant => {
  const found = VARIANTS.find((variant) => variant.name === name);
  if (found === undefined) throw new Error(`There is no client "${name}".`);
  return found;
};

for (const variant of VARIANTS) {
  test(`refuses, puts in order, asks and lets through, as the machines say: ${variant.name}`, async () => {
    const server = await scripted(variant, [
      [{ text: 'I write. ' }, write('c1')],
      [{ text: 'I read first. ' }, read('c2'), write('c3')],
      [remove('c4')],
      [{ text: 'Done.' }],
    ]);
    page = await open();
    const pending = talk(page, variant, server);
    const popup = await harness.openPopup();
    await waitingCall(popup);
    expect(await ran(page)).toEqual(['read_file', 'write_file']);
    await decide(popup, 'Allow once');
    expect(await pending).toMatchObject({ error: null, text: expect.stringContaining('Done.') });
    expect(await ran(page)).toEqual(['read_file', 'write_file', 'delete_file']);
    expect(complaints(server)).toEqual([]);
    expect(server.requests).toHaveLength(4);
    expect(JSON.stringify(server.requests[1]?.body)).toContain('Read /a before writing');
    await popup.close();
    await page.close();
    await server.close();
  });

  test(`what a person denies is told to the model, and does not run: ${variant.name}`, async () => {
    const server = await scripted(variant, [[remove('c1')], [{ text: 'Understood.' }]]);
    page = await open();
    const pending = talk(page, variant, server);
    const popup = await harness.openPopup();
    await waitingCall(popup);
    await decide(popup, 'Deny');
    expect(await pending).toMatchObject({ error: null, text: 'Understood.' });
    expect(await ran(page)).toEqual([]);
    expect(complaints(server)).toEqual([]);
    await popup.close();
    await page.close();
    await server.close();
  });
}

const streaming = [
  'Chat Completions, streaming',
  'Responses, streaming, history in the request',
  'Messages, streaming, history in the request',
].map(named);

for (const variant of streaming) {
  test(`a compressed answer is guarded like any other: ${variant.name}`, async () => {
    const model = modelOf(variant.protocol);
    const server = await startModelServer(model.protocol, [
      (request) => ({ ...model.answer([write('c1')], 0)(request), gzip: true }),
      (request) => ({ ...model.answer([{ text: 'Then not.' }], 1)(request), gzip: true }),
    ]);
    page = await open();
    expect(await talk(page, variant, server)).toMatchObject({ error: null, text: 'Then not.' });
    expect(await ran(page)).toEqual([]);
    await page.close();
    await server.close();
  });

  test(`a page that gives up while its call waits never runs it: ${variant.name}`, async () => {
    const server = await scripted(variant, [[remove('c1')]]);
    page = await open();
    const pending = talk(page, variant, server);
    const popup = await harness.openPopup();
    await waitingCall(popup);
    await page.evaluate(() => window.stop());
    expect((await pending).error).toMatch(/abort/i);
    await popup.waitForSelector(WAITING_CALL, { hidden: true });
    expect(await ran(page)).toEqual([]);
    await popup.close();
    await page.close();
    await server.close();
  });

  test(`a connection that breaks while a call waits ends the call with it: ${variant.name}`, async () => {
    const model = modelOf(variant.protocol);
    let sent = 0;
    const server = await startModelServer(model.protocol, [
      (request) => {
        const { chunks } = model.answer([remove('c1')], 0)(request);
        sent = chunks.length - 1;
        return { chunks: chunks.slice(0, -1), stepwise: true, drop: true };
      },
    ]);
    page = await open();
    const pending = talk(page, variant, server);
    await server.request(0);
    for (let chunk = 0; chunk < sent; chunk += 1) server.step();
    const popup = await harness.openPopup();
    await waitingCall(popup);
    server.step();
    expect((await pending).error).not.toBeNull();
    expect(await ran(page)).toEqual([]);
    await popup.close();
    await page.close();
    await server.close();
  });

  test(`a server that fails when the model is told says so in the answer: ${variant.name}`, async () => {
    const model = modelOf(variant.protocol);
    const server = await startModelServer(model.protocol, [
      model.answer([{ text: 'I write. ' }, write('c1')], 0),
      ...Array.from({ length: 3 }, () => failing(model.protocol, 500, 'out of order', { 'retry-after': '0.01' })),
    ]);
    page = await open();
    expect(await talk(page, variant, server)).toMatchObject({
      error: null,
      text: expect.stringMatching(/^I write\. .*the server answered 500 \("out of order"\)/s),
    });
    expect(await ran(page)).toEqual([]);
    await page.close();
    await server.close();
  });

  test(`a page that is loaded anew goes on in the same conversation: ${variant.name}`, async () => {
    const server = await scripted(variant, [
      [read('c1')],
      [{ text: 'I have read it.' }],
      [write('c2'), { text: '' }].filter((one) => !('text' in one)),
      [{ text: 'Written.' }],
    ]);
    page = await open();
    const { history } = await talk(page, variant, server);
    await page.reload();
    await page.evaluate(() => void Object.assign(window.files, { '/a': 'old' }));
    expect(await talk(page, variant, server, 'now write', history)).toMatchObject({ error: null, text: 'Written.' });
    expect(await ran(page)).toEqual(['write_file']);
    await page.close();
    await server.close();
  });
}
