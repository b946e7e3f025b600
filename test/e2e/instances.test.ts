/**
 * The lower half of the popup on real calls: filter, history, reset and undo, the kill switch, coverage. What a person does is done by
 * roles and labels.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INSTANCE } from '../../scripts/start/tour/popup.ts';
import { combobox, list, region, searchbox } from './by.ts';
import { callTool, Harness, press, waitingCall } from './harness.ts';

let harness: Harness;
let page: Page;
let popup: Page;

const file = (name: string): string => join(harness.site.scratch, name);
const STOP = region('All tool calls are stopped');
const CHANNELS = list('Ways out of this page');
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
  const filter = popup.locator(searchbox('Filter instances by key, state or machine'));
  await filter.fill('b.tx');
  await said('1 of 3 matches');
  await filter.fill('zzz');
  await said('None of 3 matches “zzz”.');
  for (let n = 0; n < 'zzz'.length; n++) await popup.keyboard.press('Backspace');
  await popup.waitForFunction((one) => document.querySelectorAll(one).length === 3, {}, INSTANCE);
});

test('a change shows in the open list', async () => {
  expect(await write('a.txt')).toMatchObject({ isError: false });
  await popup.waitForSelector(`${INSTANCE} ::-p-text(written)`);
});

test('the history of an instance tells which call moved it from where to where', async () => {
  await popup.locator(`${INSTANCE} ::-p-text(a.txt)`).click();
  await popup.waitForSelector('dialog ::-p-text(write_file succeeded)');
  const lines = await popup.$$eval('dialog li p', (all) => all.map((line) => line.textContent));
  expect(lines.filter((line) => line.includes(' → '))).toEqual(['read → written', 'unread → read']);
});

test('a reset locks again what was unlocked, and its undo unlocks it', async () => {
  await press(popup, 'Reset to its initial state');
  await said('a.txt is reset.');
  expect(await write('a.txt')).toMatchObject({ isError: true, text: expect.stringContaining('before writing') });
  await read('b.txt');
  await popup.keyboard.press('Escape');
  await popup.locator(`${INSTANCE} ::-p-text(b.txt)`).click();
  await press(popup, 'Reset to its initial state');
  await said('b.txt is reset.');
  await press(popup, 'Undo');
  await said('b.txt is as it was.');
  expect(await write('b.txt')).toMatchObject({ isError: false });
  await popup.keyboard.press('Escape');
});

test('a reset of all instances of the conversation can be taken back', async () => {
  await popup.locator('::-p-xpath(//button[starts-with(@aria-label, "Reset all instances of This tab")])').click();
  await said('instances are reset.');
  expect(await write('c.txt')).toMatchObject({ isError: true });
  await press(popup, 'Undo');
  await said('as they were.');
  await press(popup, 'Close');
});

test('a new run is said', async () => {
  await press(popup, 'New run');
  await said('A new run has begun.');
});

test('coverage says that fetch is guarded and was used, and by which protocol', async () => {
  await popup.locator('summary::-p-text(What is covered here)').click();
  await popup.waitForSelector(CHANNELS);
  const [first] = await popup.$$eval(`${CHANNELS} > li`, (items) => items.map((item) => item.textContent ?? ''));
  expect(first).toMatch(/^fetch requestsused (once|\d+ times)●guarded$/);
  await popup.waitForSelector(`${list('Protocols seen here')} ::-p-text(MCP: calls are gated before they run)`);
});

test('the list of keys says which ones the browser has set for opening and for stopping', async () => {
  await press(popup, 'Keys');
  for (const key of ['Alt+Shift+L', 'Alt+Shift+K']) await popup.waitForSelector(`kbd::-p-text(${key})`);
  await press(popup, 'Keys');
});

test('the kill switch refuses a real call with its reason, also after the worker was ended, until it is lifted', async () => {
  await press(popup, 'Stop all tool calls everywhere');
  await said('All tool calls are stopped', 'alert');
  expect(await read('a.txt')).toMatchObject({ isError: true, text: expect.stringContaining('kill switch') });
  await harness.killWorker();
  expect(await read('a.txt')).toMatchObject({ isError: true, text: expect.stringContaining('kill switch') });
  await press(popup, 'Let calls run again…');
  await press(popup, 'Let calls run');
  await popup.waitForSelector(STOP, { hidden: true });
  expect(await read('a.txt')).toMatchObject({ isError: false });
});

test('a call that waits when everything is stopped is denied', async () => {
  await harness.switchOn('confirm-before-delete');
  const outcome = callTool(page, 'delete_file', { path: file('c.txt') });
  await waitingCall(popup);
  await press(popup, 'Stop all tool calls everywhere');
  expect(await outcome).toMatchObject({ isError: true, text: expect.stringContaining('kill switch') });
  expect(existsSync(file('c.txt'))).toBe(true);
  await press(popup, 'Let calls run again…');
  await press(popup, 'Let calls run');
  await popup.waitForSelector(STOP, { hidden: true });
});

test('the mode that is chosen in the popup holds at once', async () => {
  await popup.select(combobox('Mode on *://127.0.0.1/*'), 'observe');
  await popup.waitForSelector('::-p-text(Calls are only observed)');
  expect(await write('never-read.txt')).toMatchObject({ isError: false });
});
