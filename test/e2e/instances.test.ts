/**
 * The lower half of the popup on real calls: filter, history, reset and undo, the kill switch, coverage. What a person does is done by
 * roles and labels.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WAITING_CALL } from '../../scripts/start/tour/popup.ts';
import { callTool, Harness } from './harness.ts';

let harness: Harness;
let page: Page;
let popup: Page;

const file = (name: string): string => join(harness.site.scratch, name);
const button = (name: string) => popup.locator(`::-p-aria([name="${name}"][role="button"])`);
const said = (text: string, kind = 'status') => popup.waitForSelector(`[role="${kind}"] ::-p-text(${text})`);
const read = (name: string) => callTool(page, 'read_text_file', { path: file(name) });
const write = (name: string) => callTool(page, 'write_file', { path: file(name), content: 'new' });

/** The popup of the console's tab, as from the toolbar. */
async function openPopupOfConsole(): Promise<Page> {
  const opened = await harness.openPopup();
  const tab = await opened.evaluate(async () => {
    const { tabs } = (globalThis as unknown as { chrome: { tabs: { query(q: object): Promise<{ id: number }[]> } } })
      .chrome;
    return (await tabs.query({ url: 'http://127.0.0.1/*' }))[0]?.id ?? 0;
  });
  await opened.goto(`${opened.url()}?tab=${tab}`);
  return opened;
}

beforeAll(async () => {
  harness = await Harness.start();
  page = await harness.openConsole();
  for (const name of ['a.txt', 'b.txt', 'c.txt']) {
    await writeFile(file(name), 'old');
    await read(name);
  }
  popup = await openPopupOfConsole();
}, 120_000);

afterAll(() => harness?.[Symbol.asyncDispose]());

test('the popup says how this page is guarded, and by which machines', async () => {
  await popup.waitForSelector('::-p-text(is set to “Enforce”: the machines decide before a call runs.)');
  await popup.waitForSelector('dd ::-p-text(read-before-write)');
});

test('a filter leaves the instance whose key matches', async () => {
  const filter = popup.locator('::-p-aria([role="searchbox"])');
  await filter.fill('b.tx');
  await said('1 of 3 matches');
  await filter.fill('zzz');
  await said('None of 3 matches “zzz”.');
  for (let n = 0; n < 'zzz'.length; n++) await popup.keyboard.press('Backspace');
  await popup.waitForFunction(() => document.querySelectorAll('.row-instance').length === 3);
});

test('a change shows in the open list', async () => {
  expect(await write('a.txt')).toMatchObject({ isError: false });
  await popup.waitForSelector('.row-instance ::-p-text(written)');
});

test('the history of an instance tells which call moved it from where to where', async () => {
  await popup.locator('.row-instance ::-p-text(a.txt)').click();
  await popup.waitForSelector('dialog ::-p-text(write_file succeeded)');
  const moves = await popup.$$eval('dialog .line-move', (lines) => lines.map((line) => line.textContent));
  expect(moves).toEqual(['read → written', 'unread → read']);
});

test('a reset locks again what was unlocked, and its undo unlocks it', async () => {
  await button('Reset to its initial state').click();
  await said('a.txt is reset.');
  expect(await write('a.txt')).toMatchObject({ isError: true, text: expect.stringContaining('before writing') });
  await read('b.txt');
  await popup.keyboard.press('Escape');
  await popup.locator('.row-instance ::-p-text(b.txt)').click();
  await button('Reset to its initial state').click();
  await said('b.txt is reset.');
  await button('Undo').click();
  await said('b.txt is as it was.');
  expect(await write('b.txt')).toMatchObject({ isError: false });
  await popup.keyboard.press('Escape');
});

test('a reset of all instances of the conversation can be taken back', async () => {
  await popup.locator('::-p-xpath(//button[starts-with(@aria-label, "Reset all instances of This tab")])').click();
  await said('instances are reset.');
  expect(await write('c.txt')).toMatchObject({ isError: true });
  await button('Undo').click();
  await said('as they were.');
  await button('Close').click();
});

test('a new run is said', async () => {
  await button('New run').click();
  await said('A new run has begun.');
});

test('coverage says that fetch is guarded and was used, and by which protocol', async () => {
  await popup.locator('summary').click();
  await popup.waitForSelector('.channels');
  const [first] = await popup.$$eval('.channels li', (items) => items.map((item) => item.textContent ?? ''));
  expect(first).toMatch(/^fetch requestsused (once|\d+ times)●guarded$/);
  await popup.waitForSelector('li ::-p-text(MCP: calls are gated before they run)');
});

test('the list of keys says which ones the browser has set for opening and for stopping', async () => {
  await button('Keys').click();
  for (const key of ['Alt+Shift+L', 'Alt+Shift+K']) await popup.waitForSelector(`kbd::-p-text(${key})`);
  await button('Keys').click();
});

test('the kill switch refuses a real call with its reason, also after the worker was ended, until it is lifted', async () => {
  await button('Stop all tool calls everywhere').click();
  await said('All tool calls are stopped', 'alert');
  expect(await read('a.txt')).toMatchObject({ isError: true, text: expect.stringContaining('kill switch') });
  await harness.killWorker();
  expect(await read('a.txt')).toMatchObject({ isError: true, text: expect.stringContaining('kill switch') });
  await button('Let calls run again…').click();
  await button('Let calls run').click();
  await popup.waitForSelector('.stop-banner', { hidden: true });
  expect(await read('a.txt')).toMatchObject({ isError: false });
});

test('a call that waits when everything is stopped is denied', async () => {
  await harness.switchOn('confirm-before-delete');
  const outcome = callTool(page, 'delete_file', { path: file('c.txt') });
  await popup.waitForSelector(WAITING_CALL);
  await button('Stop all tool calls everywhere').click();
  expect(await outcome).toMatchObject({ isError: true, text: expect.stringContaining('kill switch') });
  expect(existsSync(file('c.txt'))).toBe(true);
  await button('Let calls run again…').click();
  await button('Let calls run').click();
  await popup.waitForSelector('.stop-banner', { hidden: true });
});

test('the mode that is chosen in the popup holds at once', async () => {
  await popup.select('select[aria-label^="Mode on"]', 'observe');
  await popup.waitForSelector('::-p-text(Calls are only observed)');
  expect(await write('never-read.txt')).toMatchObject({ isError: false });
});
