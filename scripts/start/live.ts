/** `npm start` with a display: the browser stays open for the person until it is closed or Ctrl-C is pressed. */
import type { Console } from '../../test/console/start.ts';
import type { LaunchedBrowser } from './launch-browser.ts';

const MODEL_LEVEL = (site: Console): string => `${site.url}/?level=model`;

const WHAT_TO_TRY = (site: Console, extensionUrl: string | undefined) => `
Interlock is running in the browser that has just opened, with the console in two tabs.

  MCP servers     ${site.url}            the page calls tools on the servers
  In the page     ${MODEL_LEVEL(site)}   the page talks to the model itself, and runs the tools
  Scratch folder  ${site.scratch}${extensionUrl === undefined ? '' : `\n  Options         ${extensionUrl}options.html`}

Try this:
  1. Press "Write notes.txt". The write is refused ("Read notes.txt before writing."), the model reads, then the write goes through.
  2. Open Interlock (Alt+Shift+L, or in the toolbar under the puzzle piece) and look at the states.
  3. In Interlock's options, switch on "confirm-before-delete" for 127.0.0.1, then press "Tidy up": each delete waits until
     you press "Allow once" or "Deny" in the popup.
  4. "Call a tool" on the right makes any call you like.
  5. In the other tab, press "Write notes.txt": the refused write never reaches the page, and the model is told in the same turn.
     "Read and write at once" puts the two in order. "Leave it half done" is followed up when a set of yours has a "continuation".

Real models: OPENAI_API_KEY (with OPENAI_BASE_URL, OPENAI_MODEL) or ANTHROPIC_API_KEY (ANTHROPIC_MODEL) before "npm start".
Close the browser or press Ctrl-C to stop.
`;

/** Resolves when the browser is closed or `stopped` comes. */
export async function stayOpen(
  { browser, extensionUrl }: LaunchedBrowser,
  site: Console,
  stopped: AbortSignal,
): Promise<void> {
  const [page = await browser.newPage()] = await browser.pages();
  await page.goto(site.url);
  const other = await browser.newPage();
  await other.goto(MODEL_LEVEL(site));
  await page.bringToFront();
  console.log(WHAT_TO_TRY(site, extensionUrl));
  await new Promise<void>((resolve) => {
    browser.once('disconnected', () => resolve());
    if (stopped.aborted) resolve();
    stopped.addEventListener('abort', () => resolve());
  });
}
