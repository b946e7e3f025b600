/** What is too large to be carried to the guard: the one call is refused, and everything else goes on. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callTool, Harness } from './harness.ts';

const MORE_THAN_A_PORT_CARRIES = 70_000_000;

let harness: Harness;
let page: Page;

beforeAll(async () => {
  harness = await Harness.start();
  page = await harness.openConsole();
}, 120_000);

afterAll(() => harness?.[Symbol.asyncDispose]());

test('a call with arguments of 70 MB is refused, says why, and is the only one', async () => {
  const path = join(harness.site.scratch, 'seen.txt');
  await writeFile(path, 'x');
  const [large, read] = await Promise.all([
    page.evaluate(
      (size) => window.agentConsole.callTool('list_directory', { path: 'x'.repeat(size) }),
      MORE_THAN_A_PORT_CARRIES,
    ),
    callTool(page, 'read_text_file', { path }),
  ]);
  expect(large).toMatchObject({ isError: true, text: expect.stringContaining('too large') });
  expect(read).toMatchObject({ isError: false });
  expect(await callTool(page, 'write_file', { path, content: 'y' })).toMatchObject({ isError: false });
});

// What the bridge relies on to tell such a message from a lost connection.
test('a port of the browser throws for what is too large for it, and carries what comes after', async () => {
  const session = await page.createCDPSession();
  const bridge = new Promise<number>((resolve) => {
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.origin.startsWith('chrome-extension:')) resolve(context.id);
    });
  });
  await session.send('Runtime.enable');
  const { result } = await session.send('Runtime.evaluate', {
    contextId: await bridge,
    awaitPromise: true,
    returnByValue: true,
    expression: `new Promise((resolve) => {
      const port = chrome.runtime.connect({ name: 'interlock:page' });
      let thrown = null;
      port.onMessage.addListener((reply) => resolve([thrown, reply]));
      port.onDisconnect.addListener(() => resolve('closed'));
      try {
        port.postMessage({ type: 'keep', value: 'x'.repeat(${MORE_THAN_A_PORT_CARRIES}) });
      } catch (error) {
        thrown = error.message;
      }
      port.postMessage({ type: 'ping' });
    })`,
  });
  expect(result.value).toEqual([expect.stringMatching(/64 ?MiB|maximum/), { type: 'pong' }]);
  await session.detach();
});
