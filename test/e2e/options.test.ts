/**
 * The options as a person uses them, in the built extension: language, sites with the browser's permission, journal and backup.
 *
 * The browser's own question for a permission cannot be answered without a display. So the site is allowed beforehand on the
 * browser's page for extensions, as a person can; the extension then asks in the click and gets it without a question. Only a
 * "no" is played.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildExtension } from '../../scripts/extension.ts';
import { findBrowser } from '../../scripts/start/find-browser.ts';
import { launchBrowser } from '../../scripts/start/launch-browser.ts';
import { interlock } from '../support/cli.ts';
import { button, list, listitem, region, searchbox, textbox } from './by.ts';
import { press } from './harness.ts';
import { chooseFiles, chooseLanguage, openView } from './options-page.ts';
import { startTinySite, type TinySite } from './tiny-site.ts';

let browser: Browser;
let site: TinySite;
let extension: string;
let options: Page;
let downloads: string;

/** Another name of this machine, and not one of the addresses that the extension may be on from the start. */
const SITE = 'http://app.localhost/*';
const SITES = `${list('Sites')} > li`;
const PREVIEW = region('What would change');

beforeAll(async () => {
  const place = await findBrowser(['chromium']);
  if (place === undefined) throw new Error('There is no Chromium to test with; npm test installs one.');
  site = await startTinySite();
  const folder = await buildExtension('chromium', () => undefined);
  const launched = await launchBrowser(place, folder, { headless: true });
  browser = launched.browser;
  extension = launched.extensionUrl ?? '';
  downloads = await mkdtemp(join(tmpdir(), 'interlock-downloads-'));
  options = await openPage('options.html');
  await allowInBrowser('http://app.localhost/*');
  const session = await options.createCDPSession();
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await site?.[Symbol.asyncDispose]();
  if (downloads !== undefined) await rm(downloads, { recursive: true, force: true });
});

interface SitePage {
  callTool(name: string, args: object): Promise<unknown>;
}

interface ChromeApi {
  readonly developerPrivate: {
    updateExtensionConfiguration(update: { extensionId: string; hostAccess: string }): Promise<void>;
    addHostPermission(extensionId: string, host: string): Promise<void>;
  };
  readonly permissions: { contains(permissions: { origins: string[] }): Promise<boolean>; request: unknown };
  readonly scripting: { getRegisteredContentScripts(): Promise<readonly { readonly matches?: string[] }[]> };
}

/** As a person does on the browser's page for extensions: "on specific sites", this one. */
async function allowInBrowser(origins: string): Promise<void> {
  const id = new URL(options.url()).host;
  const page = await browser.newPage();
  await page.goto('chrome://extensions/');
  await page.evaluate(
    async (extensionId, host) => {
      const { developerPrivate } = (globalThis as unknown as { chrome: ChromeApi }).chrome;
      await developerPrivate.updateExtensionConfiguration({ extensionId, hostAccess: 'ON_SPECIFIC_SITES' });
      await developerPrivate.addHostPermission(extensionId, host);
      await developerPrivate.updateExtensionConfiguration({ extensionId, hostAccess: 'ON_ALL_SITES' });
    },
    id,
    origins,
  );
  await page.close();
}

async function openPage(path: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${extension}${path}`);
  return page;
}

/** A page behind another one draws nothing, so it is looked at by the clock. */
const POLLED = { polling: 100 };

const text = (page: Page): Promise<string> => page.evaluate(() => document.body.textContent);
const says = (words: string): Promise<unknown> =>
  options.waitForFunction((wanted) => document.body.textContent.includes(wanted), POLLED, words);

const isDisabled = (name: string): Promise<boolean> =>
  options.$eval(name, (one) => (one as HTMLButtonElement).disabled);

const permitted = (): Promise<boolean> =>
  options.evaluate(
    (origins) => (globalThis as unknown as { chrome: ChromeApi }).chrome.permissions.contains({ origins: [origins] }),
    SITE,
  );

const registered = (): Promise<readonly (readonly string[])[]> =>
  options.evaluate(async () => {
    const scripts = await (
      globalThis as unknown as { chrome: ChromeApi }
    ).chrome.scripting.getRegisteredContentScripts();
    return scripts.map(({ matches }) => matches ?? []);
  });

/** The file that a click leads to. */
async function downloaded(click: () => Promise<void>, ending: string): Promise<string> {
  await click();
  const find = async (): Promise<string | undefined> =>
    (await readdir(downloads)).find((name) => name.endsWith(ending));
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  return join(downloads, (await find()) ?? '');
}

test('after the installation a page lets a person make calls that the engine decides', async () => {
  await browser.waitForTarget((target) => target.url() === `${extension}first-run.html`);
  const page = await openPage('first-run.html');
  await page.waitForSelector('h1');
  expect(await text(page)).not.toContain('Read notes.md before writing.');
  await press(page, 'Make the first call');
  await page.waitForSelector('::-p-text(Read notes.md before writing.)');
  await press(page, 'Make the next call');
  await page.waitForSelector('::-p-text(goes from “unread” to “read”)');
  await press(page, 'Make the next call');
  await page.waitForSelector('::-p-text(goes from “read” to “written”)');
  await press(page, 'Make the next call');
  await press(page, 'Allow once');
  await page.waitForSelector('::-p-text(goes from “kept” to “deleted”)');
  await page.close();
});

test('a language that is chosen shows on all open pages at once, and stays', async () => {
  const popup = await openPage('popup.html');
  await options.bringToFront();
  await chooseLanguage(options, 'zh-CN');
  for (const page of [options, popup]) {
    await page.waitForFunction(() => document.documentElement.lang === 'zh-CN', POLLED);
  }
  expect(await text(options)).toContain('站点');
  await options.reload();
  await options.waitForFunction(() => document.documentElement.lang === 'zh-CN', POLLED);
  await chooseLanguage(options, 'en');
  await popup.waitForFunction(() => document.documentElement.lang === 'en', POLLED);
  await popup.close();
});

test('a pattern that is none says why, and what may have been meant', async () => {
  await options.bringToFront();
  await openView(options, 'Sites');
  await options.locator(textbox('Add a site by its match pattern')).fill('http://app.localhost');
  await says('A path is missing');
  await press(options, `Use ${SITE}`);
  await says('Scheme, host, path');
});

test('a person who does not give the permission adds nothing', async () => {
  await options.evaluate(() => {
    const { permissions } = (globalThis as unknown as { chrome: { permissions: { request: unknown } } }).chrome;
    Object.assign(globalThis, { asked: permissions.request });
    permissions.request = async () => false;
  });
  await press(options, 'Add');
  await says('Nothing was added');
  expect(await options.$$(SITES)).toHaveLength(3);
  await options.evaluate(() => {
    const known = globalThis as unknown as { chrome: { permissions: { request: unknown } }; asked: unknown };
    known.chrome.permissions.request = known.asked;
  });
});

test('a site is added with the permission, and its pages are guarded', async () => {
  await press(options, 'Add');
  await says('is guarded now');
  expect(await permitted()).toBe(true);
  expect(await registered()).toEqual([[SITE], [SITE]]);
  const page = await browser.newPage();
  await page.goto(`http://app.localhost:${site.port}/`);
  const call = (name: string): Promise<unknown> =>
    page.evaluate((tool) => (globalThis as unknown as SitePage).callTool(tool, { path: '/plan.txt' }), name);
  expect(await call('write_file')).toMatchObject({
    content: [{ text: 'Read /plan.txt before writing.' }],
    isError: true,
  });
  expect(await call('read_text_file')).toMatchObject({ isError: false });
  expect(site.called).toEqual(['read_text_file']);
  await options.bringToFront();
});

test('the test of a site says which protocols its open pages speak', async () => {
  await options.locator(`${listitem(SITE)} summary`).click();
  await options.locator(`${listitem(SITE)} ${button('Test this site')}`).click();
  await says('Calls to tools over MCP were seen');
});

test('rules that cannot be used are said, and are not saved; others are there after a reload', async () => {
  const item = listitem('*://127.0.0.1/*');
  const seconds = `${item} ${textbox('Seconds that a call waits for a person')}`;
  const save = `${item} ${button('Save rules')}`;
  await options.locator(`${item} summary`).click();
  await options.locator(seconds).fill('1');
  await says('A number from 5 to 86,400.');
  expect(await isDisabled(save)).toBe(true);
  await options.locator(seconds).fill('90');
  await options.locator(save).click();
  await expect.poll(() => isDisabled(save)).toBe(true);
  await options.reload();
  await options.locator(`${item} summary`).click();
  await options.waitForSelector(seconds);
  expect(await options.$eval(seconds, (field) => (field as HTMLInputElement).value)).toBe('90');
});

test('the journal shows what happened, filtered, and its export is what the command line reads', async () => {
  await openView(options, 'Journal');
  await says('Read ');
  await options.locator(searchbox('Tool')).fill('write_file');
  const entries = `${list('Entries, newest first')} summary code`;
  const tools = (): Promise<readonly string[]> =>
    options.$$eval(entries, (all) => [...new Set(all.map((one) => one.textContent))]);
  await expect.poll(tools, { timeout: 10_000 }).toEqual(['write_file']);
  const file = await downloaded(() => press(options, 'Export as JSONL'), '.jsonl');
  const verified = await interlock(['verify', file]);
  expect([verified.code, verified.err]).toEqual([0, '']);
  const replayed = await interlock(['replay', file, '--machines', 'machines/read-before-write.yaml', '--exit-code']);
  expect([replayed.code, replayed.err]).toEqual([0, '']);
  expect(replayed.out).toContain('2 unchanged, 0 changed');
  const simulated = await interlock(['simulate', 'machines/read-before-write.yaml', file, '--json']);
  const verdicts = simulated.out.split('\n').flatMap((line) => /"verdict":"(\w+)"/.exec(line)?.[1] ?? []);
  expect([simulated.code, verdicts.length]).toEqual([0, 2]);
});

test('a backup is read in after a preview, as a whole', async () => {
  await openView(options, 'Backup');
  const file = await downloaded(() => press(options, 'Save a backup'), '.json');
  const backup = JSON.parse(await readFile(file, 'utf8'));
  backup.settings.sites = backup.settings.sites.filter(({ match }: { match: string }) => match !== '*://[::1]/*');
  backup.settings.sets.push({ name: 'mine', text: await readFile('machines/call-budget.yaml', 'utf8'), savedAt: 1 });
  await writeFile(file, JSON.stringify(backup));
  await chooseFiles(options, 'Open a backup…', file);
  await says('What would change');
  expect(await options.$eval(PREVIEW, (one) => one.textContent)).toMatch(/Removed\*:\/\/\[::1\]\/\*.*Addedmine/);
  await press(options, 'Apply all of it');
  await says('The backup is in force.');
  await openView(options, 'Sites');
  await expect.poll(async () => (await options.$$(SITES)).length).toBe(3);
});

test('a backup with mistakes says where they are, and changes nothing', async () => {
  await openView(options, 'Backup');
  const file = join(downloads, 'bad.json');
  await writeFile(
    file,
    '{ "interlock": "backup", "version": 1, "savedAt": "", "settings": { "version": 2, "sites": [{}], "sets": [] } }',
  );
  await chooseFiles(options, 'Open a backup…', file);
  await says('settings.sites.0.match');
  expect(await options.$(PREVIEW)).toBe(null);
});

test('a site that is removed gives its permission and its scripts back', async () => {
  await openView(options, 'Sites');
  await options.locator(`${listitem(SITE)} summary`).click();
  await options.locator(`${listitem(SITE)} ${button('Remove this site')}`).click();
  await press(options, 'Remove');
  await options.waitForSelector(listitem(SITE), { hidden: true });
  await expect.poll(permitted).toBe(false);
  await expect.poll(registered).toEqual([]);
});
