/**
 * A real browser with the built extension, the real console and its real tools, for the browser tests. Each harness has its own
 * profile and scratch folder; what a person does in popup and options is done there, by clicks.
 */
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import type { JsonObject } from '../../engine/tool-call.ts';
import { buildExtension } from '../../scripts/extension.ts';
import type { BrowserKind } from '../../scripts/start/browser-places.ts';
import { findBrowser } from '../../scripts/start/find-browser.ts';
import { closeFirstPage, launchBrowser } from '../../scripts/start/launch-browser.ts';
import { switchOn } from '../../scripts/start/tour/options.ts';
import { WAITING_CALL } from '../../scripts/start/tour/popup.ts';
import type { AgentConsole } from '../console/page/test-hook.ts';
import { type Console, startConsole } from '../console/start.ts';
import { button, combobox, textbox } from './by.ts';
import { openView } from './options-page.ts';

export type CallOutcome = Awaited<ReturnType<AgentConsole['callTool']>>;

const unsaid = (): void => undefined;

export class Harness implements AsyncDisposable {
  readonly browser: Browser;
  readonly site: Console;
  readonly #extensionUrl: string;

  private constructor(browser: Browser, site: Console, extensionUrl: string) {
    this.browser = browser;
    this.site = site;
    this.#extensionUrl = extensionUrl;
  }

  /**
   * Starts everything. Throws when there is no browser of that kind: `npm test` installs one. With `quiet`, nobody is told of requests:
   * pages are as fast as without a driver.
   */
  static async start(kind: BrowserKind = 'chromium', { quiet = false } = {}): Promise<Harness> {
    const place = await findBrowser([kind]);
    if (place === undefined) throw new Error(`There is no ${kind} to test with; npm test installs one.`);
    const [extension, site] = await Promise.all([buildExtension(kind, unsaid), startConsole()]);
    const launched = await launchBrowser(place, extension, { headless: true, quiet });
    await closeFirstPage(launched);
    const { browser, extensionUrl = '' } = launched;
    return new Harness(browser, site, extensionUrl);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close();
    await this.site.close();
  }

  /** The console, connected to its tools. */
  async openConsole(path = '/'): Promise<Page> {
    const page = await this.browser.newPage();
    await page.goto(`${this.site.url}${path}`);
    await page.evaluate(() => window.agentConsole.ready);
    return page;
  }

  openPopup(): Promise<Page> {
    return this.#openExtensionPage('popup.html');
  }

  openOptions(): Promise<Page> {
    return this.#openExtensionPage('options.html');
  }

  openFirstRun(): Promise<Page> {
    return this.#openExtensionPage('first-run.html');
  }

  async #openExtensionPage(path: string): Promise<Page> {
    const page = await this.browser.newPage();
    await page.goto(`${this.#extensionUrl}${path}`);
    return page;
  }

  /** Saves an own machine set, pasted into the options page. */
  async saveSet(name: string, text: string): Promise<void> {
    const page = await this.openOptions();
    await page.locator(button('New set')).click();
    await page.locator(textbox('Name')).fill(name);
    await pasteText(page, text);
    await page.locator(button('Save')).click();
    await page.waitForSelector(`h1 ::-p-text(${name})`);
    await page.close();
  }

  /** Puts a bundled set in force on the console's site, as a person does in the options page. */
  async switchOn(set: string): Promise<void> {
    const page = await this.openOptions();
    await switchOn(page, set, '*://127.0.0.1/*');
    await page.close();
  }

  /** Sets how the console's site is guarded, in the options page. */
  async setMode(mode: 'enforce' | 'off'): Promise<void> {
    const options = await this.openOptions();
    await openView(options, 'Sites');
    const choice = await options.waitForSelector(combobox('Mode on *://127.0.0.1/*'));
    await choice?.select(mode);
    await options.waitForFunction(
      (field, wanted) => field instanceof HTMLSelectElement && field.value === wanted,
      {},
      choice,
      mode,
    );
    await options.close();
  }

  /** Reloads the extension, as an update does. `from` is one of its pages; it goes with it. */
  async reloadExtension(from: Page): Promise<void> {
    const gone = new Promise<void>((resolve) => from.once('close', () => resolve()));
    const reload = from.evaluate(() =>
      (globalThis as unknown as { chrome: { runtime: { reload(): void } } }).chrome.runtime.reload(),
    );
    // The page may be gone before it can answer; that it is gone is what is waited for.
    await Promise.all([gone, reload.catch(() => undefined)]);
  }

  /** Ends the extension's worker the way the browser does when it is idle, at once. */
  async killWorker(): Promise<void> {
    const page = await this.openOptions();
    const session = await page.createCDPSession();
    await session.send('ServiceWorker.enable');
    const gone = workerStopped(session);
    await session.send('ServiceWorker.stopAllWorkers');
    await gone;
    await page.close();
  }
}

function workerStopped(session: CDPSession): Promise<void> {
  return new Promise((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      if (versions.some((v) => v.runningStatus === 'stopped')) resolve();
    });
  });
}

/** One exact tool call from the console's page; resolves when the page has its outcome. */
export function callTool(page: Page, tool: string, args: JsonObject): Promise<CallOutcome> {
  return page.evaluate((name, values) => window.agentConsole.callTool(name, values), tool, args);
}

/** Waits until the popup shows a waiting call; if none comes, the error says what it shows instead. */
export async function waitingCall(popup: Page): Promise<void> {
  await popup.waitForSelector(WAITING_CALL).catch(async (error: unknown) => {
    const shown = await popup.evaluate(() => document.body.textContent);
    throw new Error(`The popup shows no waiting call but:\n${shown}`, { cause: error });
  });
}

/** Presses a button of the card of the oldest waiting call, as soon as the popup takes clicks for it: at rest for half a second. */
export const decide = (popup: Page, name: 'Allow once' | 'Deny'): Promise<void> => press(popup, name);

/** Presses a button of the popup, as soon as it is drawn in full: those of a card that has just moved are pale, and take no click. */
export async function press(popup: Page, name: string): Promise<void> {
  await popup.locator(button(name)).filter(isDrawnInFull).click();
}

/** Runs in the page. What has left it is looked for anew. */
const isDrawnInFull = (element: Element): boolean => !element.isConnected || getComputedStyle(element).opacity === '1';

/** Waits until a card has the focus and its button of this name takes clicks and keys. */
export async function focusedCard(popup: Page, name: string): Promise<void> {
  await popup.waitForSelector(`article:focus button:enabled${button(name)}`);
}

/** Replaces the text of the options page's editor as pasting does. */
export async function pasteText(options: Page, text: string): Promise<void> {
  const editor = await options.waitForSelector('[role="textbox"][contenteditable]');
  await editor?.focus();
  await editor?.evaluate((element, content) => {
    element.ownerDocument.getSelection()?.selectAllChildren(element);
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', content);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
