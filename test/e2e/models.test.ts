/**
 * Official clients in a real page, with the built extension between them and a strict model: the real machines, the real popup.
 */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VARIANTS } from '../model-clients/variants.ts';
import { decide, press, waitingCall } from './harness.ts';
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

for (const variant of VARIANTS) {
  test(`refuses, puts in order, asks and lets through, as the machines say: ${variant.name}`, async () => {
    const server = await scripted(variant, [
      [{ text: 'I write. ' }, write('c1')],
      [{ text: 'I read first. ' }, read('c2'), write('c3')],
      [remove('c4')],
      [{ text: 'Done.' }],
    ]);
    page = await stage.open();
    const pending = talk(page, variant, server);
    const popup = await stage.harness.openPopup();
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
    page = await stage.open();
    const pending = talk(page, variant, server);
    const popup = await stage.harness.openPopup();
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

for (const variant of STREAMING) {
  test(`the page runs what a person made of the arguments, and the model is told: ${variant.name}`, async () => {
    const server = await scripted(variant, [[remove('c1')], [{ text: 'Understood.' }]]);
    page = await stage.open();
    const pending = talk(page, variant, server);
    const popup = await stage.harness.openPopup();
    await waitingCall(popup);
    await press(popup, 'More…');
    await press(popup, 'Edit the arguments and allow…');
    await popup.locator('textarea').fill('/b');
    await press(popup, 'Allow as edited');
    expect(await pending).toMatchObject({ error: null, text: 'Understood.' });
    expect(await page.evaluate(() => window.ran)).toEqual([{ tool: 'delete_file', args: { path: '/b' } }]);
    expect(complaints(server)).toEqual([]);
    expect(JSON.stringify(server.requests[1]?.body)).toContain('A person changed the arguments of the call');
    await popup.close();
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
    page = await stage.open();
    const { history } = await talk(page, variant, server);
    await page.reload();
    await page.evaluate(() => void Object.assign(window.files, { '/a': 'old' }));
    expect(await talk(page, variant, server, { prompt: 'now write', history })).toMatchObject({
      error: null,
      text: 'Written.',
    });
    expect(await ran(page)).toEqual(['write_file']);
    await page.close();
    await server.close();
  });
}
