/**
 * Every view, opened and used in English and then switched to Chinese and back while it is open: nothing of it stays in the other
 * language.
 */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Language } from '../../entrypoints/ui/i18n/language.ts';
import { pasteText } from '../e2e/harness.ts';
import { chineseTexts, latinWords, textsOf } from '../support/latin-words.ts';
import { SHOTS, type Shot } from './shots.ts';
import { type Stage, startStage } from './stage.ts';

/** Words of the scenes: of people, pages, tools, arguments, states; and the harness's own title. */
const SCENES: readonly (string | RegExp)[] = [
  'Interlock views',
  'localhost',
  /(?:Changing|Deleting|Edits|Listing|Moving|Publishing|Writing) .*(?:needs? a person|has to agree)\.$/gu,
  /^Read "[^"]*" before writing it\.$/gu,
  'Finish the protocol work: 1 file is unread.',
  'What a page of somebody else shows.',
  'Keep the draft, and copy it instead.',
  'Release notes – Agent playground',
  /^\{"path":"content.*…$/gu,
  ...['MCP Inspector', 'Playground', 'Bash', 'Edit', 'Read', 'Write', 'Push', 'approved by Bob'],
  ...['absent', 'partial', 'present', 'read', 'running', 'unread', 'written'],
  ...['action', 'build', 'command', 'content', 'description', 'destination', 'dryRun', 'note', 'options', 'owner'],
  ...['parse', 'path', 'pattern', 'release', 'repo', 'site', 'source', 'false'],
  ...[/file⟨RLO⟩gpj\.exe/gu, /proj⟨ZWSP⟩ects/gu],
];

const TRACE = [
  '{"type":"run_start"}',
  '{"type":"call","id":"c1","tool":"Write","args":{"file_path":"a.txt"}}',
  '{"type":"step"}',
  '{"type":"call","id":"c2","tool":"Read","args":{"file_path":"a.txt"}}',
  '{"type":"result","id":"c2","status":"error","content":"no"}',
  '{"type":"event","name":"step.before_inference"}',
  '{"type":"approve","id":"c9"}',
  '{"type":"reject","id":"c8"}',
  '{"type":"call","id":3}',
  '{"type":}',
  '{"type":"run_end"}',
].join('\n');

const fill =
  (selector: string, text: string) =>
  (page: Page): Promise<void> =>
    page.locator(selector).fill(text);

/** Plays a trace with a step of every kind, and looks at each. */
async function playAll(page: Page): Promise<void> {
  await fill('.trace-input textarea', TRACE)(page);
  await page.waitForSelector('.steps li:nth-child(11)');
}

async function breakEdit(page: Page): Promise<void> {
  await page.locator('button.ways').click();
  await page.locator('.ways-list li:last-child button:enabled').click();
  await page.locator('.edit button.link').click();
  await fill('.edit textarea', '{"path": x}')(page);
  await page.waitForSelector('.edit .hindrance');
}

async function tryOnJournal(page: Page): Promise<void> {
  await page.locator('section:last-of-type > .set-actions > .button').click();
  await page.waitForSelector('.findings');
}

/** Rules of the first site that cannot be used. */
async function breakRules(page: Page): Promise<void> {
  await page.locator('.site summary').click();
  const fields = await page.$$('details[open] .site-rules input[type="text"]');
  for (const field of fields) {
    await field.click({ count: 3 });
    await field.type('[');
  }
}

const wide = { width: 1180, height: 1000 };
const popup = { width: 400, height: 600 };

/** What has to be read, but need not be looked at. */
const MORE: readonly Shot[] = [
  { name: 'edit-broken', scene: 'one', ...popup, act: breakEdit },
  {
    name: 'yaml',
    scene: 'options-errors',
    ...wide,
    act: (page) => pasteText(page, 'machines: [\n  - name: "x\n'),
  },
  { name: 'trace', scene: 'options-try', ...wide, act: playAll },
  { name: 'what-if', scene: 'options-try', ...wide, act: tryOnJournal },
  { name: 'rules', scene: 'options-sites', ...wide, act: breakRules },
  { name: 'pattern', scene: 'options-sites', ...wide, act: fill('.add-site input', 'app.localhost') },
];

/** Each scene once, however many sizes it is looked at in. */
const VIEWS = [...SHOTS, ...MORE].filter(
  ({ scene, act }, at, all) => all.findIndex((one) => one.scene === scene && one.act === act) === at,
);

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
}, 120_000);

afterAll(() => stage?.[Symbol.asyncDispose]());

const speak = (page: Page, language: Language): Promise<void> =>
  page.evaluate((detail) => {
    dispatchEvent(new CustomEvent('language', { detail }));
  }, language);

test.each(VIEWS.map((shot) => [shot.name, shot] as const))(
  '%s is all Chinese when Chinese is chosen, and all English again',
  async (_, shot) => {
    const page = await stage.open({ ...shot, theme: 'light' });
    await shot.act?.(page);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    await speak(page, 'zh-CN');
    await expect.poll(async () => latinWords(await textsOf(page), SCENES), { timeout: 10_000 }).toEqual([]);
    await speak(page, 'en');
    await expect.poll(async () => chineseTexts(await textsOf(page)), { timeout: 10_000 }).toEqual([]);
    await page.close();
  },
);
