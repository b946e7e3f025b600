/**
 * What goes wrong on the way, in a real page: connections that break, servers that fail, answers that are damaged, compressed or large.
 */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WAITING_CALL } from '../../scripts/start/tour/popup.ts';
import { modelOf } from '../model-server/model.ts';
import { failing, startModelServer } from '../model-server/server.ts';
import { waitingCall } from './harness.ts';
import type {} from './model-page/main.ts';
import {
  complaints,
  ran,
  read,
  remove,
  STREAMING,
  type Stage,
  scripted,
  startStage,
  talk,
  write,
} from './model-page/stage.ts';

let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await startStage('confirm-before-delete');
}, 180_000);

afterAll(async () => {
  await stage?.[Symbol.asyncDispose]();
});

for (const variant of STREAMING) {
  test(`a compressed answer is guarded like any other: ${variant.name}`, async () => {
    const model = modelOf(variant.protocol);
    const server = await startModelServer(model.protocol, [
      (request) => ({ ...model.answer([write('c1')], 0)(request), gzip: true }),
      (request) => ({ ...model.answer([{ text: 'Then not.' }], 1)(request), gzip: true }),
    ]);
    page = await stage.open();
    expect(await talk(page, variant, server)).toMatchObject({ error: null, text: 'Then not.' });
    expect(await ran(page)).toEqual([]);
    await page.close();
    await server.close();
  });

  test(`a page that gives up while its call waits never runs it: ${variant.name}`, async () => {
    const server = await scripted(variant, [[remove('c1')]]);
    page = await stage.open();
    const pending = talk(page, variant, server);
    const popup = await stage.harness.openPopup();
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
    page = await stage.open();
    const pending = talk(page, variant, server);
    await server.request(0);
    for (let chunk = 0; chunk < sent; chunk += 1) server.step();
    const popup = await stage.harness.openPopup();
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
    page = await stage.open();
    expect(await talk(page, variant, server)).toMatchObject({
      error: null,
      text: expect.stringMatching(/^I write\. .*the server answered 500 \("out of order"\)/s),
    });
    expect(await ran(page)).toEqual([]);
    await page.close();
    await server.close();
  });

  test(`a page that gives up in the middle of an answer closes the connection: ${variant.name}`, async () => {
    const model = modelOf(variant.protocol);
    const server = await startModelServer(model.protocol, [
      (request) => ({ ...model.answer([{ text: 'One two.' }, read('c1')], 0)(request), stepwise: true }),
    ]);
    page = await stage.open();
    const pending = talk(page, variant, server);
    const request = await server.request(0);
    for (let chunk = 0; chunk < 3; chunk += 1) server.step();
    await page.evaluate(() => window.stop());
    expect((await pending).error).toMatch(/abort/i);
    expect(await request.closed).toBe(false);
    await page.close();
    await server.close();
  });

  test(`a server that asks for patience when the model is told is asked again: ${variant.name}`, async () => {
    const model = modelOf(variant.protocol);
    const busy = failing(model.protocol, 429, 'slow down', { 'retry-after': '0.01' });
    const server = await startModelServer(model.protocol, [
      model.answer([{ text: 'I write. ' }, write('c1')], 0),
      busy,
      busy,
      model.answer([{ text: 'Then not.' }], 1),
    ]);
    page = await stage.open();
    expect(await talk(page, variant, server)).toMatchObject({ error: null, text: 'I write. Then not.' });
    expect(await ran(page)).toEqual([]);
    expect(complaints(server)).toEqual([]);
    expect(server.requests).toHaveLength(4);
    await page.close();
    await server.close();
  });

  test(`an event that is no JSON is what the client says it is, and no call of the answer runs: ${variant.name}`, async () => {
    const model = modelOf(variant.protocol);
    const server = await startModelServer(model.protocol, [
      (request) => {
        const { chunks } = model.answer([{ text: 'I read. ' }, read('c1')], 0)(request);
        return { chunks: chunks.with(2, `${String(chunks[2]).trimEnd().slice(0, -3)}\n\n`) };
      },
    ]);
    page = await stage.open();
    expect((await talk(page, variant, server)).error).toMatch(/JSON/);
    expect(await ran(page)).toEqual([]);
    await page.close();
    await server.close();
  });

  test(`an answer that ends in the middle of a call gives the page no call: ${variant.name}`, async () => {
    const model = modelOf(variant.protocol);
    const server = await startModelServer(model.protocol, [
      (request) => {
        const answer = model
          .answer(
            [read('c1')],
            0,
          )(request)
          .chunks.join('');
        return { chunks: [answer.slice(0, answer.indexOf('path') + 2)] };
      },
    ]);
    page = await stage.open();
    expect((await talk(page, variant, server)).error).not.toBeNull();
    expect(await ran(page)).toEqual([]);
    await page.close();
    await server.close();
  });

  test(`an argument of two megabytes reaches the tool whole, and the model beside it: ${variant.name}`, async () => {
    const content = `${'x'.repeat(2_000_000)}ü`;
    const server = await scripted(variant, [[read('c1')], [write('c2', content)], [{ text: 'Written.' }]]);
    page = await stage.open();
    expect(await talk(page, variant, server)).toMatchObject({ error: null, text: 'Written.' });
    expect(await page.evaluate(() => window.files['/a']?.length)).toBe(content.length);
    expect(complaints(server)).toEqual([]);
    await page.close();
    await server.close();
  });
}
