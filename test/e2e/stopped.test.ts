/**
 * What options and first page show while all tool calls are stopped, in the built extension.
 */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsIn } from '../ui/axe.ts';
import { complementary, link } from './by.ts';
import { Harness, press } from './harness.ts';
import { chooseLanguage, openView } from './options-page.ts';

let harness: Harness;
let options: Page;
let firstRun: Page;

beforeAll(async () => {
  harness = await Harness.start();
  options = await harness.openOptions();
  await options.waitForSelector(complementary('Machine sets'));
  firstRun = await harness.openFirstRun();
  await firstRun.waitForSelector('h1');
}, 180_000);

afterAll(() => harness?.[Symbol.asyncDispose]());

/** A page behind another one draws nothing, so it is looked at by the clock. */
const POLLED = { polling: 100 };

const alerts = (page: Page): Promise<readonly string[]> =>
  page.$$eval('main [role="alert"]', (all) => all.map((one) => one.textContent ?? ''));
const shows = (page: Page, words: string): Promise<unknown> =>
  page.waitForFunction((wanted) => document.body.textContent.includes(wanted), POLLED, words);
const showsNot = (page: Page, words: string): Promise<unknown> =>
  page.waitForFunction((wanted) => !document.body.textContent.includes(wanted), POLLED, words);

test('while calls may run, nothing is said of a stop', async () => {
  expect([await alerts(options), await alerts(firstRun)]).toEqual([[], []]);
});

test('pages that are open say it as soon as everything is stopped', async () => {
  const popup = await harness.openPopup();
  await press(popup, 'Stop all tool calls everywhere');
  for (const page of [options, firstRun]) await shows(page, 'All tool calls are stopped');
  await popup.close();
});

test.each(['Machines', 'Try', 'Sites', 'Journal', 'Backup'])(
  'the view “%s” says so in both languages, and everybody can read it',
  async (view) => {
    await options.bringToFront();
    await openView(options, view);
    await options.waitForSelector(`nav a[aria-current="page"]::-p-text(${view})`);
    await saysInBothLanguages(options);
  },
);

test('the first page says so in both languages, and everybody can read it', async () => {
  await firstRun.bringToFront();
  await saysInBothLanguages(firstRun);
});

async function saysInBothLanguages(page: Page): Promise<void> {
  await shows(page, 'All tool calls are stopped');
  await shows(page, 'in the popup. Every call on every site is refused until you lift it.');
  await shows(page, '“Let calls run again…” lifts it, in the popup behind the button in the toolbar.');
  expect(await violationsIn(page)).toEqual([]);
  await chooseLanguage(page, 'zh-CN');
  await shows(page, '所有工具调用均已停止');
  await shows(page, '在工具栏按钮打开的弹出窗口中点击“恢复调用…”即可解除');
  await page.waitForFunction(() => document.documentElement.lang === 'zh-CN');
  expect(await violationsIn(page)).toEqual([]);
  await chooseLanguage(page, 'en');
  await page.waitForFunction(() => document.documentElement.lang === 'en');
}

test('what it leads to lifts the stop, and then nothing is said of it any more', async () => {
  await options.bringToFront();
  const opened = harness.browser.waitForTarget((target) => target.url().endsWith('/popup.html'));
  await options.locator(link('It opens in a tab, too.')).click();
  const popup = await (await opened).page();
  if (popup === null) throw new Error('There is no page behind the link.');
  await press(popup, 'Let calls run again…');
  await press(popup, 'Let calls run');
  for (const page of [options, firstRun]) await showsNot(page, 'All tool calls are stopped');
});
