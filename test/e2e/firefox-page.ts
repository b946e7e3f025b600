/**
 * A page of the extension in Firefox, for the browser tests: found by role and label, worked with real clicks and keys.
 *
 * Puppeteer hears nothing of `moz-extension:` pages, so this speaks WebDriver BiDi over Puppeteer's connection. Firefox allows
 * that to who starts it with `SYSTEM_ACCESS`. Never used for pages of the web.
 */
import type { Browser } from 'puppeteer-core';
import { vi } from 'vitest';

/** Lets the driver reach pages of the browser and of extensions. */
export const SYSTEM_ACCESS = '--remote-allow-system-access';

/** The part of Puppeteer's connection that is used. */
interface Connection {
  send(method: string, params: object): Promise<{ readonly result: unknown }>;
}

interface Context {
  readonly context: string;
  readonly url: string;
}

/** What stands for an element in the browser. */
interface Element {
  readonly sharedId: string;
}

type Evaluated =
  | { readonly type: 'success'; readonly result: { readonly value?: unknown } }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } };

const SOON = { timeout: 30_000, interval: 50 };

export class FirefoxPage {
  readonly #connection: Connection;
  readonly #context: string;

  private constructor(connection: Connection, context: string) {
    this.#connection = connection;
    this.#context = context;
  }

  /** Opens the page in a window of its own: one that lies behind another tab would draw nothing. Resolves when it has been parsed. */
  static async open(browser: Browser, url: string): Promise<FirefoxPage> {
    const connection = connectionOf(browser);
    const { result } = await connection.send('browsingContext.create', { type: 'window' });
    const page = new FirefoxPage(connection, (result as Context).context);
    await page.goto(url);
    return page;
  }

  /** A page that is open already, or will soon be. */
  static async found(browser: Browser, url: string): Promise<FirefoxPage> {
    const connection = connectionOf(browser);
    const find = async (): Promise<Context | undefined> => {
      const { result } = await connection.send('browsingContext.getTree', {});
      return (result as { readonly contexts: readonly Context[] }).contexts.find((one) => one.url === url);
    };
    return new FirefoxPage(connection, (await vi.waitUntil(find, SOON)).context);
  }

  async goto(url: string): Promise<void> {
    // No load is ever reported of these pages.
    await this.#send('browsingContext.navigate', { url, wait: 'none' });
    await this.until((wanted) => location.href === wanted && document.readyState !== 'loading', url);
  }

  async close(): Promise<void> {
    await this.#send('browsingContext.close', {});
  }

  /** Runs a function in the page. Arguments and result are JSON; `undefined` comes back as `null`. */
  async evaluate<A extends readonly unknown[], R>(work: (...args: A) => R | Promise<R>, ...args: A): Promise<R> {
    const json = await this.#call(
      `async (json) => JSON.stringify((await (${String(work)})(...JSON.parse(json))) ?? null)`,
      { type: 'string', value: JSON.stringify(args) },
    );
    return JSON.parse(String(json));
  }

  /** Waits until a function in the page says so. Rejects with what the page shows instead. */
  async until<A extends readonly unknown[]>(holds: (...args: A) => boolean, ...args: A): Promise<void> {
    // The page may be on its way to another one: then there is nothing to ask yet.
    const now = (): Promise<boolean> => this.evaluate(holds, ...args).catch(() => false);
    await vi.waitUntil(now, SOON).catch(this.#showing(`Not so: ${String(holds)} ${JSON.stringify(args)}.`));
  }

  says(words: string): Promise<void> {
    return this.until((wanted) => document.body.textContent.includes(wanted), words);
  }

  /** Clicks the first element with this role and label, as soon as it takes clicks. */
  async click(role: string, name: string): Promise<void> {
    await this.#send('browsingContext.activate', {});
    const origin = { type: 'element', element: await this.ready(role, name) };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#send('input.performActions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  /** Presses keys, one after the other: characters, or WebDriver's code points for keys without one. */
  async type(keys: string): Promise<void> {
    const actions = [...keys].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#send('input.performActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** Chooses from a list. Which keys do that differs from system to system. */
  async choose(name: string, value: string): Promise<void> {
    const choose = (select: HTMLSelectElement, wanted: string): void => {
      select.value = wanted;
      for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
    };
    await this.#call(String(choose), await this.ready('combobox', name), { type: 'string', value });
  }

  /** The first element with this role and label, once it is in view, enabled and drawn in full: it takes clicks. */
  ready(role: string, name: string): Promise<Element> {
    const takesClicks = (element: HTMLElement): boolean => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      // As long as it takes no click, a button is pale.
      return element.closest(':disabled') === null && getComputedStyle(element).opacity === '1';
    };
    const find = async (): Promise<Element | undefined> => {
      const locator = { type: 'accessibility', value: { role, name } };
      const { nodes } = (await this.#send('browsingContext.locateNodes', { locator })) as { nodes: readonly Element[] };
      const [element] = nodes.map(({ sharedId }) => ({ sharedId }));
      // An element may be gone again: then there is another one, or will be.
      const ready = element && (await this.#call(String(takesClicks), element).catch(() => false));
      return ready === true ? element : undefined;
    };
    return vi.waitUntil(find, SOON).catch(this.#showing(`There is no ${role} "${name}" that takes clicks.`));
  }

  #showing(what: string): (error: unknown) => Promise<never> {
    return async (cause) => {
      const shown = await this.evaluate(() => document.body.textContent);
      throw new Error(`${what} The page shows:\n${shown}`, { cause });
    };
  }

  async #call(functionDeclaration: string, ...given: readonly object[]): Promise<unknown> {
    const target = { context: this.#context };
    const params = { functionDeclaration, arguments: given, target, awaitPromise: true, userActivation: true };
    const answer = (await this.#connection.send('script.callFunction', params)).result as Evaluated;
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return answer.result.value;
  }

  async #send(method: string, params: object): Promise<unknown> {
    return (await this.#connection.send(method, { ...params, context: this.#context })).result;
  }
}

/** Puppeteer keeps its connection for itself; there is one BiDi session to a browser, so this one has to do. */
function connectionOf(browser: Browser): Connection {
  return (browser as unknown as { readonly connection: Connection }).connection;
}
