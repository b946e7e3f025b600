/**
 * The extension in Firefox as a person uses it: its pages, held calls of a page on loopback, sites and machines, the kill switch.
 *
 * Popup and options stand in windows of their own. The browser's question for a site's permission is answered with yes, by a
 * preference.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildExtension } from '../../scripts/extension.ts';
import { findBrowser } from '../../scripts/start/find-browser.ts';
import { type Console, startConsole } from '../console/start.ts';
import { FirefoxPage, SYSTEM_ACCESS } from './firefox-page.ts';
import { callTool } from './harness.ts';
import { startTinySite, type TinySite } from './tiny-site.ts';

/** Firefox gives an extension a host name at random; here it is known beforehand. */
const HOST = '3f0c1c8e-6a55-4c39-9a53-0d6c1f7f2b11';
const BASE = `moz-extension://${HOST}/`;
const PREFERENCES = {
  'extensions.webextensions.uuids': JSON.stringify({ 'interlock@interlock.dev': HOST }),
  'extensions.webextOptionalPermissionPrompts': false,
};
const ENTER = '\uE007';

const place = await findBrowser(['firefox']);
const firefox = test.skipIf(place === undefined);

let browser: Browser;
let site: Console;
let tiny: TinySite;
let page: Page;
let options: FirefoxPage;
let popup: FirefoxPage;

beforeAll(async () => {
  if (place === undefined) return;
  [site, tiny] = await Promise.all([startConsole(), startTinySite()]);
  const extension = await buildExtension('firefox', () => undefined);
  const launch = { executablePath: place.path, args: [SYSTEM_ACCESS], extraPrefsFirefox: PREFERENCES };
  browser = await puppeteer.launch({ ...launch, browser: 'firefox' });
  await browser.installExtension(extension);
  page = await browser.newPage();
  await page.goto(site.url);
  await page.evaluate(() => window.agentConsole.ready);
  options = await FirefoxPage.open(browser, `${BASE}options.html`);
  await options.click('button', 'confirm-before-delete 1 machine');
  await options.click('switch', '*://127.0.0.1/*');
  popup = await FirefoxPage.open(browser, `${BASE}popup.html`);
  await popup.goto(`${BASE}popup.html?tab=${await popup.evaluate(tabOfConsole)}`);
  await popup.says('read-before-write, confirm-before-delete');
}, 120_000);

beforeEach(async () => {
  if (site !== undefined) await writeFile(file('a.txt'), 'old');
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([site?.close(), tiny?.[Symbol.asyncDispose]()]);
});

/** Runs in a page of the extension. */
async function tabOfConsole(): Promise<number> {
  const { tabs } = (globalThis as unknown as { browser: { tabs: { query(q: object): Promise<{ id: number }[]> } } })
    .browser;
  return (await tabs.query({ url: 'http://127.0.0.1/*' }))[0]?.id ?? 0;
}

/** Runs in a page of the extension: replaces the text of the editor as pasting does. Only Firefox has such words for it. */
function paste(data: string): void {
  const editor = document.querySelector<HTMLElement>('[role="textbox"][contenteditable]');
  editor?.focus();
  if (editor) getSelection()?.selectAllChildren(editor);
  const pasted = { data, dataType: 'text/plain', bubbles: true, cancelable: true };
  editor?.dispatchEvent(new ClipboardEvent('paste', pasted));
}

const file = (name: string): string => join(site.scratch, name);
const read = () => callTool(page, 'read_text_file', { path: file('a.txt') });
const remove = () => callTool(page, 'delete_file', { path: file('a.txt') });

firefox('after the installation a page shows what a guarded call looks like', async () => {
  const first = await FirefoxPage.found(browser, `${BASE}first-run.html`);
  await first.click('button', 'Make the first call');
  await first.says('Read notes.md before writing.');
});

firefox('a held call runs once it is allowed in the popup', async () => {
  const outcome = remove();
  await popup.says('A person has to allow the deletion');
  expect(existsSync(file('a.txt'))).toBe(true);
  await popup.click('button', 'Allow once');
  expect(await outcome).toMatchObject({ isError: false });
  expect(existsSync(file('a.txt'))).toBe(false);
});

firefox('a held call that is denied does not run, and the model reads the note', async () => {
  const outcome = remove();
  // A card that has just come takes no key.
  await popup.ready('button', 'Allow once');
  await popup.click('button', 'Deny with a note…');
  await popup.click('textbox', 'Note to the model (optional)');
  await popup.type(`Keep it.${ENTER}`);
  expect(await outcome).toMatchObject({ isError: true, text: expect.stringContaining('Keep it.') });
  expect(existsSync(file('a.txt'))).toBe(true);
});

firefox('the kill switch refuses calls until it is lifted', async () => {
  await popup.click('button', 'Stop all tool calls everywhere');
  await popup.says('All tool calls are stopped');
  expect(await read()).toMatchObject({ isError: true, text: expect.stringContaining('kill switch') });
  await popup.click('button', 'Let calls run again…');
  await popup.click('button', 'Let calls run');
  await popup.until(() => !document.body.textContent.includes('All tool calls are stopped'));
  expect(await read()).toMatchObject({ isError: false });
});

firefox('machines with a mistake are not saved, and those without one are', async () => {
  const text = 'machines:\n  - name: mine\n    initial: a\n    transitions:\n      - { on: T, from: a, to: a }\n';
  await options.click('button', 'New set');
  await options.click('textbox', 'Name');
  await options.type('mine');
  await options.evaluate(paste, text.replace('initial', 'intial'));
  await options.says('Did you mean');
  await options.click('button', 'Save');
  await options.says('Not saved');
  await options.evaluate(paste, text);
  await options.until(() => document.querySelector('.cm-lintRange-error') === null);
  await options.click('button', 'Save');
  await options.until(() => document.querySelector('h1')?.textContent === 'mine');
});

firefox('a site that is added is guarded', async () => {
  await options.click('link', 'Sites');
  await options.click('textbox', 'Add a site by its match pattern');
  await options.type('http://app.localhost/*');
  await options.click('button', 'Add');
  await options.says('is guarded now');
  const other = await browser.newPage();
  await other.goto(`http://app.localhost:${tiny.port}/`);
  const call = (window: unknown): Promise<unknown> =>
    (window as { callTool(name: string, args: object): Promise<unknown> }).callTool('write_file', { path: '/a' });
  expect(await other.evaluate(`(${String(call)})(window)`)).toMatchObject({ isError: true });
  expect(tiny.called).toEqual([]);
  await other.close();
});

firefox('a language that is chosen shows on all open pages at once', async () => {
  await options.choose('Language', 'zh-CN');
  for (const shown of [options, popup]) await shown.until(() => document.documentElement.lang === 'zh-CN');
  await options.says('站点');
  await options.choose('语言', 'en');
  for (const shown of [options, popup]) await shown.until(() => document.documentElement.lang === 'en');
});
