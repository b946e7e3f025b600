/** The page that greets who has installed Interlock, in a tab of its own. */
import type { Browser } from 'puppeteer-core';

const WAIT_MS = 30_000;

/** It opens at a time of its own choosing, in front of all others, which are not drawn from then on: it is waited for and closed. */
export async function closeGreeting(browser: Browser, extensionUrl: string): Promise<void> {
  const greeting = `${extensionUrl}first-run.html`;
  const target = await browser.waitForTarget((one) => one.url() === greeting, { timeout: WAIT_MS });
  await (await target.page())?.close();
}
