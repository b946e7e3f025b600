/**
 * What goes wrong in practice: a clear reason or a completed call, never a silent pass, never a hang without an end.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WAITING_CALL } from '../../scripts/start/tour/popup.ts';
import { textbox } from './by.ts';
import { callTool, decide, Harness, pasteText, press, waitingCall } from './harness.ts';

let harness: Harness;
let page: Page;
const file = (name: string): string => join(harness.site.scratch, name);

beforeAll(async () => {
  harness = await Harness.start();
  await harness.switchOn('confirm-before-delete');
  page = await harness.openConsole();
}, 120_000);

afterAll(() => harness?.[Symbol.asyncDispose]());

test('a result of 5 MB passes whole, and the read counts', async () => {
  const text = 'x'.repeat(5 * 1024 * 1024);
  const answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text }] } });
  await using site = await serve(answer, 200, 'application/json');
  const own = await harness.browser.newPage();
  await own.goto(site.url);
  expect((await own.evaluate(postCall, 'read_text_file')).text === answer).toBe(true);
  expect((await own.evaluate(postCall, 'write_file')).text === answer).toBe(true);
  await own.close();
});

test('an argument of 200 KB is shown cut, with its size, and the call can be decided', async () => {
  await writeFile(file('long.txt'), 'x');
  const outcome = callTool(page, 'delete_file', { path: file('long.txt'), why: 'y'.repeat(200_000) });
  const popup = await harness.openPopup();
  await popup.waitForSelector(`${WAITING_CALL} ::-p-text(200 kB)`);
  await decide(popup, 'Deny');
  expect(await outcome).toMatchObject({ isError: true });
  await popup.close();
});

test('a call that waits goes on when the worker was killed, and runs after Allow', async () => {
  await writeFile(file('gone.txt'), 'x');
  const outcome = callTool(page, 'delete_file', { path: file('gone.txt') });
  const popup = await harness.openPopup();
  await waitingCall(popup);
  await harness.killWorker();
  await decide(popup, 'Allow once');
  expect(await outcome).toMatchObject({ isError: false });
  expect(existsSync(file('gone.txt'))).toBe(false);
  await popup.close();
});

test('what was read before the worker was killed is still read after it', async () => {
  await writeFile(file('seen.txt'), 'x');
  await callTool(page, 'read_text_file', { path: file('seen.txt') });
  await harness.killWorker();
  expect(await callTool(page, 'write_file', { path: file('seen.txt'), content: 'y' })).toMatchObject({
    isError: false,
  });
});

test('a page that is reloaded while its call waits ends the ask, visibly, and the call never runs', async () => {
  await writeFile(file('kept.txt'), 'x');
  const reloaded = await harness.openConsole();
  const outcome = callTool(reloaded, 'delete_file', { path: file('kept.txt') }).catch(() => 'page gone');
  const popup = await harness.openPopup();
  await waitingCall(popup);
  await reloaded.reload();
  expect(await outcome).toBe('page gone');
  await popup.waitForSelector('::-p-text(closed or reloaded)', { timeout: 30_000 });
  expect(await popup.$(`${WAITING_CALL} button:enabled::-p-text(Allow once)`)).toBeNull();
  expect(existsSync(file('kept.txt'))).toBe(true);
  await Promise.all([popup.close(), reloaded.close()]);
});

test('an answer that is not JSON reaches the page as it is, and the call counts as failed', async () => {
  await using site = await serve('<h1>Bad gateway</h1>', 502, 'text/html');
  const own = await harness.browser.newPage();
  await own.goto(site.url);
  const answer = await own.evaluate(postCall, 'read_text_file');
  expect(answer).toEqual({ status: 502, text: '<h1>Bad gateway</h1>' });
  expect(await own.evaluate(postCall, 'write_file')).toMatchObject({
    status: 200,
    text: expect.stringContaining('before writing'),
  });
  await own.close();
});

test('machines that do not compile cannot be saved, the place is shown, and the old set stays in force', async () => {
  const options = await harness.openOptions();
  await press(options, 'New set');
  await options.locator(textbox('Name')).fill('broken');
  await pasteText(options, 'machines:\n  - name: x\n    initail: a\n    transitions: []\n\tx: [');
  await options.waitForSelector('::-p-text(5:1)');
  await press(options, 'Save');
  await options.waitForSelector('[role="alert"] ::-p-text(Not saved)');
  await pasteText(options, 'machines:\n  - name: x\n    initail: a\n    transitions: []\n');
  await options.waitForSelector('::-p-text(initial)');
  await press(options, 'Save');
  await options.waitForSelector('[role="alert"] ::-p-text(line 2, column 5)');
  await options.close();
  await writeFile(file('unread.txt'), 'x');
  expect(await callTool(page, 'write_file', { path: file('unread.txt'), content: 'y' })).toMatchObject({
    isError: true,
  });
});

test('a page that was open while its site was off is guarded again when the site is, although the worker slept', async () => {
  await writeFile(file('unread.txt'), 'x');
  await changes(page, () => harness.setMode('off'));
  expect(await callTool(page, 'write_file', { path: file('unread.txt'), content: 'y' })).toMatchObject({
    isError: false,
  });
  await harness.killWorker();
  await changes(page, () => harness.setMode('enforce'));
  await writeFile(file('unread.txt'), 'x');
  const outcome = await callTool(page, 'write_file', { path: file('unread.txt'), content: 'y' });
  expect(outcome).toMatchObject({ isError: true, text: expect.stringContaining('before writing') });
});

// Last, because the page has to be reloaded after it.
test('when the extension is reloaded under an open page, its calls are refused and say what to do', async () => {
  await writeFile(file('unread.txt'), 'x');
  const waiting = callTool(page, 'delete_file', { path: file('unread.txt') });
  const popup = await harness.openPopup();
  await waitingCall(popup);
  await harness.reloadExtension(popup);
  const reason = { isError: true, text: expect.stringContaining('reload this tab') };
  expect(await waiting).toMatchObject(reason);
  expect(await callTool(page, 'read_text_file', { path: file('unread.txt') })).toMatchObject(reason);
  expect(existsSync(file('unread.txt'))).toBe(true);
});

/** Does something after which the page has another `fetch`: that is how it shows that it has heard of it. */
async function changes(of: Page, action: () => Promise<void>): Promise<void> {
  await of.evaluate(() => Object.assign(window, { before: window.fetch }));
  await action();
  await of.waitForFunction(() => window.fetch !== (window as unknown as { before: unknown }).before);
}

/** Runs in the page: one tool call, written by hand. */
async function postCall(tool: string): Promise<{ status: number; text: string }> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: { path: '/a' } } };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await fetch('/mcp', { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

/** A page, and an endpoint that always gives the same answer. */
async function serve(
  answer: string,
  status: number,
  type: string,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server: Server = createServer((request, response) => {
    const isPage = request.method === 'GET';
    response.writeHead(isPage ? 200 : status, { 'content-type': isPage ? 'text/html' : type });
    response.end(isPage ? '<title>test</title>' : answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
