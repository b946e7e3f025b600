/**
 * What is photographed: every scene, and some of them after a person has done something. Plain data; buttons are named by the
 * words of neither language, so that a shot works in both.
 */
import type { Page } from 'puppeteer-core';
import { BAD_BACKUP, OTHER_SETTINGS } from './backups.ts';
import { OPTIONS_SCENES } from './options-scenes.ts';
import { NOTICES, OVERVIEWS } from './scenes.ts';

export interface Shot {
  readonly name: string;
  readonly scene: string;
  readonly width: number;
  readonly height: number;
  /** What is done before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

const popup = { width: 400, height: 600 };
const wide = { width: 1180, height: 860 };
const narrow = { width: 320, height: 900 };

/** Plays the example and goes one step on. */
async function playExample(page: Page): Promise<void> {
  await press('.trace-input > .set-actions > button:last-child')(page);
  await press('.step-controls .primary')(page);
  await page.waitForSelector('.step-detail svg');
}

/** Presses the first element that the selector finds. */
const press =
  (selector: string) =>
  (page: Page): Promise<void> =>
    page.locator(selector).click();

async function decideSome(page: Page): Promise<void> {
  for (const button of ['.allow', '.deny', '.allow', '.deny']) await press(`button${button}:enabled`)(page);
}

async function editFirst(page: Page): Promise<void> {
  await press('button.ways')(page);
  await press('.ways-list li:last-child button:enabled')(page);
  await page.waitForSelector('.edit textarea');
}

/** Changes the last card's last argument, and allows it so. */
export async function changeLast(page: Page): Promise<void> {
  await page.$$eval('button.ways', (all) => all.at(-1)?.click());
  await press('.ways-list li:last-child button:enabled')(page);
  await page.locator('.edit-field:last-child textarea').fill('content/posts');
  await press('.edit button.allow:enabled')(page);
  await page.waitForSelector('.hindrance, .outcome-refused');
}

/** Makes all calls of the first page's task, and denies the last. */
async function makeCalls(page: Page): Promise<void> {
  for (let n = 0; n < 4; n++) await press('.actions .primary:enabled')(page);
  await press('.step-decision .button:last-child')(page);
  await page.waitForSelector('.step-decision', { hidden: true });
}

/** Changes a set of one's own, and looks at the changes before they are saved. */
async function compare(page: Page): Promise<void> {
  await press('.set-item')(page);
  await press('.cm-content')(page);
  await page.keyboard.down('Control');
  await page.keyboard.press('Home');
  await page.keyboard.up('Control');
  await page.keyboard.type('# Who releases, reads first.\n');
  await press('.set-buttons [aria-pressed]')(page);
  await page.waitForSelector('.cm-changedLine');
}

/** Narrows the journal down to what has these letters. */
const filter =
  (text: string) =>
  async (page: Page): Promise<void> => {
    const before = await page.$$eval('.entries > li', (all) => all.length);
    await page.locator('.filters label:nth-of-type(2) input').fill(text);
    await page.waitForFunction((count) => document.querySelectorAll('.entries > li').length !== count, {}, before);
  };

async function denyCrowd(page: Page): Promise<void> {
  await press('.deny-all')(page);
  await press('.run-head .note button[type="submit"]')(page);
  await page.waitForSelector('.waiting > .outcome-denied');
}

async function resetFirst(page: Page): Promise<void> {
  await press('.row-instance')(page);
  await press('.history footer > .button')(page);
  await press('.history header .icon-button')(page);
}

async function openCoverage(page: Page): Promise<void> {
  await press('.coverage summary')(page);
  await page.waitForSelector('.channels');
}

async function scrollDown(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 150_000));
  await page.waitForFunction(() => document.querySelectorAll('.row-coming').length === 0);
}

async function openFirstSite(page: Page): Promise<void> {
  await press('.site summary')(page);
  await press('.site-test button')(page);
  await page.waitForSelector('.seen-pages');
}

/** Gives the backup view a file. */
const openBackup =
  (text: string) =>
  async (page: Page): Promise<void> => {
    await page.$eval(
      '.backup input[type="file"]',
      (input, content) => {
        const files = new DataTransfer();
        files.items.add(new File([content], 'backup.json'));
        (input as HTMLInputElement).files = files.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
      },
      text,
    );
    await page.waitForSelector('.preview, .backup .problem');
  };

export const SHOTS: readonly Shot[] = [
  ...Object.keys(OVERVIEWS).map((scene) => ({ name: `popup-${scene}`, scene, ...popup })),
  ...Object.keys(OPTIONS_SCENES).map((scene) => ({ name: scene, scene, ...wide })),
  ...Object.keys(NOTICES).map((scene) => ({ name: scene, scene, width: 480, height: 280 })),
  { name: 'notice-narrow', scene: 'notice-many', ...narrow, height: 400 },
  { name: 'options-sites-open', scene: 'options-sites', ...wide, height: 1200, act: openFirstSite },
  { name: 'options-sites-narrow', scene: 'options-sites-difficult', ...narrow },
  { name: 'options-journal-open', scene: 'options-journal', ...wide, act: press('.entry summary') },
  { name: 'options-journal-filtered', scene: 'options-journal', ...wide, act: filter('"seq":99') },
  { name: 'options-journal-no-match', scene: 'options-journal', ...wide, act: filter('no such text') },
  { name: 'options-journal-narrow', scene: 'options-journal', ...narrow },
  { name: 'options-backup-preview', scene: 'options-backup', ...wide, act: openBackup(OTHER_SETTINGS) },
  { name: 'options-backup-bad', scene: 'options-backup', ...wide, act: openBackup(BAD_BACKUP) },
  { name: 'first-run', scene: 'first-run', width: 900, height: 1800 },
  { name: 'first-run-stopped', scene: 'first-run-stopped', width: 900, height: 600 },
  { name: 'first-run-played', scene: 'first-run', width: 900, height: 1800, act: makeCalls },
  { name: 'first-run-narrow', scene: 'first-run', ...narrow },
  { name: 'options-try-played', scene: 'options-try', ...wide, height: 1200, act: playExample },
  { name: 'options-stopped-narrow', scene: 'options-stopped', ...narrow },
  { name: 'options-compare', scene: 'options', ...wide, act: compare },
  { name: 'options-compare-narrow', scene: 'options', ...narrow, height: 1400, act: compare },
  { name: 'options-narrow', scene: 'options-errors', ...narrow },
  { name: 'popup-history', scene: 'three-instances', ...popup, act: press('.row-instance') },
  { name: 'popup-history-narrow', scene: 'long', ...narrow, act: press('.row-instance') },
  { name: 'popup-reset', scene: 'three-instances', ...popup, act: resetFirst },
  { name: 'popup-coverage', scene: 'three-instances', ...popup, height: 900, act: openCoverage },
  { name: 'popup-coverage-wide', scene: 'observed', width: 800, height: 900, act: openCoverage },
  { name: 'popup-lift', scene: 'stopped', ...popup, act: press('.stop-banner > button') },
  { name: 'popup-long-narrow', scene: 'long', ...narrow },
  { name: 'popup-ten-thousand-end', scene: 'ten-thousand', ...popup, act: scrollDown },
  { name: 'popup-note', scene: 'one', ...popup, act: press('button.add-note') },
  { name: 'popup-code-open', scene: 'code', ...popup, act: press('.argument-actions button') },
  { name: 'popup-ways', scene: 'one', ...popup, height: 720, act: press('button.ways') },
  { name: 'popup-edit', scene: 'one', ...popup, act: editFirst },
  { name: 'popup-edit-failed', scene: 'failing', ...popup, height: 1200, act: changeLast },
  { name: 'popup-edit-refused', scene: 'granted', ...popup, act: changeLast },
  { name: 'popup-keys', scene: 'one', ...popup, act: press('.keys-button') },
  { name: 'popup-three-all', scene: 'three', ...popup, height: 2000 },
  { name: 'popup-three-narrow', scene: 'three', ...narrow, height: 2000 },
  { name: 'popup-crowd-deny', scene: 'crowd', ...popup, act: press('.deny-all') },
  { name: 'popup-crowd-denied', scene: 'crowd', ...popup, act: denyCrowd },
  { name: 'popup-crowd-narrow', scene: 'crowd', ...narrow },
  { name: 'popup-decided', scene: 'twelve', ...popup, act: decideSome },
];

/** A picture in the README: a file of `docs/images`. */
export interface ReadmeShot extends Shot {
  readonly file: string;
  readonly theme: 'light' | 'dark';
}

export const README_SHOTS: readonly ReadmeShot[] = [
  { name: 'popup', file: 'popup.png', theme: 'light', scene: 'three', width: 400, height: 800 },
  { name: 'machines', file: 'machines.png', theme: 'light', scene: 'options', width: 1180, height: 560 },
  { name: 'try', file: 'try.png', theme: 'dark', scene: 'options-try', width: 1180, height: 980, act: playExample },
];
