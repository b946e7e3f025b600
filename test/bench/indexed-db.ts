/** The IndexedDB store in a real Chromium, for the benchmark of the stores. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import puppeteer from 'puppeteer-core';
import { findBrowser } from '../../scripts/start/find-browser.ts';
import { bundled } from '../support/bundled.ts';
import type { StoreFigure } from './store-figures.ts';
import type { figures } from './store-page.ts';

/** Figures for each size; none, with a word about it, where there is no Chromium. */
export async function indexedDbFigures(sizes: readonly number[]): Promise<readonly StoreFigure[]> {
  const place = await findBrowser(['chromium']);
  if (place === undefined) {
    console.log('IndexedDB is not measured: there is no Chromium here.');
    return [];
  }
  const script = await bundled(new URL('./store-page.ts', import.meta.url), 'bench');
  // A database needs an origin, and so a page that was served.
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>bench</title>'),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const browser = await puppeteer.launch({
    executablePath: place.path,
    protocolTimeout: 600_000,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.evaluate(script);
    return await page.evaluate(
      (all) => (globalThis as unknown as { bench: { figures: typeof figures } }).bench.figures(all),
      sizes,
    );
  } finally {
    await browser.close();
    server.close();
  }
}
