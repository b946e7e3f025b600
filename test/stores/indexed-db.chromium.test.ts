/** The IndexedDB store in a real browser: its suite, and what is left when the browser is killed between two commits. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser } from '../../scripts/start/find-browser.ts';
import { bundled } from '../support/bundled.ts';

let server: Server;
let url: string;
let profile: string;

beforeAll(async () => {
  const script = await bundled(new URL('./page.ts', import.meta.url), 'page');
  server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', `${isScript ? 'text/javascript' : 'text/html'}; charset=utf-8`);
    response.end(isScript ? script : '<!doctype html><script src="/page.js"></script>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  profile = await mkdtemp(join(tmpdir(), 'interlock-profile-'));
});

afterAll(async () => {
  server.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});

async function launched(): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const place = await findBrowser(['chromium']);
  if (place === undefined) throw new Error('No Chromium was found.');
  const browser = await puppeteer.launch({
    executablePath: place.path,
    userDataDir: profile,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = await browser.newPage();
  await page.goto(url);
  return { browser, page };
}

test('the store in IndexedDB goes through its suite in Chromium', async () => {
  const { browser, page } = await launched();
  const { passed, failed } = await page.evaluate(() => window.storesPage.runSuite());
  await browser.close();
  expect(failed).toEqual([]);
  expect(passed).toBeGreaterThan(50);
});

test('what was stored when the browser is killed is there when it starts again', async () => {
  const { browser, page } = await launched();
  let told = -1;
  const killed = once(browser.process() ?? process, 'exit');
  await page.exposeFunction('told', (n: number) => {
    told = n;
    if (n === 30) browser.process()?.kill('SIGKILL');
  });
  await page.evaluate(() => void window.storesPage.commitForEver(window.told));
  await killed;
  const again = await launched();
  const { rows, entries } = await again.page.evaluate(() => window.storesPage.left());
  await again.browser.close();
  expect(told).toBeGreaterThanOrEqual(30);
  expect(rows).toBeGreaterThan(told); // Commits that nobody was told of may be there, too …
  expect(entries).toBe(rows); // … but never half of one.
});
