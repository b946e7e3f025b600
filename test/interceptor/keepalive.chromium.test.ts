/** What the browser itself makes of `keepalive`: that requests which outgrow it fail, and do not once it is taken away. */
import { rm } from 'node:fs/promises';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser } from '../../scripts/start/find-browser.ts';
import { launchBrowser } from '../../scripts/start/launch-browser.ts';
import { type PageServer, startPageServer } from './page-server.ts';
import { tinyExtension } from './tiny-extension.ts';

const place = await findBrowser(['chromium']);
let server: PageServer;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  server = await startPageServer();
  folder = await tinyExtension('interceptor');
  if (place !== undefined) browser = (await launchBrowser(place, folder, { headless: true })).browser;
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

test.skipIf(place === undefined)('a request that outgrows keepalive fails, and is sent without it', async () => {
  const page = await browser.newPage();
  await page.goto(`http://localhost:${server.port}/`);
  const outcomes = await page.evaluate(async () => {
    const small = new Request('/nowhere', { method: 'PUT', body: '{}', keepalive: true });
    const body = 'x'.repeat(64 * 1024 + 1);
    const outcome = (request: Request): Promise<string> =>
      fetch(request).then(
        () => 'sent',
        ({ name }: Error) => name,
      );
    return [
      await outcome(new Request(small.clone(), { body })),
      await outcome(new Request(small.clone(), { body, keepalive: false })),
    ];
  });
  expect(outcomes).toEqual(['TypeError', 'sent']);
});
