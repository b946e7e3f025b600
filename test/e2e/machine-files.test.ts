/**
 * Files of machines as a person opens, drops and exports them, in the built extension. What is dropped comes from the disk, by
 * the browser's own drag, so that folders are what they are.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { button, complementary, region, textbox } from './by.ts';
import { Harness, pasteText, press } from './harness.ts';
import { chooseFiles } from './options-page.ts';

let harness: Harness;
let options: Page;
let folder: string;
const faults: string[] = [];

const GOOD = await readFile('machines/call-budget.yaml', 'utf8');
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00]);

const NAME = textbox('Name');
const TEXT = textbox('Machines as YAML or JSON');
const SETS = complementary('Machine sets');
const DIAGNOSTICS = region('Diagnostics');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlock-files-'));
  harness = await Harness.start();
  options = await harness.openOptions();
  await options.setViewport({ width: 1400, height: 1000 });
  options.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  options.on('pageerror', (error) => faults.push(String(error)));
  const session = await options.createCDPSession();
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: join(folder, 'downloads') });
}, 180_000);

afterAll(async () => {
  await harness?.[Symbol.asyncDispose]();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** Each test begins without a text that is not saved. */
beforeEach(async () => {
  await options.evaluate(() => localStorage.clear());
  await options.reload();
  await options.waitForSelector(TEXT);
});

/** Waits for words that are said in a live region. */
const says = (role: 'alert' | 'status', words: string): Promise<unknown> =>
  options.waitForSelector(`[role="${role}"] ::-p-text(${words})`);
const nameShown = (name: string): Promise<void> =>
  expect.poll(() => options.$eval(NAME, (field) => (field as HTMLInputElement).value), { timeout: 10_000 }).toBe(name);
/** Names of the texts in the list that are not saved: their buttons say it behind the name. */
const unsaved = async (): Promise<readonly string[]> => {
  const items = await options.$$eval(`${SETS} button`, (all) => all.map((one) => one.textContent));
  return items.filter((item) => item.endsWith('not saved')).map((item) => item.slice(0, -'not saved'.length));
};
const kept = (): Promise<readonly (readonly [string, { readonly text: string }])[]> =>
  options.evaluate(() => JSON.parse(localStorage.getItem('interlock:drafts') ?? '[]'));

async function onDisk(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const choose = (...paths: readonly string[]): Promise<void> => chooseFiles(options, 'Open a file', ...paths);

/** Drags files from the desktop to the middle of what has this role and name, and lets go. */
async function drop(selector: string, ...paths: readonly string[]): Promise<void> {
  const box = await (await options.waitForSelector(selector))?.boundingBox();
  if (box === undefined || box === null) throw new Error(`There is no ${selector} to drop on.`);
  const at = { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 200) };
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const session = await options.createCDPSession();
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  await session.detach();
}

test('a file that is opened is a new set of its name, compiled and not saved', async () => {
  await choose(await onDisk('chosen.yaml', GOOD));
  await nameShown('chosen');
  await says('status', '“chosen” was opened as a new set, which is not saved.');
  await options.waitForSelector(`${DIAGNOSTICS} ::-p-text(Compiles)`);
  expect(await unsaved()).toEqual(['chosen']);
});

test('a file with an error is opened with its diagnostics, and nothing is saved', async () => {
  await choose(await onDisk('wrong.yaml', GOOD.replace('initial:', 'intial:')));
  await nameShown('wrong');
  await options.waitForSelector(`${DIAGNOSTICS} button::-p-text(intial)`);
  await press(options, 'Save');
  await says('alert', 'Not saved');
  expect(await unsaved()).toEqual(['wrong']);
});

test('several files are opened at once, and the one that is none says why', async () => {
  const paths = [await onDisk('one.yaml', GOOD), await onDisk('photo.png', PNG), await onDisk('two.json', '{}')];
  await choose(...paths);
  await nameShown('two');
  await says('status', '2 files were opened as new sets');
  await says('alert', '“photo.png” was not opened: it is not text in UTF-8. Choose a text file');
  expect(await unsaved()).toEqual(['one', 'two']);
  await press(options, 'Close');
  await options.waitForSelector('[role="alert"] ::-p-text(photo.png)', { hidden: true });
});

test('a file of more than two million bytes is refused with its size, one of just as many is opened', async () => {
  await choose(await onDisk('large.yaml', `# ${'x'.repeat(1_999_999)}`));
  await says('alert', '“large.yaml” was not opened: it has 2,000,001 bytes, and at most 2,000,000 are read.');
  expect(await unsaved()).toEqual([]);
  await choose(await onDisk('just.yaml', `# ${'x'.repeat(1_999_998)}`));
  await nameShown('just');
  await options.waitForSelector(`${DIAGNOSTICS} ::-p-text(The document has 2)`);
});

test('a file is dropped on the text, and what was written there stays', async () => {
  await press(options, 'New set');
  await options.locator(NAME).fill('begun');
  await pasteText(options, 'machines: # not done yet');
  await drop(TEXT, await onDisk('dropped.yaml', GOOD));
  await nameShown('dropped');
  expect(await unsaved()).toEqual(['begun', 'dropped']);
  await options.locator(button('begun not saved')).click();
  await options.waitForSelector(`${TEXT} ::-p-text(not done yet)`);
});

test('a file that has the name of a text that is not saved does not take its place', async () => {
  const path = await onDisk('same.yaml', GOOD);
  await choose(path);
  await nameShown('same');
  await pasteText(options, 'machines: # changed');
  await options.waitForFunction(() => localStorage.getItem('interlock:drafts')?.includes('# changed') === true);
  await choose(path);
  await says('status', '“same” was opened');
  await options.waitForFunction(() => document.querySelectorAll('button[aria-current="true"]').length === 1);
  expect((await kept()).map(([, { text }]) => text)).toEqual(['machines: # changed', GOOD]);
});

test('a folder that is dropped says that it is one, beside a file that is opened', async () => {
  const path = join(folder, 'a-folder');
  await mkdir(path);
  await drop(TEXT, path, await onDisk('beside.yaml', GOOD));
  await nameShown('beside');
  await says('alert', '“a-folder” was not opened: it is a folder, or it cannot be read');
  expect(await unsaved()).toEqual(['beside']);
});

test('a file is dropped on the list, too', async () => {
  await drop(SETS, await onDisk('listed.yaml', GOOD));
  await nameShown('listed');
  expect(await unsaved()).toEqual(['listed']);
});

test('beside the places for files, the page keeps files out and lets text be dragged', async () => {
  const refused = await options.evaluate(() => {
    const drag = (type: string, fill: (data: DataTransfer) => void): boolean => {
      const dataTransfer = new DataTransfer();
      fill(dataTransfer);
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('header')?.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const file = (data: DataTransfer): void => {
      data.items.add(new File(['machines: []'], 'beside.yaml'));
    };
    return [drag('dragover', file), drag('drop', file), drag('drop', (data) => data.setData('text/plain', 'words'))];
  });
  expect(refused).toEqual([true, true, false]);
  expect(await unsaved()).toEqual([]);
});

test('what is exported and opened again is the same, byte by byte', async () => {
  const source = '# 状态机 “🔒”\r\nmachines: []\r\n\r\n';
  await choose(await onDisk('round.yaml', source));
  await nameShown('round');
  await press(options, 'Export');
  const exported = join(folder, 'downloads', 'round.yaml');
  await expect.poll(() => readdir(join(folder, 'downloads')).catch(() => [])).toContain('round.yaml');
  expect(await readFile(exported, 'utf8')).toBe(source);
  await choose(exported);
  await options.waitForFunction(() => JSON.parse(localStorage.getItem('interlock:drafts') ?? '[]').length === 2);
  expect((await kept()).map(([, { text }]) => text)).toEqual([source, source]);
});

test('the page has had no error of all this', () => {
  expect(faults).toEqual([]);
});
