/** The console's page in a real browser, without any guard. */
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
