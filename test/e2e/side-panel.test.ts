/**
 * The view at the side of the window, and what tells of a call while no view is seen: the built extension in a real browser. Opened as
 * a person does: from the toolbar, then by the button in the popup.
 */
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openPopup, READY } from '../../scripts/start/tour/popup.ts';
import { callTool, decide, focusedCard, Harness, press, waitingCall } from './harness.ts';

const PATIENCE = { timeout: 20_000, interval: 100 };

let harness: Harness;
let page: Page;
let panel: Page;

beforeAll(async () => {
  harness = await Harness.start();
  await harness.switchOn('confirm-before-delete');
}, 120_000);

beforeEach(async () => {
  await harness.site.reset();
  page = await harness.openConsole();
  panel = await openPanel();
});

afterEach(async () => {
  if (!panel.isClosed()) await panel.close();
  await page.close();
});

afterAll(() => harness?.[Symbol.asyncDispose]());

/** The view at the side of the window, once it stands there alone. */
async function openPanel(): Promise<Page> {
  const popup = await openPopup(harness.browser, page);
  await press(popup, 'Keep open at the side');
  return vi.waitFor(async () => {
    const [extension] = [...(await harness.browser.extensions()).values()];
    const views = (await extension?.pages()) ?? [];
    const [only, ...more] = views.filter((view) => view.url().includes('/popup.html'));
    if (only === undefined || more.length > 0 || only === popup) throw new Error('The side panel does not open.');
    await only.waitForSelector(READY);
    return only;
  }, PATIENCE);
}

const remove = (name: string) => callTool(page, 'delete_file', { path: name });
const subject = () => panel.$eval('h1', (title) => title.textContent);

test('a call that comes while the panel is open is shown, and decided there', async () => {
  const outcome = remove('draft-1.txt');
  await waitingCall(panel);
  await decide(panel, 'Allow once');
  expect(await outcome).toMatchObject({ isError: false });
});

test('the panel is about the tab that is looked at', async () => {
  const here = new URL(harness.site.url).host;
  await vi.waitFor(async () => expect(await subject()).toBe(here), PATIENCE);
  const other = await harness.browser.newPage();
  await vi.waitFor(async () => expect(await subject()).toBe('Interlock'), PATIENCE);
  await other.close();
  await page.bringToFront();
  await vi.waitFor(async () => expect(await subject()).toBe(here), PATIENCE);
});

test('a call can be decided in the panel after the worker has ended', async () => {
  const outcome = remove('draft-1.txt');
  await waitingCall(panel);
  await harness.killWorker();
  await page.bringToFront();
  await decide(panel, 'Deny');
  expect(await outcome).toMatchObject({ isError: true });
});

test('the keys work in the panel', async () => {
  // As after a click into it.
  await panel.emulateFocusedPage(true);
  const outcome = remove('draft-1.txt');
  await focusedCard(panel, 'Allow once');
  await panel.keyboard.press('a');
  expect(await outcome).toMatchObject({ isError: false });
});

/** What tells of calls that wait, besides the views. */
function signs(own: Page): Promise<{ readonly badge: string; readonly notifications: readonly string[] }> {
  return own.evaluate(async () => {
    const { chrome } = globalThis as unknown as {
      readonly chrome: {
        readonly action: { getBadgeText(of: object): Promise<string> };
        readonly notifications: { getAll(): Promise<object> };
      };
    };
    return {
      badge: await chrome.action.getBadgeText({}),
      notifications: Object.keys(await chrome.notifications.getAll()),
    };
  });
}

test('a call that waits while no view is open is told of until it is gone', async () => {
  const own = await harness.openOptions();
  await panel.close();
  const outcome = remove('draft-1.txt').catch(() => 'gone with its page');
  const told = { badge: '1', notifications: ['interlock:waiting'] };
  await vi.waitFor(async () => expect(await signs(own)).toEqual(told), PATIENCE);
  await page.reload();
  await outcome;
  await vi.waitFor(async () => expect(await signs(own)).toEqual({ badge: '', notifications: [] }), PATIENCE);
  await own.close();
});
