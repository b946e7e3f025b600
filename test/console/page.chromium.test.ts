/** The console's page in a real browser, without any guard. */
import { readdir } from 'node:fs/promises';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { findBrowser } from '../../scripts/start/find-browser.ts';
import { button, combobox, link, textbox } from '../e2e/by.ts';
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
const click = (selector: string) => page.locator(selector).click();
const press = (name: string) => click(button(name));
const text = (selector: string) => page.$eval(selector, (element) => element.textContent);
const CALL = 'article[aria-label^="Tool call"]';
const AGENT = 'article[aria-label="Agent"]';
const FAILURE = 'article[aria-label="Failure"]';
const file = (name: string) => `ul[aria-label="Files"] > li::-p-text(${name})`;
/** The heads of the cards: tool, and how its call stands. */
const cards = () =>
  page.$$eval(`${CALL} > header`, (heads) =>
    heads.map(({ children }) => [...children].map((one) => one.textContent).join(' ')),
  );
const shown = (selector: string) => page.waitForSelector(selector);

it.each(['', '?listen', '?era=modern'])('plays a task that is chosen by its button %s', async (query) => {
  await visit(query);
  await press('Tidy up');
  await shown('::-p-text(Deleted draft-1.txt and draft-2.txt.)');
  expect(await cards()).toEqual(['list_directory Done', 'delete_file Done', 'delete_file Done']);
  expect(await page.$(file('draft-1.txt'))).toBeNull();
});

it('plays a task that is typed', async () => {
  await visit();
  await page.type(textbox('Task'), 'read report.md');
  await page.keyboard.press('Enter');
  await shown('::-p-text(report.md has)');
  expect(await text('article[aria-label="You"]')).toBe('read report.md');
});

it('calls one tool by hand', async () => {
  await visit();
  await press('Call');
  await shown(`${CALL} ::-p-text(Done)`);
  expect(await text(`${CALL} pre`)).toContain('Groceries');
});

it('says what is wrong with arguments that are not JSON, and calls nothing', async () => {
  await visit();
  await page.locator(textbox('Arguments (JSON)')).fill('{"path":');
  await press('Call');
  await shown('[role="alert"]::-p-text(This is not JSON)');
  expect(await cards()).toEqual([]);
});

it('makes one exact call for a script', async () => {
  await visit();
  const outcome = await page.evaluate(() => window.agentConsole.callTool('delete_file', { path: 'nothing' }));
  expect(outcome).toEqual({ text: 'There is no file "nothing".', isError: true });
});

const server = (words: string) => `ul[aria-label="MCP servers"] > li::-p-text(${words})`;

it('shows a server that cannot be reached and connects again when asked to', async () => {
  await page.setRequestInterception(true);
  let refuse = true;
  page.on(
    'request',
    (request) => void (refuse && request.url().endsWith('/mcp/workshop') ? request.abort() : request.continue()),
  );
  await page.goto(site.url);
  await shown(server('workshop not connected'));
  refuse = false;
  await press('Retry');
  await shown(server('workshop connected'));
});

const protocols = ['chat', 'responses', 'messages'];

it.each(protocols)('talks to the model itself and runs the tools it asks for (%s)', async (protocol) => {
  await visit(`?level=model&protocol=${protocol}`);
  await press('Read and write at once');
  await shown('::-p-text(Done: report.md was read and written.)');
  expect(await cards()).toEqual(['read_text_file Done', 'write_file Done']);
  const files = await page.$$eval('ul[aria-label="Files"] > li', (all) => all.map((one) => one.textContent));
  expect(files).toContain('report.md64 B');
});

it.each(protocols)('talks to the model itself and sends its calls to the servers (%s)', async (protocol) => {
  await visit(`?level=both&protocol=${protocol}`);
  await press('Delete both drafts at once');
  await shown('::-p-text(Deleted draft-1.txt and draft-2.txt.)');
  expect(await readdir(site.scratch)).toEqual(['notes.txt', 'report.md']);
});

it("shows the model's words while they come", async () => {
  await visit('?level=model');
  const seen = page.evaluate(async () => {
    const texts: string[] = [];
    const log = document.querySelector('[role="log"]');
    if (log === null) throw new Error('There is no transcript.');
    const watcher = new MutationObserver(() => {
      texts.push(log.querySelector('[aria-label="Agent"]')?.textContent ?? '');
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
  await page.waitForSelector(file('notes.txt'), { hidden: true });
  await press('Reset');
  await shown(file('notes.txt'));
});

it('stops a model in the middle of a sentence', async () => {
  await visit('?level=model');
  await page.evaluate(async () => {
    const over = window.agentConsole.send('Revise report.md');
    const watcher = new MutationObserver(() => {
      if (document.querySelector('[aria-label="Agent"]') !== null) window.agentConsole.stop();
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    await over;
    watcher.disconnect();
  });
  await shown(`${FAILURE}::-p-text(Stopped.)`);
  expect(await cards()).toEqual([]);
});

it('goes from one level to the other by the switch, and keeps the rest of the address', async () => {
  await visit('?era=modern');
  await Promise.all([page.waitForNavigation(), click(link('In the page'))]);
  expect(new URL(page.url()).search).toBe('?era=modern&level=model');
  expect(await page.$eval('[aria-current="page"]', (one) => one.textContent)).toBe('In the page');
});

it('begins anew when another protocol is chosen', async () => {
  await visit('?level=model');
  await press('List files');
  await shown(`${CALL} ::-p-text(Done)`);
  await shown(button('Send'));
  await page.select(combobox('Protocol'), 'messages');
  await page.waitForSelector(CALL, { hidden: true });
  await press('List files');
  await shown(`${CALL} ::-p-text(Done)`);
});

it('asks a real model when one is chosen, and tells when it fails', async () => {
  let answer = Response.json({ choices: [{ message: { role: 'assistant', content: 'Hello from a model.' } }] });
  const provider = await listen(async () => answer, 0);
  const other = await startConsole({ env: { OPENAI_BASE_URL: provider.url, OPENAI_MODEL: 'm' } });
  try {
    await visit('', other.url);
    await page.select(combobox('Model'), 'openai');
    await press('List files');
    await shown(`${AGENT}::-p-text(Hello from a model.)`);
    answer = Response.json({ error: { message: 'Out of credit' } }, { status: 400 });
    await press('List files');
    await shown(`${FAILURE}::-p-text(Out of credit)`);
  } finally {
    await other.close();
    await provider.close();
  }
});
