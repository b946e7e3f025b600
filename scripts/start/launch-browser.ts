/**
 * Starts a browser with the extension in it, in a profile of its own that is thrown away at the end.
 * Used by `npm start` and by the browser tests.
 */
import puppeteer, { type Browser, type LaunchOptions } from 'puppeteer-core';
import type { BrowserPlace } from './browser-places.ts';

export interface LaunchedBrowser {
  readonly browser: Browser;
  /** Address of the extension's folder, with a slash at the end; undefined where the browser does not tell (Firefox). */
  readonly extensionUrl: string | undefined;
}

const START_MS = 60_000;

/** Nothing leaves the machine by itself, no first-run pages. */
const CHROMIUM_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
];

/**
 * @param extension folder of the unpacked extension, built for the browser's kind
 * @param options `profile`: an empty folder that the caller removes; default: one that goes with the browser. `quiet`: the browser
 *   reports no requests to the driver, which costs each of them time
 * @throws Error when the browser does not start or does not take the extension
 */
export async function launchBrowser(
  place: BrowserPlace,
  extension: string,
  options: { readonly headless: boolean; readonly profile?: string; readonly quiet?: boolean },
): Promise<LaunchedBrowser> {
  const common: LaunchOptions = {
    executablePath: place.path,
    headless: options.headless,
    timeout: START_MS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ...(options.profile === undefined ? {} : { userDataDir: options.profile }),
    defaultViewport: options.headless ? { width: 1280, height: 860 } : null,
  };
  switch (place.kind) {
    case 'chromium': {
      const browser = await puppeteer.launch({
        ...common,
        pipe: true,
        enableExtensions: true,
        networkEnabled: options.quiet !== true,
        // The bar that says so is for tests; a person has started this browser.
        ignoreDefaultArgs: options.headless ? [] : ['--enable-automation'],
        args: [...CHROMIUM_FLAGS, ...(sandboxImpossible() ? ['--no-sandbox'] : [])],
      });
      const id = await install(browser, extension, place);
      return { browser, extensionUrl: `chrome-extension://${id}/` };
    }
    case 'firefox': {
      const browser = await puppeteer.launch({ ...common, browser: 'firefox' });
      await install(browser, extension, place);
      return { browser, extensionUrl: undefined };
    }
  }
}

/**
 * Closes the page that our extension opens when it is installed. For who works in the browser without a person: a page that
 * lies behind another one draws nothing, and cannot be clicked in.
 */
export async function closeFirstPage({ browser, extensionUrl }: LaunchedBrowser): Promise<void> {
  if (extensionUrl === undefined) return;
  const url = `${extensionUrl}first-run.html`;
  const target = await browser.waitForTarget((one) => one.url() === url, { timeout: START_MS });
  await (await target.page())?.close();
}

async function install(browser: Browser, extension: string, { name }: BrowserPlace): Promise<string> {
  try {
    return await browser.installExtension(extension);
  } catch (error) {
    await browser.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${name} does not take the extension: ${reason} Set INTERLOCK_BROWSER to use another browser.`);
  }
}

/** Chromium refuses to sandbox for root, and cannot in most containers of continuous integration. */
function sandboxImpossible(): boolean {
  return process.platform === 'linux' && (process.getuid?.() === 0 || Boolean(process.env['CI']));
}
