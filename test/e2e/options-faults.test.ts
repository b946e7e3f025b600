/**
 * What the options say when something of the browser fails: storage that cannot be written, a journal that cannot be opened, a
 * background that does not answer. What fails is replaced by something that fails as the browser's does; all else is real.
 */
import type { Page, WebWorker } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsIn } from '../ui/axe.ts';
import { button, combobox, complementary, listitem, textbox, toggle } from './by.ts';
import { Harness, pasteText, press } from './harness.ts';
import { chooseLanguage, openView } from './options-page.ts';

let harness: Harness;
let options: Page;
const faults: string[] = [];

const WHY = 'FILE_ERROR_NO_SPACE';
const SITE = '*://127.0.0.1/*';
const ITEM = listitem(SITE);
const UNSAVED = `${complementary('Machine sets')} button::-p-text(not saved)`;
const MACHINES =
  'machines:\n  - name: mine\n    initial: one\n    transitions:\n      - { on: Read, from: one, to: one }\n';

interface ChromeApi {
  readonly storage: { readonly local: { set: unknown } };
  readonly runtime: { connect: unknown };
}

beforeAll(async () => {
  harness = await Harness.start();
  options = await harness.openOptions();
  await options.setViewport({ width: 1400, height: 1000 });
  options.on('pageerror', (error) => faults.push(String(error)));
}, 180_000);

afterAll(() => harness?.[Symbol.asyncDispose]());

/** Waits until an alert says this. */
const alerts = (words: string): Promise<unknown> => options.waitForSelector(`[role="alert"]::-p-text(${words})`);
const silent = (): Promise<unknown> => options.waitForSelector('main [role="alert"]', { hidden: true });

/** From now on nothing can be written to the extension's storage, in this page or worker. */
function fillStorage(of: Page | WebWorker): Promise<void> {
  return of.evaluate((why) => {
    (globalThis as unknown as { chrome: ChromeApi }).chrome.storage.local.set = () => {
      throw new Error(why);
    };
  }, WHY);
}

test('a machine set that cannot be saved says why, and is kept', async () => {
  const target = await harness.browser.waitForTarget((one) => one.type() === 'service_worker');
  const worker = await target.worker();
  if (worker === null) throw new Error('The background has no worker.');
  await fillStorage(worker);
  await press(options, 'New set');
  await options.locator(textbox('Name')).fill('mine');
  await pasteText(options, MACHINES);
  await press(options, 'Save');
  await alerts(WHY);
  await options.waitForSelector(UNSAVED);
});

test('a switch that cannot be stored says why, and stays where it was', async () => {
  await options.locator(button('call-budget 1 machine')).click();
  await options.locator(toggle(SITE)).click();
  await alerts(WHY);
  expect(await options.$eval(toggle(SITE), (one) => (one as HTMLInputElement).checked)).toBe(false);
});

test('a site that cannot be changed says why, where the person sees it', async () => {
  await openView(options, 'Sites');
  await silent();
  await options.setViewport({ width: 700, height: 300 });
  await options.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await options.select(combobox(`Mode on ${SITE}`), 'off');
  await alerts(WHY);
  const seen = await options.$eval('main [role="alert"]', (one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  expect(seen).toBe(true);
  await options.setViewport({ width: 1400, height: 1000 });
});

test('rules and removal that cannot be stored say why', async () => {
  await openView(options, 'Backup');
  await openView(options, 'Sites');
  await options.locator(`${ITEM} summary`).click();
  await options.locator(`${ITEM} ${textbox('Seconds that a call waits for a person')}`).fill('90');
  await options.locator(`${ITEM} ${button('Save rules')}`).click();
  await options.waitForSelector(`${ITEM} form [role="alert"]::-p-text(${WHY})`);
  await options.locator(`${ITEM} ${button('Remove this site')}`).click();
  await press(options, 'Remove');
  await options.waitForSelector(`${ITEM} [role="alert"]:not(form *)::-p-text(${WHY})`);
});

test('a language that cannot be stored says so', async () => {
  await fillStorage(options);
  await chooseLanguage(options, 'zh-CN');
  await alerts(`The choice could not be stored: ${WHY}`);
});

test('texts that are not saved and find no room to be kept are said to be lost with the page', async () => {
  await options.reload();
  await options.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await openView(options, 'Machines');
  await options.locator(UNSAVED).click();
  await pasteText(options, `${MACHINES}# more\n`);
  await alerts('they are lost when this page is closed');
  expect(await violationsIn(options)).toEqual([]);
  await press(options, 'Discard');
  await options.waitForSelector('[role="alert"]::-p-text(they are lost)', { hidden: true });
});

test('a journal that cannot be opened says why in every view that reads it, and is read when it can be', async () => {
  await options.evaluateOnNewDocument(() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = () => {
      throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
    };
    addEventListener('repaired', () => {
      IDBFactory.prototype.open = open;
    });
  });
  await options.reload();
  await openView(options, 'Journal');
  await alerts('The journal cannot be read.');
  await press(options, 'Export as JSONL');
  await alerts('The journal could not be exported');
  await openView(options, 'Try');
  await press(options, 'Record from now on');
  await alerts('Internal error opening backing store');
  await press(options, 'Try on the journal');
  await options.waitForFunction(() => document.querySelectorAll('main [role="alert"]').length === 2);
  await openView(options, 'Journal');
  await alerts('The journal cannot be read.');
  await options.evaluate(() => dispatchEvent(new Event('repaired')));
  await press(options, 'Try again');
  await options.waitForSelector('main ::-p-text(Nothing is recorded yet.)');
});

test('a background that does not answer is said to be silent, with what to do', async () => {
  await options.evaluateOnNewDocument(() => {
    (globalThis as unknown as { chrome: ChromeApi }).chrome.runtime.connect = () => {
      const nobody = { addListener: () => undefined };
      return { postMessage: () => undefined, onMessage: nobody, onDisconnect: nobody };
    };
    const later = setTimeout;
    // Nobody waits as long as a person would.
    Object.assign(globalThis, { setTimeout: (work: () => void) => later(work, 0) });
  });
  await options.reload();
  await alerts('Interlock’s background does not answer');
  await alerts('Reload this page; if that does not help');
  expect(await violationsIn(options)).toEqual([]);
});

test('none of this was left to the console alone', () => {
  expect(faults).toEqual([]);
});
