/** Interlock's popup as a person uses it: opened from the toolbar over the console's tab. */
import type { Browser, Page } from 'puppeteer-core';

const WAIT_MS = 30_000;
const OPEN_MS = 10_000;

// By element and name: Puppeteer looks for roles with each frame, and a page behind another one draws none.
/** The card of a call that waits. */
export const WAITING_CALL = 'article';
/** The view, once it has what it shows. */
export const READY = 'div[aria-busy="false"] > main';
/** An instance in the list: the button that opens its history. */
export const INSTANCE = 'ul[aria-label="Instances, newest first"] button[aria-haspopup="dialog"]';

/** Presses the toolbar button over a page. @returns the popup that opens */
export async function openPopup(browser: Browser, over: Page): Promise<Page> {
  const [extension] = [...(await browser.extensions()).values()];
  if (extension === undefined) throw new Error('The extension is gone from the browser.');
  await over.bringToFront();
  await extension.triggerAction(over);
  const deadline = Date.now() + OPEN_MS;
  while (Date.now() < deadline) {
    const popup = (await extension.pages()).find((page) => page.url().includes('/popup.html'));
    if (popup !== undefined) {
      await popup.waitForSelector(READY, { timeout: WAIT_MS });
      return popup;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The popup does not open from the toolbar button.');
}

/** Waits for a waiting call whose card has these words. @returns the words of the whole card */
export async function waitingCall(popup: Page, words: string): Promise<string> {
  const found = await popup.waitForFunction(
    (wanted) => {
      const cards = [...document.querySelectorAll('article')];
      return cards.map((card) => card.textContent).find((text) => text.includes(wanted));
    },
    { timeout: WAIT_MS },
    words,
  );
  return (await found.jsonValue()) ?? '';
}

/** Waits until the popup takes clicks. */
export async function ready(popup: Page): Promise<void> {
  await popup.waitForSelector('::-p-xpath(//button[normalize-space()="Allow once" and not(@disabled)])', {
    timeout: WAIT_MS,
  });
}

/**
 * Decides on the only waiting call. The popup takes no click on what has only just appeared or moved: then the
 * person presses again.
 */
export async function decide(popup: Page, button: 'Allow once' | 'Deny'): Promise<void> {
  const again = `::-p-xpath(//article//button[.="${button}"])`;
  const deadline = Date.now() + WAIT_MS;
  while (Date.now() < deadline) {
    await popup.locator(`::-p-aria([name="${button}"][role="button"])`).setTimeout(WAIT_MS).click();
    const taken = await popup.waitForSelector(again, { hidden: true, timeout: 1000 }).then(
      () => true,
      () => false,
    );
    if (taken) return;
  }
  throw new Error(`The popup does not take a click on "${button}".`);
}

/** The instances the popup shows: key and state. */
export function instances(popup: Page): Promise<readonly { readonly key: string; readonly state: string }[]> {
  return popup.$$eval(INSTANCE, (rows) =>
    rows.map(({ children: [key, state] }) => ({
      key: key?.textContent ?? '',
      // Before the word stands a sign.
      state: state?.lastChild?.textContent ?? '',
    })),
  );
}
