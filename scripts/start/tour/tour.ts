/**
 * The scenario that shows what Interlock is for, played through the real pages, popup and options: once where the page calls MCP
 * servers, once where it talks to the model itself. Every step is checked.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import type { Console } from '../../../test/console/start.ts';
import { root, type Say } from '../../tools.ts';
import type { LaunchedBrowser } from '../launch-browser.ts';
import { type ConsolePage, openConsole } from './console-page.ts';
import { readFinalState } from './final-state.ts';
import { playModelLevel } from './model-level.ts';
import { type Narrator, narrator } from './narrator.ts';
import { openOptions, switchOn } from './options.ts';
import { playToolLevel } from './tool-level.ts';

const SETS = ['read-before-write', 'confirm-before-delete'];
const SITE = '*://127.0.0.1/*';

/** Saves what a page shows. */
export type Picture = (page: Page, name: string) => Promise<void>;

/** What an act of the tour is played with. */
export interface Stage {
  readonly tell: Narrator;
  readonly console: ConsolePage;
  readonly site: Console;
  readonly browser: LaunchedBrowser['browser'];
  readonly picture: Picture;
}

/** @throws Error that says what did not happen as it should */
export async function playTour({ browser, extensionUrl }: LaunchedBrowser, site: Console, say: Say): Promise<void> {
  if (extensionUrl === undefined) throw new Error('The tour needs Chromium, Chrome or Edge.');
  const tell = narrator(say);
  const picture = pictures();

  tell.act('Options: deletions are to wait for a person');
  const options = await openOptions(browser, extensionUrl);
  await switchOn(options, 'confirm-before-delete', SITE);
  await picture(options, 'options');
  tell.line('person', `switches on "confirm-before-delete" for ${SITE}`);

  const play = async (path: string, acts: (stage: Stage) => Promise<void>): Promise<void> => {
    const page = await browser.newPage();
    try {
      await acts({ tell, console: await openConsole(page, `${site.url}${path}`), site, browser, picture });
    } catch (error) {
      // The picture helps to see why; it must not hide what went wrong.
      await picture(page, 'console-failed').catch(() => undefined);
      throw error;
    }
  };
  await play('/', playToolLevel);
  await play('/?level=model', playModelLevel);

  tell.act('What is on disk');
  const final = await readFinalState(options, SETS);
  say(JSON.stringify(final, null, 2).replace(/^/gm, '   '));
  const written = final.tool_fsm_thread_state['read-before-write'] ?? {};
  tell.expect(
    'notes.txt and report.md in state "written"',
    written['notes.txt'] === 'written' && written['report.md'] === 'written',
    `it is ${JSON.stringify(final.tool_fsm_thread_state)}`,
  );
  const { denied, approved, rejected } = final.tool_fsm_metrics;
  tell.expect(
    '2 denied, 2 approved, 1 rejected',
    denied === 2 && approved === 2 && rejected === 1,
    `it is ${JSON.stringify(final.tool_fsm_metrics)}`,
  );
  say(`\nThe tour is over; everything happened as said. Pictures are in ${join(root, '.screenshots')}.`);
}

function pictures(): Picture {
  const folder = join(root, '.screenshots');
  return async (page, name) => {
    await mkdir(folder, { recursive: true });
    // A popup's window follows its content with a delay: the content is what counts.
    const shown = (await page.$('.popup')) ?? page;
    await shown.screenshot({ path: join(folder, `${name}.png`), captureBeyondViewport: false });
  };
}
