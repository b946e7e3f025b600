/**
 * The lower half of the popup in a browser: thousands of instances by pointer and keyboard, history, reset and undo, the kill switch.
 */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INSTANCE } from '../../scripts/start/tour/popup.ts';
import { violationsIn } from './axe.ts';
import { type Stage, startStage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
}, 120_000);

afterAll(() => stage?.[Symbol.asyncDispose]());

const popup = (scene: string, width = 400): Promise<Page> =>
  stage.open({ scene, theme: 'light', language: 'en', width, height: 600 });

const role = (page: Page, name: string, kind = 'button') => page.locator(`::-p-aria([name="${name}"][role="${kind}"])`);

/** What stands in the row with the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() =>
    document.activeElement?.matches('.row-instance') ? (document.activeElement.textContent ?? '') : '',
  );

const waitForFocus = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) => {
      // While a row is on its way the list has the focus, and all rows are in it.
      const { activeElement } = document;
      return activeElement?.matches('.row-instance') && activeElement.textContent?.includes(wanted);
    },
    {},
    text,
  );

/** Drawn rows, and those of them whose content is not there. */
const drawn = (page: Page): Promise<{ rows: number; coming: number }> =>
  page.evaluate(() => ({
    rows: document.querySelectorAll('.instance-list > li').length,
    coming: document.querySelectorAll('.row-coming').length,
  }));

test('of ten thousand instances only those in sight are drawn, wherever the list stands', async () => {
  const page = await popup('ten-thousand');
  for (const place of ['part-0.', 'part-5000.', 'part-9999.']) {
    const index = Number(/\d+/.exec(place)?.[0]);
    await page.evaluate(
      (top) => {
        const list = document.querySelector('.instance-list');
        if (list !== null) scrollTo(0, list.getBoundingClientRect().top + scrollY + top);
      },
      index * 32 - 200,
    );
    await page.waitForSelector(`.row-instance ::-p-text(${place})`);
    const { rows, coming } = await drawn(page);
    expect(rows).toBeLessThan(60);
    expect(coming).toBe(0);
  }
  await page.close();
});

test('every row says its place in the whole list', async () => {
  const page = await popup('ten-thousand');
  expect(await page.$eval('.instance-list > li:nth-child(3)', (row) => [row.ariaPosInSet, row.ariaSetSize])).toEqual([
    '3',
    '10008',
  ]);
  await page.close();
});

test('arrows, Page Down, End and Home go from instance to instance, to the last of ten thousand', async () => {
  const page = await popup('ten-thousand');
  await page.focus('.row-instance');
  expect(await focused(page)).toContain('part-0.');
  await page.keyboard.press('ArrowDown');
  await waitForFocus(page, 'part-1.');
  await page.keyboard.press('PageDown');
  await waitForFocus(page, 'part-10.');
  await page.keyboard.press('End');
  await waitForFocus(page, 'notes/');
  await page.keyboard.press('Home');
  await waitForFocus(page, 'part-0.');
  await page.keyboard.press('ArrowUp');
  await waitForFocus(page, 'part-0.');
  await page.close();
});

/** Presses keys one after another, each as soon as the list has been drawn anew for the one before, and the last rows may be on their way. */
const pressAtOnce = (page: Page, keys: readonly string[]): Promise<void> =>
  page.evaluate(async (all) => {
    const list = document.querySelector('.instance-list');
    if (list === null) throw new Error('There is no list.');
    for (const key of all) {
      const anew = new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          observer.disconnect();
          resolve();
        }).observe(list, { subtree: true, childList: true, attributes: true });
      });
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      if (key !== 'Enter') await anew;
    }
  }, keys);

test('keys that are pressed while a row is on its way go on from that row', async () => {
  const page = await popup('ten-thousand');
  await page.focus('.row-instance');
  await pressAtOnce(page, ['End', 'PageUp', 'ArrowUp']);
  await waitForFocus(page, 'part-9995.');
  await page.close();
});

test('keys that follow each other faster than rows are drawn are all counted', async () => {
  const page = await popup('ten-thousand');
  await page.focus('.row-instance');
  await page.evaluate(() => {
    for (let n = 0; n < 5; n++)
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  });
  await waitForFocus(page, 'part-5.');
  await page.close();
});

test('Enter that is pressed while a row is on its way opens the history of that row', async () => {
  const page = await popup('ten-thousand');
  await page.focus('.row-instance');
  await pressAtOnce(page, ['End', 'Enter']);
  await page.waitForSelector('dialog[aria-label*="notes/"]');
  await page.close();
});

test('the Tab key stops once in the instances of a list', async () => {
  const page = await popup('many');
  expect(
    await page.$$eval(
      '.row-instance',
      (rows) => rows.filter((row) => row instanceof HTMLElement && row.tabIndex === 0).length,
    ),
  ).toBe(1);
  await page.close();
});

test('the row with the focus stays when it is scrolled out of sight', async () => {
  const page = await popup('ten-thousand');
  await page.focus('.row-instance');
  await page.evaluate(() => scrollTo(0, 100_000));
  await page.waitForSelector('.row-instance ::-p-text(part-3120.)');
  expect(await focused(page)).toContain('part-0.');
  await page.close();
});

test('a filter leaves what matches, says how many, and is undone', async () => {
  const page = await popup('ten-thousand');
  await role(page, 'Filter instances by key, state or machine', 'searchbox').fill('part-499');
  await page.waitForSelector('[role="status"] ::-p-text(11 of 10,002 match)');
  expect(await page.$$(INSTANCE)).toHaveLength(11);
  await role(page, 'Filter instances by key, state or machine', 'searchbox').fill('no such thing');
  await page.waitForSelector('[role="status"] ::-p-text(None of 10,002 matches “no such thing”.)');
  await page.close();
});

test('Enter opens the history of an instance, Escape closes it and goes back to the row', async () => {
  const page = await popup('three-instances');
  await page.focus('.row-instance');
  await page.keyboard.press('Enter');
  await page.waitForSelector('::-p-aria([name="History of /srv/site/content/posts/release-notes.md"][role="dialog"])');
  await page.waitForSelector('dialog ::-p-text(write_file was denied)');
  await page.waitForSelector('dialog ::-p-text(before writing it.)');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { hidden: true });
  expect(await focused(page)).toContain('release-notes.md');
  await page.close();
});

test('a reset is said, and can be taken back', async () => {
  const page = await popup('three-instances');
  await page.locator('.row-instance').click();
  await role(page, 'Reset to its initial state').click();
  await page.waitForSelector('[role="status"] ::-p-text(is reset.)');
  await role(page, 'Undo').click();
  await page.waitForSelector('[role="status"] ::-p-text(is as it was.)');
  await page.close();
});

test('lifting the kill switch takes two presses of different buttons', async () => {
  const page = await popup('stopped');
  await page.focus('.stop-banner > button');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.textContent === 'Keep all stopped');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.stop-question', { hidden: true });
  await page.close();
});

test('coverage says of each way out how well it is covered, and what is not watched', async () => {
  const page = await popup('observed');
  await page.locator('summary').click();
  await page.waitForSelector('.channels');
  const rows = await page.$$eval('.channels li', (items) => items.map((item) => item.textContent));
  expect(rows[0]).toBe('fetch requestsused 41 times◐observed');
  expect(rows).toContain('WebSocketnot watched○blind');
  await page.close();
});

test.each([
  ['three-instances', '.row-instance', 'dialog .line'],
  ['three-instances', '.coverage summary', '.channels'],
  ['stopped', '.stop-banner > button', '.stop-question'],
])('%s with %s pressed can be read and used by everybody', async (scene, selector, shown) => {
  const page = await popup(scene);
  await page.locator(selector).click();
  await page.waitForSelector(shown);
  expect(await violationsIn(page)).toEqual([]);
  await page.close();
});

test('a reset that is said can be read and used by everybody', async () => {
  const page = await popup('three-instances');
  await page.locator('.row-instance').click();
  await role(page, 'Reset to its initial state').click();
  await page.waitForSelector('[role="status"] ::-p-text(is reset.)');
  expect(await violationsIn(page)).toEqual([]);
  await page.close();
});

test.each(['long', 'three-instances', 'stopped', 'unguarded', 'broken', 'disconnected'])(
  '%s fits a window of 320 pixels',
  async (scene) => {
    const page = await popup(scene, 320);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.close();
  },
);
