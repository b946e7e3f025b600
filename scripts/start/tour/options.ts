/** Interlock's options page as a person uses it. */
import type { Browser, Page } from 'puppeteer-core';

const WAIT_MS = 30_000;

export async function openOptions(browser: Browser, extensionUrl: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${extensionUrl}options.html`);
  await page.waitForSelector('main[aria-busy="false"]', { timeout: WAIT_MS });
  return page;
}

/** Puts a bundled set in force on a site and waits until it is. */
export async function switchOn(options: Page, set: string, match: string): Promise<void> {
  await options.locator(`aside[aria-label="Machine sets"] button::-p-text(${set})`).setTimeout(WAIT_MS).click();
  const box = `::-p-aria([name="${match}"][role="switch"])`;
  await options.locator(box).setTimeout(WAIT_MS).click();
  const element = await options.waitForSelector(box, { timeout: WAIT_MS });
  await options.waitForFunction(
    (input) => input instanceof HTMLInputElement && input.checked,
    { timeout: WAIT_MS },
    element,
  );
}
