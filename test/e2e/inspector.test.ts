/**
 * A console that nobody here wrote: MCP Inspector's own page, its own relay, and the npm filesystem server, with Interlock loaded.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decide, Harness, waitingCall } from './harness.ts';
import { connect, execute, type Inspector, startInspector } from './inspector.ts';

const CONFIRM_MOVE = `machines:
  - name: confirm-move
    key: "{source}"
    key_normalizer: path
    initial: idle
    transitions:
      - { on: move_file, from: confirmed, to: moved, on_violation: { action: ask, reason: "Move {source}?" } }
      - { on: confirm_move, from: idle, to: confirmed }
`;

let harness: Harness;
let inspector: Inspector;
let page: Page;
const file = (name: string): string => join(harness.site.scratch, name);

beforeAll(async () => {
  harness = await Harness.start();
  await writeFile(file('a.txt'), 'before');
  await writeFile(file('b.txt'), 'stays');
  await harness.saveSet('confirm-move', CONFIRM_MOVE);
  await harness.switchOn('confirm-move');
  inspector = await startInspector(harness.site.scratch);
  page = await harness.browser.newPage();
  await connect(page, inspector);
}, 120_000);

afterAll(async () => {
  await inspector?.[Symbol.asyncDispose]();
  await harness?.[Symbol.asyncDispose]();
});

test('a write before the read shows the reason as a tool error, and nothing is written', async () => {
  await execute(page, 'write_file', { path: file('a.txt'), content: 'after' });
  await page.waitForSelector(`::-p-text(Read ${file('a.txt')} before writing.)`);
  expect(await readFile(file('a.txt'), 'utf8')).toBe('before');
});

test('after the read the write succeeds', async () => {
  await execute(page, 'read_text_file', { path: file('a.txt') });
  await page.waitForSelector('::-p-text(before)');
  await execute(page, 'write_file', { path: file('a.txt'), content: 'after' });
  await page.waitForSelector('::-p-text(Successfully wrote)');
  expect(await readFile(file('a.txt'), 'utf8')).toBe('after');
});

test('a call that is held for 100 seconds completes after Allow in the popup', async () => {
  const started = Date.now();
  await execute(page, 'move_file', { source: file('b.txt'), destination: file('c.txt') });
  const popup = await harness.openPopup();
  await waitingCall(popup);
  // The rule is about time: Inspector's own time-outs (60 s) must have gone by.
  await popup.waitForFunction((end) => Date.now() >= end, { timeout: 110_000, polling: 1_000 }, started + 100_000);
  await decide(popup, 'Allow once');
  await page.bringToFront();
  await page.waitForSelector('::-p-text(Successfully moved)');
  expect(await readFile(file('c.txt'), 'utf8')).toBe('stays');
}, 180_000);
