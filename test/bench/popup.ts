/**
 * How fast the popup opens, filters and scrolls in a real Chromium, among none, a thousand and ten thousand instances; and how much
 * script it loads first.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'puppeteer-core';
import { buildExtension } from '../../scripts/extension.ts';
import { callTool, Harness } from '../e2e/harness.ts';

const SIZES = [0, 1_000, 10_000];
const OPENINGS = 25;
const COLD_OPENINGS = 9;

/** Address of the extension's folder. */
let extension = '';

async function extensionUrl(harness: Harness): Promise<string> {
  const popup = await harness.openPopup();
  const url = new URL('.', popup.url()).href;
  await popup.close();
  return url;
}

interface Opening {
  readonly instances: number;
  /** Milliseconds to usable content: with the worker awake, and with one that has to be started; and of a page that has nothing to do. */
  readonly warm: readonly number[];
  readonly cold: readonly number[];
  readonly empty: readonly number[];
  /** Milliseconds from a key in the filter to its rows; the longest frame while the list is scrolled through. */
  readonly filter: number;
  readonly frame: number;
}

export async function benchPopup(print: (text: string) => void): Promise<void> {
  print(await firstLoad());
  await using harness = await Harness.start();
  extension = await extensionUrl(harness);
  const page = await harness.openConsole();
  await callTool(page, 'list_directory', { path: harness.site.scratch });
  await callTool(page, 'read_text_file', { path: join(harness.site.scratch, 'first.txt') });
  const rows: Opening[] = [];
  for (const instances of SIZES) {
    await fill(harness, instances);
    await harness.killWorker();
    rows.push(await measured(harness, instances));
  }
  print(table(rows));
}

/** Every script that the popup loads before it can draw, compressed. */
async function firstLoad(): Promise<string> {
  const folder = await buildExtension('chromium', () => undefined);
  const scripts = await firstScripts(folder);
  const sizes = scripts.map((text) => gzipSync(text).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return `The popup loads ${(total / 1000).toFixed(1)} kB of script first (gzip, ${sizes.length} files).\n`;
}

/** The scripts that `popup.html` names, and those they import. */
export async function firstScripts(folder: string): Promise<readonly Buffer[]> {
  const html = await readFile(join(folder, 'popup.html'), 'utf8');
  const wanted = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1] ?? '');
  const scripts = new Map<string, Buffer>();
  for (let file = wanted.pop(); file !== undefined; file = wanted.pop()) {
    if (scripts.has(file)) continue;
    const script = await readFile(join(folder, file));
    scripts.set(file, script);
    const imports = [...script.toString().matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)];
    for (const [, name = ''] of imports) wanted.push(join(file, '..', name));
  }
  return [...scripts.values()];
}

async function measured(harness: Harness, instances: number): Promise<Opening> {
  const warm: number[] = [];
  const empty: number[] = [];
  const cold: number[] = [];
  await opened(harness, instances);
  // In turn: a machine that has something else to do is slow for both.
  for (let n = 0; n < OPENINGS; n++) {
    warm.push(await opened(harness, instances));
    empty.push(await openedEmpty(harness));
  }
  for (let n = 0; n < COLD_OPENINGS; n++) {
    await harness.killWorker();
    cold.push(await opened(harness, instances));
  }
  const popup = await openPopup(harness, instances);
  const used = instances === 0 ? { filter: 0, frame: 0 } : await inUse(popup);
  await popup.close();
  return { instances, warm, cold, empty, ...used };
}

/** Milliseconds from the beginning of the page to the frame that shows its content. */
async function opened(harness: Harness, instances: number): Promise<number> {
  const popup = await openPopup(harness, instances);
  const ms = await popup.evaluate(() => performance.getEntriesByName('usable')[0]?.startTime ?? Number.NaN);
  await popup.close();
  return ms;
}

/** The same for a page of the extension in which there is nothing to do: what the browser takes by itself. */
async function openedEmpty(harness: Harness): Promise<number> {
  const page = await openPage(harness, 'manifest.json', 'body');
  const ms = await page.evaluate(() => performance.getEntriesByName('usable')[0]?.startTime ?? Number.NaN);
  await page.close();
  return ms;
}

/** A popup that shows its instances, and has marked the moment of it in its own time. */
function openPopup(harness: Harness, instances: number): Promise<Page> {
  return openPage(harness, 'popup.html', instances === 0 ? '.instances[aria-busy="false"]' : '.row-instance');
}

async function openPage(harness: Harness, path: string, wanted: string): Promise<Page> {
  const popup = await harness.browser.newPage();
  await popup.evaluateOnNewDocument((selector) => {
    const look = (): void => {
      if (document.querySelector(selector) === null) requestAnimationFrame(look);
      else performance.mark('usable');
    };
    requestAnimationFrame(look);
  }, wanted);
  await popup.goto(`${extension}${path}`);
  await popup.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
  return popup;
}

async function inUse(popup: Page): Promise<{ readonly filter: number; readonly frame: number }> {
  return popup.evaluate(async () => {
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const input = document.querySelector<HTMLInputElement>('.instances input');
    if (input === null) throw new Error('There is no filter.');
    let longest = 0;
    let before = await frame();
    for (let top = 0; top < 60_000; top += 400) {
      scrollTo(0, top);
      const now = await frame();
      longest = Math.max(longest, now - before);
      before = now;
    }
    const asked = performance.now();
    input.value = 'part-99';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    while (document.querySelector('.instances-note')?.textContent === '') await frame();
    return { filter: performance.now() - asked, frame: longest };
  });
}

/** Puts instances into the thread that is there, behind the extension's back, as its store would have written them. */
async function fill(harness: Harness, count: number): Promise<void> {
  const page = await harness.openOptions();
  await page.evaluate(async (instances) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('interlock');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const transaction = database.transaction('rows', 'readwrite');
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
    });
    const rows = transaction.objectStore('rows');
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      const request = rows.getAllKeys(IDBKeyRange.bound('instance/', 'instance/\uffff'));
      request.onsuccess = () => resolve(request.result);
    });
    const first = String(keys[0] ?? '');
    const prefix = first.slice(0, first.lastIndexOf('/') + 1);
    const now = Date.now();
    for (let n = 0; n < instances; n++) {
      const since = { at: now - n * 1000, step: 0 };
      const row = { state: n % 2 ? 'read' : 'unread', data: {}, counters: {}, since, scope: 'thread', run: 0 };
      const rest = { violations: {}, violationsRun: 0, emitted: null };
      rows.put({ v: 1, seq: 0, row: { ...row, ...rest } }, `${prefix}${encodeURIComponent(`src/lib/part-${n}.ts`)}`);
    }
    await done;
    database.close();
  }, count);
  await page.close();
}

/** The value that a part of all lies below: half of them (0.5), or nine in ten (0.9). */
const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;

function table(rows: readonly Opening[]): string {
  const cell = (ms: number, width = 7): string => (ms === 0 ? '-' : ms.toFixed(0)).padStart(width);
  return [
    'The popup from the beginning of its page to usable content (ms; medians, and what nine in ten lie below). "empty" is a page of',
    'the extension that has nothing to do, opened in turn with the popup; "cold" is a worker that has to be started.',
    '| instances |   empty |    warm |  9/10 |  ratio |    cold |  9/10 |  filter | longest frame |',
    '| --------: | ------: | ------: | ----: | -----: | ------: | ----: | ------: | ------------: |',
    ...rows.map(({ instances, warm, cold, empty, filter, frame }) => {
      const [base, usual] = [quantile(empty, 0.5), quantile(warm, 0.5)];
      const started = `${cell(quantile(cold, 0.5))} | ${cell(quantile(cold, 0.9), 5)}`;
      const awake = `${cell(base)} | ${cell(usual)} | ${cell(quantile(warm, 0.9), 5)} | ${(usual / base).toFixed(2).padStart(6)}`;
      return `| ${String(instances).padStart(9)} | ${awake} | ${started} | ${cell(filter)} | ${cell(frame, 13)} |`;
    }),
    '',
  ].join('\n');
}
