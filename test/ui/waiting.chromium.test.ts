/**
 * The waiting calls as a browser lays them out: every form of deciding in both themes and languages, at 320 pixels, and five
 * hundred calls.
 */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsIn } from './axe.ts';
import { changeLast } from './shots.ts';
import { mediaOf, type Stage, startStage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
}, 120_000);

afterAll(() => stage?.[Symbol.asyncDispose]());

type Language = 'en' | 'zh-CN';

const open = (scene: string, language: Language = 'en', width = 320): Promise<Page> =>
  stage.open({ scene, theme: 'light', language, width, height: 700 });

const press = (page: Page, selector: string): Promise<void> => page.locator(selector).click();

async function edit(page: Page): Promise<void> {
  await press(page, 'button.ways');
  await press(page, '.ways-list li:last-child button:enabled');
  await page.waitForSelector('.edit textarea');
}

const FORMS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  note: (page) => press(page, 'button.add-note'),
  ways: async (page) => {
    await press(page, 'button.ways');
    await page.waitForSelector('.ways-list');
  },
  edit,
  keys: (page) => press(page, '.keys-button'),
};

test.each(
  Object.keys(FORMS).flatMap((form) => (['en', 'zh-CN'] as const).map((language) => [form, language] as const)),
)('the form "%s" can be read and used by everybody at 320 pixels, in %s and both themes', async (form, language) => {
  const page = await open('one', language);
  await FORMS[form]?.(page);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMediaFeatures(mediaOf(theme));
    expect(await violationsIn(page)).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.close();
});

test.each(['three', 'crowd', 'long', 'huge', 'hidden', 'granted'])('%s fits a window of 320 pixels', async (scene) => {
  const page = await open(scene, 'zh-CN');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.close();
});

test('a path that does not fit a closed card loses its folder whole, and keeps its name', async () => {
  const page = await open('crowd');
  const cut = await page.$$eval('.card.closed .key', (keys) =>
    keys.flatMap((key) => {
      const [whole, folder, name] = [key, ...key.children].map((one) => one.getBoundingClientRect());
      if (whole === undefined || folder === undefined || name === undefined) return ['no key'];
      const isWhole = name.top >= whole.top && name.bottom <= whole.bottom + 1 && name.right <= whole.right;
      const isReadable = folder.top >= whole.bottom || folder.width > 20;
      return isWhole && isReadable ? [] : [key.textContent];
    }),
  );
  expect(cut).toEqual([]);
  await page.close();
});

test('of five hundred calls as many are drawn as can be looked at, and the rest when it is asked for', async () => {
  const page = await open('crowd', 'en', 400);
  const drawn = (): Promise<number> => page.$$eval('article', (cards) => cards.length);
  expect(await drawn()).toBe(50);
  await press(page, '.more-calls');
  await page.waitForFunction(() => document.querySelectorAll('article').length === 100);
  await page.close();
});

test('a call that is closed cannot be allowed by a key: it has to be seen first', async () => {
  const page = await open('crowd', 'en', 400);
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('article.closed:focus');
  await page.keyboard.press('a');
  await page.waitForSelector('article:not(.closed):focus');
  expect(await page.$$('[data-outcome]')).toHaveLength(0);
  await page.close();
});

test('Escape closes the note and gives the focus back to its card', async () => {
  const page = await open('one');
  await page.waitForSelector('article:focus');
  await page.keyboard.press('d');
  await page.waitForSelector('textarea:focus');
  await page.keyboard.press('Escape');
  await page.waitForSelector('article:focus');
  expect(await page.$$('textarea')).toHaveLength(0);
  await page.close();
});

test('letters that are typed into a note decide nothing', async () => {
  const page = await open('one');
  await page.waitForSelector('article:focus');
  await page.keyboard.press('d');
  await page.waitForSelector('textarea:focus');
  await page.keyboard.type('aad?');
  expect(await page.$eval('textarea', (field) => field.value)).toBe('aad?');
  expect(await page.$$('[data-outcome]')).toHaveLength(0);
  await page.close();
});

test('what cannot be seen in a field of the form is said below it', async () => {
  const page = await open('hidden');
  await edit(page);
  const said = await page.$$eval('.edit-hidden', (hints) => hints.map((hint) => hint.textContent));
  expect(said.join()).toContain('RLO');
  await page.close();
});

test('a long text is cut with its size said, and more of it comes on demand', async () => {
  const page = await open('huge');
  await press(page, '.argument-actions button');
  const left = (): Promise<number> =>
    page.$eval('.omitted', (element) => Number(element.textContent?.replace(/\D/g, '')));
  const before = await left();
  await press(page, '.argument-actions button:last-child');
  await page.waitForFunction(
    (was) => Number(document.querySelector('.omitted')?.textContent?.replace(/\D/g, '')) < was,
    {},
    before,
  );
  expect(before - (await left())).toBe(65_536);
  await page.close();
});

test('a call without arguments is edited as JSON, and a mistake in it is said with its place', async () => {
  const page = await open('no-arguments');
  await edit(page);
  const field = page.locator('::-p-aria([name="All arguments (JSON)"][role="textbox"])');
  await field.fill('{"depth": 3,}');
  await page.waitForSelector('[role="alert"] ::-p-text(Line 1, column 13)');
  expect(await page.$('.edit button.allow:disabled')).not.toBeNull();
  await field.fill('{"depth": 3}');
  await press(page, '.edit button.allow:enabled');
  await page.waitForSelector('[data-outcome="edited"]');
  await page.close();
});

test('fields turn into one JSON text with what was written in them, and back', async () => {
  const page = await open('one');
  await edit(page);
  await page.locator('::-p-aria([name="source"][role="textbox"])').fill('elsewhere.md');
  await press(page, '::-p-aria([name="Edit all as JSON, to add or remove arguments"][role="button"])');
  const whole = page.locator('::-p-aria([name="All arguments (JSON)"][role="textbox"])');
  expect(JSON.parse(await page.$eval('.edit textarea', (one) => one.value))).toMatchObject({ source: 'elsewhere.md' });
  await whole.fill('{"source": "a.md", "force": true}');
  await press(page, '::-p-aria([name="Edit field by field"][role="button"])');
  await page.waitForSelector('::-p-aria([name="force (JSON)"][role="textbox"])');
  await page.close();
});

test('the form for all arguments can be read and used by everybody', async () => {
  const page = await open('no-arguments');
  await edit(page);
  await page.locator('.edit textarea').fill('{');
  await page.waitForSelector('.edit [role="alert"]');
  expect(await violationsIn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.close();
});

test('what could not be fetched of an argument is said, where it is shown and where it is edited', async () => {
  const page = await open('failing');
  await press(page, 'article:first-of-type button[aria-expanded="false"] ::-p-text(Unfold)');
  await press(page, 'button ::-p-text(Show more of the middle)');
  await page.waitForSelector('[role="alert"] ::-p-text(The rest cannot be shown: Cannot write to store)');
  await press(page, 'button.ways');
  await press(page, '.ways-list li:last-child button:enabled');
  await page.waitForSelector('.edit [role="alert"] ::-p-text(Try again)');
  await page.close();
});

test('a change that could not be carried out is still in its form, with the reason below it', async () => {
  const page = await open('failing');
  await changeLast(page);
  expect(await page.$eval('.edit-field:last-child textarea', (one) => one.value)).toBe('content/posts');
  const [form, reason] = await page.$$eval('.decision > .edit, .decision > .hindrance', (all) =>
    all.map((one) => ({ class: one.className, top: one.getBoundingClientRect().top })).sort((a, b) => a.top - b.top),
  );
  expect([form?.class, reason?.class]).toEqual(['edit', 'hindrance']);
  expect(await violationsIn(page)).toEqual([]);
  await page.close();
});

test('a denial of all that could not be carried out is said on the calls, which wait on', async () => {
  const page = await open('failing');
  await press(page, 'button.deny-all');
  await press(page, '.run-head form button.deny');
  await page.waitForFunction(() => document.querySelectorAll('article .hindrance').length === 2);
  expect(await page.$$('article button.deny:enabled')).not.toHaveLength(0);
  await page.close();
});

test('a grant that could not be taken back says so in its row', async () => {
  const page = await open('failing');
  await press(page, 'button[aria-label^="Take back: delete_file"]');
  await page.waitForSelector('.grant [role="alert"] ::-p-text(That could not be stored: Cannot write to store)');
  expect(await violationsIn(page)).toEqual([]);
  await page.close();
});
