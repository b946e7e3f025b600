/**
 * The scenario that shows what Interlock is for, played through the real page, popup and options: a write is refused until the
 * file was read; a delete is held until a person allows it; another is denied. Every step is checked.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import type { Console } from '../../../test/console/start.ts';
import { root, type Say } from '../../tools.ts';
import type { LaunchedBrowser } from '../launch-browser.ts';
import { type ConsolePage, openConsole } from './console-page.ts';
import { readFinalState } from './final-state.ts';
import { closeGreeting } from './greeting.ts';
import { type Narrator, narrator } from './narrator.ts';
import { openOptions, switchOn } from './options.ts';
import { decide, instances, openPopup, ready, waitingCall } from './popup.ts';

const SETS = ['read-before-write', 'confirm-before-delete'];
const SITE = '*://127.0.0.1/*';

/** @throws Error that says what did not happen as it should */
export async function playTour({ browser, extensionUrl }: LaunchedBrowser, site: Console, say: Say): Promise<void> {
  if (extensionUrl === undefined) throw new Error('The tour needs Chromium, Chrome or Edge.');
  const tell = narrator(say);
  const picture = pictures();
  await closeGreeting(browser, extensionUrl);

  tell.act('Options: deletions are to wait for a person');
  const options = await openOptions(browser, extensionUrl);
  await switchOn(options, 'confirm-before-delete', SITE);
  await picture(options, 'options');
  tell.line('person', `switches on "confirm-before-delete" for ${SITE}`);

  const page = await browser.newPage();
  const console_ = await openConsole(page, site.url);
  try {
    await writes(tell, console_);
    const popup = await openPopup(browser, page);
    await checkStates(tell, popup, 'notes.txt', 'written');
    await popup.close();
    await deletes(tell, console_, site, browser, picture);
  } catch (error) {
    // The picture helps to see why; it must not hide what went wrong.
    await picture(page, 'console-failed').catch(() => undefined);
    throw error;
  }

  tell.act('What is on disk');
  const final = await readFinalState(options, SETS);
  say(JSON.stringify(final, null, 2).replace(/^/gm, '   '));
  const state = JSON.stringify(final.tool_fsm_thread_state);
  tell.expect(
    'notes.txt in state "written"',
    final.tool_fsm_thread_state['read-before-write']?.['notes.txt'] === 'written',
    `it is ${state}`,
  );
  const { denied, approved, rejected } = final.tool_fsm_metrics;
  tell.expect(
    '1 denied, 1 approved, 1 rejected',
    denied === 1 && approved === 1 && rejected === 1,
    `it is ${JSON.stringify(final.tool_fsm_metrics)}`,
  );
  say(`\nThe tour is over; everything happened as said. Pictures are in ${join(root, '.screenshots')}.`);
}

async function writes(tell: Narrator, console_: ConsolePage): Promise<void> {
  tell.act('A file is written only after it was read');
  await console_.press('write');
  await console_.finished();
  const items = await console_.retell(tell);
  const calls = items.filter(({ kind }) => kind === 'tool-call').map(({ tool, state }) => `${tool} ${state}`);
  const seen = `it was: ${calls.join(', ')}`;
  tell.expect(
    'write refused, read done, write done',
    calls.join() === 'write_file error,read_text_file done,write_file done',
    seen,
  );
  const reason = items.find(({ kind }) => kind === 'tool-call')?.text ?? '';
  tell.expect(
    'the reason "Read notes.txt before writing."',
    reason.includes('Read notes.txt before writing.'),
    `it was "${reason}"`,
  );
}

async function checkStates(tell: Narrator, popup: Page, key: string, state: string): Promise<void> {
  const seen = await instances(popup);
  const found = seen.some((one) => one.key === key && one.state === state);
  tell.expect(`the popup shows ${key} as "${state}"`, found, `it shows ${JSON.stringify(seen)}`);
}

type Picture = (page: Page, name: string) => Promise<void>;

async function deletes(
  tell: Narrator,
  console_: ConsolePage,
  site: Console,
  browser: LaunchedBrowser['browser'],
  picture: Picture,
): Promise<void> {
  tell.act('A deletion waits for a person');
  await console_.press('tidy');
  await console_.running('delete_file', 'draft-1.txt');
  const popup = await openPopup(browser, console_.page);
  const card = await waitingCall(popup, 'draft-1.txt');
  tell.expect(
    'the file is still there while the call waits',
    existsSync(join(site.scratch, 'draft-1.txt')),
    'it is gone',
  );
  tell.expect(
    'the popup shows the call, its reason and both buttons',
    /Allow once.*Deny/s.test(card),
    `it shows "${card}"`,
  );
  await ready(popup);
  await picture(popup, 'popup');
  await picture(console_.page, 'console-waiting');
  tell.line('person', 'presses "Allow once" for draft-1.txt in the popup');
  await decide(popup, 'Allow once');

  await console_.running('delete_file', 'draft-2.txt');
  await waitingCall(popup, 'draft-2.txt');
  tell.line('person', 'presses "Deny" for draft-2.txt in the popup');
  await decide(popup, 'Deny');
  await console_.finished();
  await console_.retell(tell);
  tell.expect('draft-1.txt is deleted', !existsSync(join(site.scratch, 'draft-1.txt')), 'it is still there');
  tell.expect('draft-2.txt is kept', existsSync(join(site.scratch, 'draft-2.txt')), 'it is gone');
  await picture(popup, 'popup-after');
  await picture(console_.page, 'console');
}

function pictures(): Picture {
  const folder = join(root, '.screenshots');
  return async (page, name) => {
    await mkdir(folder, { recursive: true });
    // A popup's window follows its content with a delay: the content is what counts.
    const shown = (await page.$('.popup')) ?? page;
    await shown.screenshot({ path: join(folder, `${name}.png`) });
  };
}
