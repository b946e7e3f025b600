/**
 * Popup and options as a browser lays them out: what axe-core finds, what overflows, and what a click that comes too early does.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsIn } from './axe.ts';
import { OPTIONS_SCENES } from './options-scenes.ts';
import { OVERVIEWS } from './scenes.ts';
import { type Stage, startStage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
}, 120_000);

afterAll(() => stage?.[Symbol.asyncDispose]());

const sized = (scene: string): { width: number; height: number } =>
  Object.hasOwn(OVERVIEWS, scene) ? { width: 400, height: 600 } : { width: 1100, height: 800 };

test.each([...Object.keys(OVERVIEWS), ...Object.keys(OPTIONS_SCENES)])(
  '%s can be read and used by everybody, in both themes',
  async (scene) => {
    const page = await stage.open({ scene, theme: 'light', ...sized(scene) });
    expect(await violationsIn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.close();
  },
);

test('the options fit a window of 320 pixels', async () => {
  const page = await stage.open({ scene: 'options-errors', theme: 'light', width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.close();
});

test('a card that has just moved under the pointer takes no click for half a second', async () => {
  const page = await stage.open({ scene: 'twelve', theme: 'light', width: 400, height: 600 });
  const outcomes = await page.evaluate(async () => {
    const click = (): void => {
      document
        .querySelector('.card button.allow')
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    };
    const shown = (): number => document.querySelectorAll('[data-outcome]').length;
    const moved = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (shown() === 0) return;
        observer.disconnect();
        click();
        resolve();
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    click();
    await moved;
    await new Promise((resolve) => setTimeout(resolve, 600));
    const early = shown();
    click();
    await new Promise((resolve) => setTimeout(resolve, 100));
    return [early, shown()];
  });
  expect(outcomes).toEqual([1, 2]);
  await page.close();
});

test('a decision is taken with the keyboard alone', async () => {
  const page = await stage.open({ scene: 'one', theme: 'light', width: 400, height: 600 });
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.textContent === 'Deny')) break;
  }
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-outcome]');
  await page.close();
});

test('a click on a diagnostic selects its place in the text', async () => {
  const page = await stage.open({ scene: 'options-errors', theme: 'light', width: 1100, height: 800 });
  await page.locator('button.diagnostic ::-p-text(4:5)').click();
  const selected = await page.evaluate(() => String(getSelection()));
  expect(selected).toBe('intial');
  await page.close();
});
