/**
 * The main job on the local console: real page, real tools, decisions by clicks in the real popup.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INSTANCE, WAITING_CALL } from '../../scripts/start/tour/popup.ts';
import { callTool, decide, Harness, waitingCall } from './harness.ts';

let harness: Harness;
let page: Page;
const file = (name: string): string => join(harness.site.scratch, name);

beforeAll(async () => {
  harness = await Harness.start();
  await harness.switchOn('confirm-before-delete');
  page = await harness.openConsole();
}, 120_000);

afterAll(() => harness?.[Symbol.asyncDispose]());

test('denies a write before the read of the same file; the model reads why and nothing is written', async () => {
  await writeFile(file('plan.txt'), 'old');
  const outcome = await callTool(page, 'write_file', { path: file('plan.txt'), content: 'new' });
  expect(outcome).toEqual({ text: `Read ${file('plan.txt')} before writing.`, isError: true });
  expect(await readFile(file('plan.txt'), 'utf8')).toBe('old');
});

test('allows the write after the read, however the path is spelled', async () => {
  expect(await callTool(page, 'read_text_file', { path: `${harness.site.scratch}/./plan.txt` })).toMatchObject({
    isError: false,
  });
  expect(await callTool(page, 'write_file', { path: file('plan.txt'), content: 'new' })).toMatchObject({
    isError: false,
  });
  expect(await readFile(file('plan.txt'), 'utf8')).toBe('new');
});

test('the popup shows the state of the instance', async () => {
  const popup = await harness.openPopup();
  await popup.waitForSelector(`${INSTANCE} ::-p-text(written)`);
  await popup.close();
});

test('a read and a write of one file that are sent at once are put in order', async () => {
  await writeFile(file('both.txt'), 'old');
  const both = await Promise.all([
    callTool(page, 'read_text_file', { path: file('both.txt') }),
    callTool(page, 'write_file', { path: file('both.txt'), content: 'new' }),
  ]);
  expect(both.map((outcome) => outcome.isError)).toEqual([false, false]);
});

test('holds a delete until it is allowed in the popup', async () => {
  await writeFile(file('gone.txt'), 'x');
  const outcome = callTool(page, 'delete_file', { path: file('gone.txt') });
  const popup = await harness.openPopup();
  await waitingCall(popup);
  expect(existsSync(file('gone.txt'))).toBe(true);
  await decide(popup, 'Allow once');
  expect(await outcome).toMatchObject({ isError: false });
  expect(existsSync(file('gone.txt'))).toBe(false);
  await popup.close();
});

test('a delete that is denied in the popup does not run, and the model reads so', async () => {
  await writeFile(file('kept.txt'), 'x');
  const outcome = callTool(page, 'delete_file', { path: file('kept.txt') });
  const popup = await harness.openPopup();
  await decide(popup, 'Deny');
  expect(await outcome).toMatchObject({ isError: true, text: expect.stringContaining('A person decided against it') });
  expect(existsSync(file('kept.txt'))).toBe(true);
  await popup.close();
});

test('a call that its page gives up while it waits leaves the popup and never runs', async () => {
  await writeFile(file('kept.txt'), 'x');
  const outcome = page.evaluate(async (path) => {
    const abort = new AbortController();
    const call = window.agentConsole.callTool('delete_file', { path }, { signal: abort.signal });
    Object.assign(window, { giveUp: () => abort.abort() });
    return call;
  }, file('kept.txt'));
  const popup = await harness.openPopup();
  await waitingCall(popup);
  await page.evaluate(() => (window as unknown as { giveUp(): void }).giveUp());
  expect(await outcome).toMatchObject({ isError: true });
  await popup.waitForSelector(`${WAITING_CALL} button:enabled::-p-text(Allow once)`, { hidden: true });
  expect(existsSync(file('kept.txt'))).toBe(true);
  await popup.close();
});

test('holds a delete of a client of the 2026 protocol until it is allowed', async () => {
  await writeFile(file('modern.txt'), 'x');
  const modern = await harness.openConsole('/?era=modern');
  const outcome = callTool(modern, 'delete_file', { path: file('modern.txt') });
  const popup = await harness.openPopup();
  await decide(popup, 'Allow once');
  expect(await outcome).toMatchObject({ isError: false });
  await Promise.all([popup.close(), modern.close()]);
});
