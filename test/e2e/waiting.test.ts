/**
 * Waiting calls as a person decides on them: the built extension in a real browser, real tools, by roles and labels.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { region, textbox } from './by.ts';
import { callTool, decide, focusedCard, Harness, press, waitingCall } from './harness.ts';

let harness: Harness;
let page: Page;
let popup: Page;
const file = (name: string): string => join(harness.site.scratch, name);

beforeAll(async () => {
  harness = await Harness.start();
  await harness.switchOn('confirm-before-delete');
  page = await harness.openConsole();
}, 120_000);

beforeEach(async () => {
  await Promise.all(['a.txt', 'b.txt', 'c.txt'].map((name) => writeFile(file(name), 'x')));
  popup = await harness.openPopup();
  return () => popup.close();
});

afterAll(() => harness?.[Symbol.asyncDispose]());

const NOTE = textbox('Note to the model (optional)');
const GRANTS = region('Allowed in this run');
const GONE = '[role="status"]::-p-text(Gone)';
const remove = (name: string) => callTool(page, 'delete_file', { path: file(name) });

test('the oldest call has the focus, and "a" allows it', async () => {
  const outcome = remove('a.txt');
  await waitingCall(popup);
  await focusedCard(popup, 'Allow once');
  expect(existsSync(file('a.txt'))).toBe(true);
  await popup.bringToFront();
  await popup.keyboard.press('a');
  expect(await outcome).toMatchObject({ isError: false });
  expect(existsSync(file('a.txt'))).toBe(false);
});

test('arrows go from call to call, and what "d" denies is told to the model with its note', async () => {
  const first = remove('a.txt');
  await waitingCall(popup);
  const second = remove('b.txt');
  await popup.waitForFunction(() => document.querySelectorAll('article').length === 2);
  await popup.bringToFront();
  await popup.keyboard.press('ArrowDown');
  await focusedCard(popup, 'Deny');
  await popup.keyboard.press('d');
  await popup.waitForSelector(`:focus${NOTE}`);
  await popup.keyboard.type('a fad: keep b.txt');
  await popup.keyboard.press('Enter');
  expect(await second).toMatchObject({ isError: true, text: expect.stringContaining('a fad: keep b.txt') });
  expect(existsSync(file('b.txt'))).toBe(true);
  await decide(popup, 'Allow once');
  expect(await first).toMatchObject({ isError: false });
});

test('the server gets the arguments as they were edited, and the model is told', async () => {
  const outcome = remove('a.txt');
  await waitingCall(popup);
  await press(popup, 'More…');
  await press(popup, 'Edit the arguments and allow…');
  await popup.locator(textbox('path')).fill(file('b.txt'));
  await press(popup, 'Allow as edited');
  expect(await outcome).toMatchObject({ isError: false, text: expect.stringContaining('changed the arguments') });
  expect([existsSync(file('a.txt')), existsSync(file('b.txt'))]).toEqual([true, false]);
  await popup.waitForSelector('[role="status"] ::-p-text(Allowed as edited)');
});

test('the same call goes through again in this run, another one asks, and the grant can be taken back', async () => {
  const first = remove('a.txt');
  await waitingCall(popup);
  await press(popup, 'More…');
  await press(popup, 'Allow this same call again in this run');
  expect(await first).toMatchObject({ isError: false });
  await writeFile(file('a.txt'), 'x');
  expect(await remove('a.txt')).toMatchObject({ isError: false });
  expect(existsSync(file('a.txt'))).toBe(false);
  const other = remove('b.txt');
  await waitingCall(popup);
  await decide(popup, 'Deny');
  expect(await other).toMatchObject({ isError: true });
  await popup.waitForSelector(`${GRANTS} >>>> ::-p-text(used once)`);
  await press(popup, 'Take back: delete_file, with the same arguments');
  await popup.waitForSelector(GRANTS, { hidden: true });
  await writeFile(file('a.txt'), 'x');
  const again = remove('a.txt');
  await waitingCall(popup);
  await decide(popup, 'Deny');
  expect(await again).toMatchObject({ isError: true });
});

test('all that wait in a run are denied at once, with one note', async () => {
  const outcomes = Promise.all(['a.txt', 'b.txt', 'c.txt'].map(remove));
  await popup.waitForFunction(() => document.querySelectorAll('article').length === 3);
  await press(popup, 'Deny all 3…');
  await popup.locator(NOTE).fill('Leave them alone.');
  await press(popup, 'Deny 3 calls');
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ isError: true, text: expect.stringContaining('Leave them alone.') });
  await popup.waitForSelector('[role="status"] ::-p-text(3 calls were denied)');
});

test('a card that got the focus by itself takes no key for half a second', async () => {
  const outcomes = Promise.all(['a.txt', 'b.txt'].map(remove));
  await popup.waitForFunction(() => document.querySelectorAll('article').length === 2);
  await focusedCard(popup, 'Allow once');
  await popup.bringToFront();
  await popup.evaluate(() => {
    const press = (): boolean =>
      (document.activeElement ?? document).dispatchEvent(
        new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }),
      );
    // As soon as the focus comes to the next card, the key is pressed again: as by somebody who pressed it twice.
    document.addEventListener('focusin', press, { once: true });
    press();
  });
  await popup.waitForSelector('[role="status"] ::-p-text(Allowed)');
  await decide(popup, 'Deny');
  expect((await outcomes).filter(({ isError }) => isError)).toHaveLength(1);
});

test('the page shows that a call waits, and nothing of it can be clicked', async () => {
  const notice = () =>
    page.evaluate(() => {
      const last = document.documentElement.lastElementChild;
      return last instanceof HTMLDivElement && last.shadowRoot === null
        ? { events: getComputedStyle(last).pointerEvents, position: getComputedStyle(last).position }
        : null;
    });
  expect(await notice()).toBeNull();
  const outcome = remove('a.txt');
  await waitingCall(popup);
  expect(await notice()).toEqual({ events: 'none', position: 'fixed' });
  await decide(popup, 'Deny');
  await outcome;
  expect(await notice()).toBeNull();
});

test('the first page shows a call that waits as asked, and as denied when a person has denied it', async () => {
  const first = await harness.openFirstRun();
  await first.waitForSelector('::-p-text(No call yet.)');
  const outcome = remove('a.txt');
  await first.waitForSelector('[role="status"] li ::-p-text(delete_file)');
  await popup.bringToFront();
  await waitingCall(popup);
  await decide(popup, 'Deny');
  await outcome;
  await first.waitForSelector('[role="status"] li ::-p-text(You denied it)');
  expect(await first.$$('[role="status"] li')).toHaveLength(1);
  await first.close();
});

test('the first page shows a call that a person allows once, with the state it led to', async () => {
  const first = await harness.openFirstRun();
  await first.waitForSelector('::-p-text(No call yet.)');
  const outcome = remove('a.txt');
  await popup.bringToFront();
  await waitingCall(popup);
  await decide(popup, 'Allow once');
  await outcome;
  await first.waitForSelector('[role="status"] li ::-p-text(to “deleted”)');
  expect(await first.$$('[role="status"] li')).toHaveLength(1);
  await first.close();
});

test('what became of a call whose page is gone is told to whoever opens the popup later', async () => {
  const other = await harness.openConsole();
  const abandoned = callTool(other, 'delete_file', { path: file('a.txt') }).catch(() => null);
  await waitingCall(popup);
  await other.close();
  await abandoned;
  await popup.waitForSelector(GONE);
  const later = await harness.openPopup();
  await later.waitForSelector(`${region('Ended without you')} >>>> li ${GONE}`);
  await later.close();
});
