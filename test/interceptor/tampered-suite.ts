/**
 * The interceptor in a real browser, in a page that changes built-ins after it was loaded. What is denied stays denied. The same
 * tests for every browser.
 */
import { rm } from 'node:fs/promises';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserKind } from '../../scripts/start/browser-places.ts';
import { findBrowser } from '../../scripts/start/find-browser.ts';
import { launchBrowser } from '../../scripts/start/launch-browser.ts';
import { startTamperedServer, type TamperedServer, type TamperedWindow, type Wanted } from './tampered-page.ts';
import { BROKEN, UNMET } from './tamperings.ts';
import { tinyExtension } from './tiny-extension.ts';

const DENIED: Wanted = { tool: 'deny_me', args: '{"path":"/a"}' };
/** Denied by the interceptor itself, which cannot read it. */
const UNDECODABLE: Wanted = { tool: 'deny_me', args: '{"path":' };
/** Denied by the interceptor itself, since the background would not take it. */
const TOO_DEEP: Wanted = { tool: 'deny_me', args: `${'['.repeat(300)}${']'.repeat(300)}` };
const ALLOWED: Wanted = { tool: 'run_me', args: '{"path":"/a"}' };

export async function tamperedSuite(kind: BrowserKind): Promise<void> {
  const place = await findBrowser([kind]);
  if (place === undefined) {
    test.skip(`there is no ${kind} on this machine`);
    return;
  }
  let server: TamperedServer;
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    server = await startTamperedServer();
    folder = await tinyExtension('interceptor');
    browser = (await launchBrowser(place, folder, { headless: true })).browser;
  });
  afterAll(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  /** What a fresh page reads that does `tampering` first. Whatever it fails with is a text too. */
  const inPage = async (
    tampering: string,
    does: (page: TamperedWindow, wanted: Wanted) => Promise<string>,
    wanted: Wanted,
  ): Promise<string> => {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${server.port}/`);
    server.ran.length = 0;
    const read = await page.evaluate(
      `{ ${tampering}\n}; (${does})(window, ${JSON.stringify(wanted)}).then((text) => text, (error) => 'failed: ' + error)`,
    );
    await page.close();
    return String(read);
  };
  const tools = {
    text: (page: TamperedWindow, wanted: Wanted) => page.callTool(wanted, 'text'),
    request: (page: TamperedWindow, wanted: Wanted) => page.callTool(wanted, 'request'),
    blob: (page: TamperedWindow, wanted: Wanted) => page.callTool(wanted, 'blob'),
  };
  const models = {
    stream: (page: TamperedWindow, wanted: Wanted) => page.askModel(wanted, true),
    body: (page: TamperedWindow, wanted: Wanted) => page.askModel(wanted, false),
  };

  test('a page that changes nothing is handed what is allowed', async () => {
    expect(await inPage('', tools.text, ALLOWED)).toContain('ran run_me');
    expect(await inPage('', models.stream, ALLOWED)).toContain('run_me');
    expect(await inPage('', models.body, ALLOWED)).toContain('run_me');
  });

  for (const [what, tampering] of Object.entries(UNMET)) {
    for (const [how, does] of Object.entries(tools)) {
      test(`a denied call never reaches its tool in a page with ${what} (${how})`, async () => {
        expect(await inPage(tampering, does, DENIED)).toContain('denied by the background');
        expect(server.ran).toEqual([]);
      });
    }

    test(`a call that cannot be asked about never reaches its tool in a page with ${what}`, async () => {
      expect(await inPage(tampering, tools.text, TOO_DEEP)).not.toContain('ran deny_me');
      expect(server.ran).toEqual([]);
    });

    for (const [how, does] of Object.entries(models)) {
      test(`a denied call of a model is never read by a page with ${what} (${how})`, async () => {
        const read = await inPage(tampering, does, DENIED);
        expect(read).toContain('It was told: ');
        expect(read).not.toContain('deny_me');
      });

      test(`a call of a model that cannot be asked about is never read by a page with ${what} (${how})`, async () => {
        expect(await inPage(tampering, does, UNDECODABLE)).not.toContain('deny_me');
      });
    }
  }

  for (const [what, tampering] of Object.entries(BROKEN)) {
    for (const [how, does] of Object.entries(tools)) {
      test(`a denied call never reaches its tool in a page with ${what} (${how})`, async () => {
        await inPage(tampering, does, DENIED);
        expect(server.ran).toEqual([]);
      });
    }

    for (const [how, does] of Object.entries(models)) {
      test(`a denied call of a model is never read by a page with ${what} (${how})`, async () => {
        expect(await inPage(tampering, does, DENIED)).not.toContain('deny_me');
      });
    }
  }
}
