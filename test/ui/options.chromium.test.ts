/**
 * Sites, journal, backup and the first page as a browser lays them out: both languages, both themes, from 320 pixels on, and
 * by the keyboard.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNREADABLE } from '../../entrypoints/options/machines/draft-store.ts';
import { violationsIn } from './axe.ts';
import { SHOTS } from './shots.ts';
import { type Stage, startStage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
}, 120_000);

afterAll(() => stage?.[Symbol.asyncDispose]());

const VIEWS = SHOTS.filter(({ name }) => /^(options-(sites|journal|backup)|first-run)/.test(name));

test.each(VIEWS.flatMap((shot) => [[shot.name, 'en', shot] as const, [shot.name, 'zh-CN', shot] as const]))(
  '%s can be read and used by everybody in both themes (%s)',
  async (_, language, shot) => {
    const page = await stage.open({ ...shot, theme: 'light', language });
    await shot.act?.(page);
    expect(await violationsIn(page)).toEqual([]);
    for (const width of [320, 640, 1920]) {
      await page.setViewport({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await page.close();
  },
);

test.each([320, 480, 640, 1100].flatMap((width) => [[width, 'en'] as const, [width, 'zh-CN'] as const]))(
  'the focus goes through the head from line to line and along each, at %i pixels (%s)',
  async (width, language) => {
    const page = await stage.open({ scene: 'options-sites', theme: 'light', width, height: 800, language });
    const boxes = await page.$$eval('.top a, .top select', (all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ left, top, bottom }) => ({ left, top, bottom })),
    );
    const steps = boxes.slice(1).map((box, index) => ({ from: boxes[index] ?? box, to: box }));
    expect(boxes).toHaveLength(7);
    const back = steps.filter(
      ({ from, to }) => to.bottom <= from.top || (to.top < from.bottom && to.left <= from.left),
    );
    expect(back).toEqual([]);
    await page.close();
  },
);

test('a site is moved, and its rules are opened, by the keyboard alone', async () => {
  const page = await stage.open({ scene: 'options-sites', theme: 'light', width: 1100, height: 800 });
  const focused = (): Promise<string> =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    );
  const reached: string[] = [];
  for (let n = 0; n < 16; n++) {
    await page.keyboard.press('Tab');
    reached.push(await focused());
  }
  expect(reached).toEqual(
    expect.arrayContaining(['Mode on *://localhost/*', 'Move *://localhost/* down', 'Machines and rules']),
  );
  await page.focus('.site summary');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.site details[open] .site-rules');
  await page.close();
});

test('a question that is asked once more is left with Escape, and focus is back where it was', async () => {
  const page = await stage.open({ scene: 'options-sites', theme: 'light', width: 1100, height: 800 });
  await page.locator('.site summary').click();
  await page.focus('.site .button.danger');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog:not([open])');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Remove this site');
  await page.close();
});

test('a hundred thousand entries are scrolled and filtered without waiting for all of them', async () => {
  const page = await stage.open({ scene: 'options-journal-huge', theme: 'light', width: 1100, height: 800 });
  await page.waitForFunction(() => document.querySelectorAll('.entries > li').length === 100);
  await page.locator('.filters select').fill('resolved');
  await page.waitForFunction(() => {
    const kinds = [...document.querySelectorAll('.entry-kind')].map((one) => one.textContent);
    return kinds.length === 100 && kinds.every((kind) => kind === 'Waiting call ended');
  });
  await page.close();
});

test.each([
  ['en', '“trace⟨RLO⟩.jsonl” was opened in place of your text.', 'Undo'],
  ['zh-CN', '已打开“trace⟨RLO⟩.jsonl”，取代了你的文本。', '撤销'],
] as const)(
  'a text that a dropped trace takes the place of comes back, with the focus (%s)',
  async (language, news, undo) => {
    const page = await stage.open({ scene: 'options-try', theme: 'light', width: 320, height: 800, language });
    await page.locator('.trace-input textarea').fill('{"type":"run_start"}');
    await page.$eval('.trace-input', (input) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['{"type":"run_end"}'], 'trace\u202e.jsonl'));
      input.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    });
    await page.waitForSelector('.trace-input .notice');
    expect(await page.$eval('.trace-input .notice span', (note) => note.textContent)).toBe(news);
    expect(await page.$eval('.trace-input textarea', (field) => field.value)).toBe('{"type":"run_end"}');
    expect(await violationsIn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.locator(`.trace-input .notice button ::-p-text(${undo})`).click();
    await page.waitForFunction(() => document.activeElement?.matches('.trace-input textarea'));
    expect(await page.$eval('.trace-input textarea', (field) => field.value)).toBe('{"type":"run_start"}');
    expect(await page.$('.trace-input .notice')).toBeNull();
    await page.close();
  },
);

test('a page says which new set holds what could not be read, until it is discarded', async () => {
  const page = await stage.open({ scene: 'options-errors', theme: 'light', width: 320, height: 800 });
  await page.locator('.name-field input').fill(UNREADABLE);
  await page.waitForSelector(`.notice[role="alert"] ::-p-text(“${UNREADABLE}” now)`);
  expect(await violationsIn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.locator('.set-buttons button ::-p-text(Discard)').click();
  await page.waitForSelector('.notice[role="alert"]', { hidden: true });
  await page.close();
});
