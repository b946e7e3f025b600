/**
 * The built extension for somebody who reads Chinese: real calls, a real journal, the machines that come along, the page's notice.
 */
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Protocol } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadMachines } from '../../engine/dsl/load.ts';
import * as zh from '../../entrypoints/ui/i18n/zh-cn/mod.ts';
import { chineseTexts, latinWords, textsOf } from '../support/latin-words.ts';
import { complementary, list, region, textbox } from './by.ts';
import { callTool, Harness, pasteText, press, waitingCall } from './harness.ts';
import { chooseLanguage, openView } from './options-page.ts';

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
  await chooseLanguage(options, language);
};
const file = (name: string): string => join(harness.site.scratch, name);
const view = async (name: string): Promise<void> => {
  await options.bringToFront();
  await openView(options, name);
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
  await press(popup, zh.popup.denyWithNoteLabel);
  await popup.locator(textbox(zh.popup.noteLabel)).fill('Keep it, please.');
  await isChinese(popup);
  await popup.keyboard.press('Enter');
  await outcome;
  await popup.waitForSelector(`[role="status"] ::-p-text(${zh.popup.outcomeDenied})`);
  await isChinese(popup);
  await popup.close();
});

test('instances, their history and what is guarded are in Chinese', async () => {
  const popup = await harness.openPopup();
  const instance = `${list(zh.instances.list)} button[aria-haspopup="dialog"]`;
  await popup.waitForSelector(instance);
  await isChinese(popup);
  await popup.locator(instance).click();
  await popup.waitForSelector('dialog li');
  await isChinese(popup);
  await popup.close();
});

test('the page after the installation is in Chinese at every step', async () => {
  const first = await harness.openFirstRun();
  await first.waitForSelector(`li ::-p-text(${zh.firstRun.notRun})`);
  for (let step = 0; step < 4; step++) {
    await isChinese(first);
    await press(first, step === 0 ? zh.firstRun.runFirst : zh.firstRun.runNext);
    await expect.poll(async () => (await first.$$(`li ::-p-text(${zh.firstRun.notRun})`)).length).toBe(3 - step);
  }
  await isChinese(first);
  await first.close();
});

test('every machine that comes along is drawn and listed in Chinese', async () => {
  await view(zh.common.viewMachines);
  const names = globSync('machines/*.yaml').map((path) => path.replace(/^.*[\\/]|\.yaml$/g, ''));
  for (const name of names) {
    await options.locator(`${complementary(zh.machines.sets)} button::-p-text(${name})`).click();
    await options.waitForSelector(`h1::-p-text(${name})`);
    await options.waitForSelector('main table');
    await isChinese(options);
  }
});

test('a trace that is tried, and the journal tried again, are in Chinese', async () => {
  await view(zh.tryOut.title);
  await press(options, zh.tryOut.example);
  await options.waitForSelector(list(zh.tryOut.steps));
  await isChinese(options);
  await press(options, zh.tryOut.whatIfRun);
  await options.waitForFunction(() => /个决定/.test(document.querySelector('main')?.textContent ?? ''));
  await isChinese(options);
});

test('a text with errors is refused in Chinese', async () => {
  await view(zh.common.viewMachines);
  await press(options, zh.machines.newSet);
  await pasteText(
    options,
    'machines:\n  - nme: x\n    key: "a: b"\n    transitions: [{ on: "Read(", from: y to: z }]\n',
  );
  await options.waitForSelector(`${region(zh.machines.diagnostics)} button`);
  await press(options, zh.machines.save);
  await options.waitForSelector(`${region(zh.machines.set)} [role="alert"]`);
  await isChinese(options);
});

test('sites, journal and backup are in Chinese', async () => {
  await view(zh.common.viewSites);
  await options.locator(textbox(zh.sites.pattern)).fill('app.localhost');
  await isChinese(options);
  await view(zh.journal.title);
  await options.waitForSelector(`${list(zh.journal.entries)} > li`);
  await isChinese(options);
  await view(zh.backup.title);
  await isChinese(options);
});

test('what is wrong with stored settings is said in Chinese, and in English when that is chosen', async () => {
  await options.evaluate(() =>
    (
      globalThis as unknown as { chrome: { storage: { local: { set(items: object): Promise<void> } } } }
    ).chrome.storage.local.set({ settings: { version: 1, sites: 'none' } }),
  );
  await options.waitForSelector('main [role="alert"]');
  await isChinese(options);
  const popup = await harness.openPopup();
  await popup.waitForSelector('main [role="alert"]');
  await isChinese(popup);
  await choose('en');
  for (const where of [options, popup]) {
    await where.bringToFront();
    await expect.poll(async () => chineseTexts(await textsOf(where)), { timeout: 10_000 }).toEqual([]);
  }
});
