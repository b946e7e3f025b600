/**
 * A backup as a person saves it and reads it in again, in the built extension: all that they have set is in it, and nothing is
 * changed before it was shown and agreed to.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { region } from './by.ts';
import { Harness, press } from './harness.ts';
import { chooseFiles, chooseLanguage, openView } from './options-page.ts';

let harness: Harness;
let options: Page;
let folder: string;
let backup: string;
let before: Stored;

/** What the extension keeps in its local storage, by key. */
type Stored = Readonly<Record<string, unknown>>;

interface ChromeApi {
  readonly storage: {
    readonly local: {
      get(keys: null): Promise<Stored>;
      set(items: Stored): Promise<void>;
      clear(): Promise<void>;
    };
  };
}

/** Everything that is stored, and whether a backup has it. What begins with `settings.before-` cannot be read by this version. */
const IN_BACKUP = ['language', 'settings'];
/** A stop is about the moment: whoever restores a backup neither stops everything by that nor lets it go on. */
const LEFT_OUT = ['killSwitch', 'settings.before-…'];

const PREVIEW = region('What would change');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlock-backup-'));
  harness = await Harness.start();
  await harness.saveSet('mine', await readFile('machines/call-budget.yaml', 'utf8'));
  await harness.setMode('off');
  options = await harness.openOptions();
  const session = await options.createCDPSession();
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
}, 180_000);

afterAll(async () => {
  await harness?.[Symbol.asyncDispose]();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const says = (words: string): Promise<unknown> => options.waitForSelector(`main ::-p-text(${words})`);
const inLanguage = (lang: string): Promise<unknown> =>
  options.waitForFunction((wanted) => document.documentElement.lang === wanted, {}, lang);
const previewed = (): Promise<string> => options.$eval(PREVIEW, (one) => one.textContent ?? '');
const stored = (): Promise<Stored> =>
  options.evaluate(() => (globalThis as unknown as { chrome: ChromeApi }).chrome.storage.local.get(null));
const open = (path: string): Promise<void> => chooseFiles(options, 'Open a backup…', path);

async function onDisk(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

test('a backup has the settings and the language as they are stored', async () => {
  await chooseLanguage(options, 'zh-CN');
  await inLanguage('zh-CN');
  before = await stored();
  await openView(options, '备份');
  await press(options, '保存备份');
  const saved = async (): Promise<string | undefined> =>
    (await readdir(folder)).find((name) => /^interlock-backup-.*\.json$/.test(name));
  await expect.poll(saved).toBeDefined();
  backup = join(folder, (await saved()) ?? '');
  expect(JSON.parse(await readFile(backup, 'utf8'))).toMatchObject({
    settings: before['settings'],
    language: 'zh-CN',
  });
});

test('a new installation is as the old one was once the preview is agreed to, and not before', async () => {
  await options.evaluate(() => (globalThis as unknown as { chrome: ChromeApi }).chrome.storage.local.clear());
  await inLanguage('en');
  await open(backup);
  await says('the language of the browser becomes 简体中文.');
  expect(await previewed()).toMatch(/Replaced\*:\/\/127\.0\.0\.1\/\*.*Addedmine/);
  expect(await stored()).toEqual({});
  await press(options, 'Apply all of it');
  await says('备份已生效');
  await inLanguage('zh-CN');
  expect(await stored()).toEqual(before);
});

test('a backup from before languages were in it is read in, and leaves the language as it is', async () => {
  const { language, ...older } = JSON.parse(await readFile(backup, 'utf8'));
  expect(language).toBe('zh-CN');
  older.settings.sets = [];
  await chooseLanguage(options, 'en');
  await inLanguage('en');
  await open(await onDisk('older.json', JSON.stringify({ ...older, version: 1 })));
  await says('The file is older and does not say');
  await press(options, 'Apply all of it');
  await says('The backup is in force.');
  expect(await stored()).toMatchObject({ language: 'en', settings: { sets: [] } });
});

test('a file that is no backup says so, and takes the preview of the one before away', async () => {
  await open(backup);
  await options.waitForSelector(PREVIEW);
  await open(await onDisk('photo.json', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff])));
  await says('“photo.json” was not opened: it is not text in UTF-8');
  await open(await onDisk('newer.json', '{ "interlock": "backup", "version": 3 }'));
  await says('This is a backup of version 3, of a newer Interlock; this one reads up to 2.');
  expect(await options.$(PREVIEW)).toBe(null);
});

test('all that is stored is in a backup or left out on purpose, and what is left out stays', async () => {
  const popup = await harness.openPopup();
  await press(popup, 'Stop all tool calls everywhere');
  await popup.waitForSelector(region('All tool calls are stopped'));
  await popup.close();
  await options.bringToFront();
  await options.evaluate(() =>
    (globalThis as unknown as { chrome: ChromeApi }).chrome.storage.local.set({ settings: 'unreadable' }),
  );
  await press(options, 'Start over with the defaults');
  await press(options, 'Start over');
  await options.waitForSelector('h1::-p-text(Backup)');
  const { killSwitch, ...others } = await stored();
  const keys = Object.keys({ killSwitch, ...others }).map((key) => key.replace(/-\d+$/, '-…'));
  expect(keys.sort()).toEqual([...IN_BACKUP, ...LEFT_OUT].sort());
  await open(backup);
  await press(options, 'Apply all of it');
  await inLanguage('zh-CN');
  expect(await stored()).toEqual({ ...others, ...before, killSwitch });
});
