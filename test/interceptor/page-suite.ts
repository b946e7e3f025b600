/**
 * The interceptor in a real browser: the channel between the two worlds, what the page sees, and what a page that means
 * ill can do. The same tests for every browser.
 */
import { rm } from 'node:fs/promises';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserKind } from '../../scripts/start/browser-places.ts';
import { findBrowser } from '../../scripts/start/find-browser.ts';
import { launchBrowser } from '../../scripts/start/launch-browser.ts';
import { type PageServer, startPageServer } from './page-server.ts';
import { tinyExtension } from './tiny-extension.ts';

interface Called {
  readonly status: number;
  readonly url: string;
  readonly type: string;
  readonly text: string;
  readonly headers: readonly string[];
}

interface PageWindow {
  callTool(name: string, how?: { via?: string; realm?: unknown; token?: string }): Promise<Called>;
  loot: object;
}

export async function pageSuite(kind: BrowserKind): Promise<void> {
  const place = await findBrowser([kind]);
  if (place === undefined) {
    test.skip(`there is no ${kind} on this machine`);
    return;
  }
  for (const first of ['interceptor', 'bridge'] as const) {
    let server: PageServer;
    let browser: Browser;
    let folder: string;

    beforeAll(async () => {
      server = await startPageServer();
      folder = await tinyExtension(first);
      browser = (await launchBrowser(place, folder, { headless: true })).browser;
    });
    afterAll(async () => {
      await browser?.close();
      await server?.[Symbol.asyncDispose]();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    });

    const open = async (host = 'localhost', path = '/'): Promise<Page> => {
      const page = await browser.newPage();
      await page.goto(`http://${host}:${server.port}${path}`);
      return page;
    };
    const call = (page: Page, name: string, how: { via?: string; token?: string } = {}): Promise<Called> =>
      page.evaluate((tool, options) => (window as unknown as PageWindow).callTool(tool, options), name, how);
    const named = (sentence: string): string => `${sentence} (${first} first)`;

    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      test(named(`gates the calls of a page on ${host}`), async () => {
        const page = await open(host);
        server.ran.length = 0;
        expect(JSON.parse((await call(page, 'deny_me')).text)).toMatchObject({
          id: 1,
          result: { isError: true, content: [{ text: 'denied by the background' }] },
        });
        expect(JSON.parse((await call(page, 'deny_me', { via: 'request' })).text)).toMatchObject({
          result: { isError: true },
        });
        expect(server.ran).toEqual([]);
        const allowed = await call(page, 'allow_me');
        expect(JSON.parse(allowed.text).result.content).toEqual([
          { type: 'text', text: 'ran allow_me' },
          { type: 'text', text: 'reminded of ran allow_me' },
        ]);
        expect(server.ran).toEqual(['allow_me']);
        await page.close();
      });
    }

    test(named('waits for a person, and lets the call go then'), async () => {
      const page = await open();
      server.ran.length = 0;
      expect((await call(page, 'ask_me', { via: 'request' })).text).toContain('ran ask_me');
      expect(server.ran).toEqual(['ask_me']);
      await page.close();
    });

    test(named("answers that were changed look like the server's own"), async () => {
      const page = await open();
      const url = `http://localhost:${server.port}/mcp`;
      expect(await call(page, 'stream_me')).toMatchObject({
        status: 200,
        url,
        type: 'basic',
        headers: expect.arrayContaining(['content-type', 'x-server']),
      });
      expect(await call(page, 'allow_me')).toMatchObject({
        status: 200,
        url,
        type: 'basic',
        headers: expect.arrayContaining(['content-type', 'x-server']),
      });
      expect(await call(page, 'deny_me')).toMatchObject({ status: 200, url, type: 'basic' });
      const look = await page.evaluate(() => [
        fetch.name,
        fetch.length,
        fetch.toString(),
        'prototype' in fetch,
        Object.keys(fetch).length,
        typeof fetch,
      ]);
      expect([look[0], look[1], String(look[2]).replace(/\s+/g, ' '), ...look.slice(3)]).toEqual([
        'fetch',
        1,
        'function fetch() { [native code] }',
        false,
        0,
        'function',
      ]);
      await page.close();
    });

    test(named('gates the calls of frames without an address'), async () => {
      const page = await open();
      server.ran.length = 0;
      const answers = await page.evaluate(async () => {
        const frames = await Promise.all(
          ['', '<p>srcdoc</p>'].map(async (srcdoc) => {
            const frame = document.createElement('iframe');
            if (srcdoc !== '') frame.srcdoc = srcdoc;
            const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
            document.body.append(frame);
            await loaded;
            return frame.contentWindow;
          }),
        );
        return Promise.all(
          frames.map(async (realm) => (await (window as unknown as PageWindow).callTool('deny_me', { realm })).text),
        );
      });
      for (const answer of answers) expect(answer).toContain('denied by the background');
      expect(server.ran).toEqual([]);
      await page.close();
    });

    test(named('gives a page that means ill neither the port nor a say'), async () => {
      const page = await open('localhost', '/hostile');
      server.ran.length = 0;
      expect((await call(page, 'deny_me')).text).toContain('denied by the background');
      expect((await call(page, 'deny_me', { via: 'request' })).text).toContain('denied by the background');
      expect(await page.evaluate(() => (window as unknown as PageWindow).loot)).toEqual({
        offers: 0,
        ports: 0,
        verdicts: 0,
        messages: 0,
      });
      expect(server.ran).toEqual([]);
      await page.close();
    });
  }
}
