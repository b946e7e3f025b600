/**
 * The built extension for somebody who reads Chinese: real calls, a real journal, the machines that come along, the page's notice.
 */
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Protocol } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadMachines } from '../../engine/dsl/load.ts';
import { chineseTexts, latinWords, textsOf } from '../support/latin-words.ts';
import { callTool, Harness, pasteText, waitingCall } from './harness.ts';

let harness: Harness;
let options: Page;
let page: Page;

/** Names of states, counters, tools and arguments, words of people. */
const NAMES: readonly (string | RegExp)[] = [
  ...globSync('machines/*.yaml').flatMap((file) => {
    const { machines } = loadMachines(readFileSync(file, 'utf8'));
    return (machines?.machines ?? []).flatMap(({ states, transitions }) => [
      ...states,
      ...transitions.flatMap(({ on, counters }) => [
        ...(on.kind === 'tool' ? (on.pattern.source.match(/[a-z]\w+/gi) ?? []) : [on.event]),
        ...counters.map(({ counter }) => counter),
      ]),
    ]);
  }),
  ...[
    'Agent console',
    'localhost',
    'Read',
    'Write',
    'Edit',
    'path',
    'content',
    'Keep it, please.',
    'mine',
    'parse',
    'on',
  ],
  ...['false', 'event', 'content', 'ok'],
];

beforeAll(async () => {
  harness = await Harness.start();
  await harness.switchOn('confirm-before-delete');
  options = await harness.openOptions();
  await options.setViewport({ width: 1300, height: 1000 });
  await choose('zh-CN');
  page = await harness.openConsole();
}, 180_000);

afterAll(() => harness?.[Symbol.asyncDispose]());

const choose = async (language: 'en' | 'zh-CN'): Promise<void> => {
  await options.bringToFront();
  await options.locator('.language select').wait();
  await options.select('.language select', language);
};
const file = (name: string): string => join(harness.site.scratch, name);
const view = async (name: string): Promise<void> => {
  await options.bringToFront();
  await options.locator(`nav a[href="#${name}"]`).click();
};
const openAll = (where: Page): Promise<void> =>
  where.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });

async function isChinese(where: Page): Promise<void> {
  await openAll(where);
  await expect.poll(async () => latinWords(await textsOf(where), NAMES), { timeout: 10_000 }).toEqual([]);
}

/** The text of the notice: its tree is closed to the page, not to the browser's tools. */
async function noticeOf(where: Page): Promise<string | undefined> {
  const session = await where.createCDPSession();
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  await session.detach();
  return textsIn(closedTrees(root)).at(0);
}

const childrenOf = (node: Protocol.DOM.Node): readonly Protocol.DOM.Node[] => node.children ?? [];
const closedTrees = (node: Protocol.DOM.Node): readonly Protocol.DOM.Node[] => [
  ...(node.shadowRoots ?? []).filter(({ shadowRootType }) => shadowRootType === 'closed'),
  ...childrenOf(node).flatMap(closedTrees),
];
const textsIn = (nodes: readonly Protocol.DOM.Node[]): readonly string[] =>
  nodes.flatMap((node) => (node.nodeName === '#text' ? [node.nodeValue] : textsIn(childrenOf(node))));

test('the notice in a page speaks the language that was chosen, and another one as soon as it is chosen', async () => {
  await writeFile(file('a.txt'), 'x');
  const outcome = callTool(page, 'delete_file', { path: file('a.txt') });
  const popup = await harness.openPopup();
  await waitingCall(popup);
  expect(await noticeOf(page)).toBe('Interlock 已暂停“delete_file”，等待你决定');
  await choose('en');
  await expect.poll(() => noticeOf(page)).toBe('Interlock holds “delete_file” until you decide');
  await choose('zh-CN');
  await expect.poll(() => noticeOf(page)).toBe('Interlock 已暂停“delete_file”，等待你决定');
  await popup.bringToFront();
  await isChinese(popup);
  await popup.locator('article:not([data-resting]) button.add-note').click();
  await popup.locator('.note textarea').fill('Keep it, please.');
  await isChinese(popup);
  await popup.keyboard.press('Enter');
  await outcome;
  await popup.waitForSelector('[data-outcome="denied"]');
  await isChinese(popup);
  await popup.close();
});

test('instances, their history and what is guarded are in Chinese', async () => {
  const popup = await harness.openPopup();
  await popup.waitForSelector('.row-instance');
  await isChinese(popup);
  await popup.locator('.row-instance').click();
  await popup.waitForSelector('.history li');
  await isChinese(popup);
  await popup.close();
});

test('the page after the installation is in Chinese at every step', async () => {
  const first = await harness.openFirstRun();
  await first.waitForSelector('.step-none');
  for (let step = 0; step < 4; step++) {
    await isChinese(first);
    await first.locator('main button.primary:enabled').click();
    await first.waitForFunction((left) => document.querySelectorAll('.step-none').length === left, {}, 3 - step);
  }
  await isChinese(first);
  await first.close();
});

test('every machine that comes along is drawn and listed in Chinese', async () => {
  await view('machines');
  const names = globSync('machines/*.yaml').map((path) => path.replace(/^.*[\\/]|\.yaml$/g, ''));
  for (const name of names) {
    await options.locator(`.set-item::-p-text(${name})`).click();
    await options.waitForSelector('.transitions');
    await isChinese(options);
  }
});

test('a trace that is tried, and the journal tried again, are in Chinese', async () => {
  await view('try');
  await options.locator('.trace-input > .set-actions > button:last-child').click();
  await options.waitForSelector('.steps');
  await isChinese(options);
  await options.locator('section:last-of-type > .set-actions > .button:enabled').click();
  await options.waitForFunction(() => /个决定/.test(document.querySelector('main')?.textContent ?? ''));
  await isChinese(options);
});

test('a text with errors is refused in Chinese', async () => {
  await view('machines');
  await options.locator('.set-list .set-actions button').click();
  await pasteText(
    options,
    'machines:\n  - nme: x\n    key: "a: b"\n    transitions: [{ on: "Read(", from: y to: z }]\n',
  );
  await options.waitForSelector('button.diagnostic');
  await options.locator('button[aria-keyshortcuts="Control+S"]').click();
  await options.waitForSelector('.set-editor > .fault');
  await isChinese(options);
});

test('sites, journal and backup are in Chinese', async () => {
  await view('sites');
  await options.locator('.add-site input').fill('app.localhost');
  await isChinese(options);
  await view('journal');
  await options.waitForSelector('.entry');
  await isChinese(options);
  await view('backup');
  await isChinese(options);
});

test('what is wrong with stored settings is said in Chinese, and in English when that is chosen', async () => {
  await options.evaluate(() =>
    (
      globalThis as unknown as { chrome: { storage: { local: { set(items: object): Promise<void> } } } }
    ).chrome.storage.local.set({ settings: { version: 1, sites: 'none' } }),
  );
  await options.waitForSelector('.problem');
  await isChinese(options);
  const popup = await harness.openPopup();
  await popup.waitForSelector('.problem');
  await isChinese(popup);
  await choose('en');
  for (const where of [options, popup]) {
    await where.bringToFront();
    await expect.poll(async () => chineseTexts(await textsOf(where)), { timeout: 10_000 }).toEqual([]);
  }
});
