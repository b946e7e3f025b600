/** The console's page in a real browser, without any guard. */
import { readdir } from 'node:fs/promises';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { findBrowser } from '../../scripts/start/find-browser.ts';
import { listen } from './server/listen.ts';
import { type Console, startConsole } from './start.ts';

let browser: Browser;
let site: Console;
let page: Page;
beforeAll(async () => {
  const place = await findBrowser(['chromium']);
  if (place === undefined) throw new Error('No Chromium was found.');
  browser = await puppeteer.launch({
    executablePath: place.path,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  site = await startConsole();
});
beforeEach(async () => {
  await site.reset();
  page = await browser.newPage();
});
afterEach(() => page.close());
afterAll(async () => {
  await browser.close();
  await site.close();
});

async function visit(query = '', url = site.url): Promise<void> {
  await page.goto(`${url}/${query}`);
  await page.evaluate(() => window.agentConsole.ready);
}
const click = (id: string) => page.locator(`[data-testid="${id}"]`).click();
const text = (id: string) => page.$eval(`[data-testid="${id}"]`, (element) => element.textContent);
const cards = () =>
  page.$$eval('[data-testid="tool-call"]', (all) =>
    all.map((one) => `${one.getAttribute('data-tool')} ${one.getAttribute('data-state')}`),
  );
const shown = (selector: string) => page.waitForSelector(selector);

it.each(['', '?listen', '?era=modern'])('plays a task that is chosen by its button %s', async (query) => {
  await visit(query);
  await click('scenario-tidy');
  await shown('::-p-text(Deleted draft-1.txt and draft-2.txt.)');
  expect(await cards()).toEqual(['list_directory done', 'delete_file done', 'delete_file done']);
  expect(await page.$('[data-testid="file-draft-1.txt"]')).toBeNull();
});

it('plays a task that is typed', async () => {
  await visit();
  await page.type('[data-testid="task-input"]', 'read report.md');
  await page.keyboard.press('Enter');
  await shown('::-p-text(report.md has)');
  expect(await text('message-user')).toBe('read report.md');
});

it('calls one tool by hand', async () => {
  await visit();
  await click('playground-run');
  await shown('[data-testid="playground-result"] [data-state="done"]');
  expect(await text('tool-result')).toContain('Groceries');
});

it('says what is wrong with arguments that are not JSON, and calls nothing', async () => {
  await visit();
  await page.locator('[data-testid="playground-args"]').fill('{"path":');
  await click('playground-run');
  await shown('[role="alert"]::-p-text(This is not JSON)');
  expect(await cards()).toEqual([]);
});

it('makes one exact call for a script', async () => {
  await visit();
  const outcome = await page.evaluate(() => window.agentConsole.callTool('delete_file', { path: 'nothing' }));
  expect(outcome).toEqual({ text: 'There is no file "nothing".', isError: true });
});

it('shows a server that cannot be reached and connects again when asked to', async () => {
  await page.setRequestInterception(true);
  let refuse = true;
  page.on(
    'request',
    (request) => void (refuse && request.url().endsWith('/mcp/workshop') ? request.abort() : request.continue()),
  );
  await page.goto(site.url);
  await shown('[data-testid="server-workshop"][data-state="failed"]');
  refuse = false;
  await page.locator('[data-testid="server-workshop"] button').click();
  await shown('[data-testid="server-workshop"][data-state="connected"]');
});

const protocols = ['chat', 'responses', 'messages'];

it.each(protocols)('talks to the model itself and runs the tools it asks for (%s)', async (protocol) => {
  await visit(`?level=model&protocol=${protocol}`);
  await click('scenario-revise');
  await shown('::-p-text(Done: report.md was read and written.)');
  expect(await cards()).toEqual(['read_text_file done', 'write_file done']);
  expect(await text('file-report.md')).toBe('report.md64 B');
});

it.each(protocols)('talks to the model itself and sends its calls to the servers (%s)', async (protocol) => {
  await visit(`?level=both&protocol=${protocol}`);
  await click('scenario-delete');
  await shown('::-p-text(Deleted draft-1.txt and draft-2.txt.)');
  expect(await readdir(site.scratch)).toEqual(['notes.txt', 'report.md']);
});

it("shows the model's words while they come", async () => {
  await visit('?level=model');
  const seen = page.evaluate(async () => {
    const texts: string[] = [];
    const log = document.querySelector('[data-testid="transcript"]');
    if (log === null) throw new Error('There is no transcript.');
    const watcher = new MutationObserver(() => {
      texts.push(log.querySelector('[data-testid="message-assistant"]')?.textContent ?? '');
    });
    watcher.observe(log, { childList: true, characterData: true, subtree: true });
    await window.agentConsole.send('Revise report.md');
    watcher.disconnect();
    return texts;
  });
  const whole = 'I will read report.md and write it, both at once.';
  expect(await seen).toContain(whole);
  expect((await seen).filter((part) => part !== '' && part !== whole && whole.startsWith(part))).not.toEqual([]);
});

it('calls a tool of the page for a script, and puts its files back', async () => {
  await visit('?level=model');
  const outcome = await page.evaluate(() => window.agentConsole.callTool('delete_file', { path: 'notes.txt' }));
  expect(outcome).toEqual({ text: 'Deleted notes.txt.', isError: false });
  await page.waitForSelector('[data-testid="file-notes.txt"]', { hidden: true });
  await click('reset-files');
  await shown('[data-testid="file-notes.txt"]');
});

it('stops a model in the middle of a sentence', async () => {
  await visit('?level=model');
  await page.evaluate(async () => {
    const over = window.agentConsole.send('Revise report.md');
    const watcher = new MutationObserver(() => {
      if (document.querySelector('[data-testid="message-assistant"]') !== null) window.agentConsole.stop();
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    await over;
    watcher.disconnect();
  });
  await shown('[data-testid="message-failure"]::-p-text(Stopped.)');
  expect(await cards()).toEqual([]);
});

it('goes from one level to the other by the switch, and keeps the rest of the address', async () => {
  await visit('?era=modern');
  await Promise.all([page.waitForNavigation(), click('level-model')]);
  expect(new URL(page.url()).search).toBe('?era=modern&level=model');
  expect(await text('level-model')).toBe('In the page');
  expect(await page.$eval('[aria-current="page"]', (one) => one.textContent)).toBe('In the page');
});

it('begins anew when another protocol is chosen', async () => {
  await visit('?level=model');
  await click('scenario-list');
  await shown('[data-testid="tool-call"][data-state="done"]');
  await shown('[data-testid="transcript"][data-busy="false"]');
  await page.select('[data-testid="protocol"]', 'messages');
  await page.waitForSelector('[data-testid="tool-call"]', { hidden: true });
  await click('scenario-list');
  await shown('[data-testid="tool-call"][data-state="done"]');
});

it('asks a real model when one is chosen, and tells when it fails', async () => {
  let answer = Response.json({ choices: [{ message: { role: 'assistant', content: 'Hello from a model.' } }] });
  const provider = await listen(async () => answer, 0);
  const other = await startConsole({ env: { OPENAI_BASE_URL: provider.url, OPENAI_MODEL: 'm' } });
  try {
    await visit('', other.url);
    await page.select('[data-testid="model"]', 'openai');
    await click('scenario-list');
    await shown('[data-testid="message-assistant"]::-p-text(Hello from a model.)');
    answer = Response.json({ error: { message: 'Out of credit' } }, { status: 400 });
    await click('scenario-list');
    await shown('[data-testid="message-failure"]::-p-text(Out of credit)');
  } finally {
    await other.close();
    await provider.close();
  }
});
