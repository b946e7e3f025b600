/**
 * `npm start`: console and tools up, a browser open with the extension. With a display it stays open for the person; without
 * one it plays a tour, prints it, saves screenshots and ends. What it starts, it stops; what it makes outside the project, it removes.
 */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type Console, startConsole } from '../../test/console/start.ts';
import { buildExtension } from '../extension.ts';
import { makeOwnFolder } from '../own-folder.ts';
import type { Say } from '../tools.ts';
import type { BrowserPlace } from './browser-places.ts';
import { hasDisplay } from './display.ts';
import { ensureBrowser } from './install-browser.ts';
import { closeFirstPage, type LaunchedBrowser, launchBrowser } from './launch-browser.ts';
import { stayOpen } from './live.ts';
import { stopSignal } from './stop-signal.ts';
import { playTour } from './tour/tour.ts';

/** The tour takes a few seconds; this is for a machine that has come to a halt. */
const TOUR_MS = 3 * 60_000;
const CLOSE_MS = 15_000;

const say: Say = (line) => console.log(line);

async function main(stopped: AbortSignal): Promise<void> {
  const live = hasDisplay(process.platform, process.env);
  // The tour opens the popup and the options page, which no driver may do in Firefox.
  const place = await ensureBrowser(live ? ['chromium', 'firefox'] : ['chromium'], say, stopped);
  say(`Browser: ${place.name} (${place.path})`);
  const extension = await buildExtension(place.kind, say, stopped);
  // The tour is played by the scripted model, whatever keys there are.
  const site = await startConsole({ env: live ? process.env : {} });
  try {
    say(`Console: ${site.url}`);
    stopped.throwIfAborted();
    await inBrowser(place, extension, !live, (launched) => {
      stopped.throwIfAborted();
      return live ? stayOpen(launched, site, stopped) : boundedTour(launched, site, stopped);
    });
  } finally {
    await site.close();
  }
}

/** Does `work` with a browser in a profile of its own, and removes both. */
async function inBrowser(
  place: BrowserPlace,
  extension: string,
  headless: boolean,
  work: (launched: LaunchedBrowser) => Promise<void>,
): Promise<void> {
  const profile = await makeOwnFolder('profile');
  try {
    // Not to be interrupted: a browser that is killed leaves files behind, one that is closed does not.
    const launched = await launchBrowser(place, extension, { headless, profile });
    try {
      await work(launched);
    } finally {
      await close(launched.browser);
    }
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Closes the browser, or waits until it has closed itself; ends one that does not. */
async function close(browser: LaunchedBrowser['browser']): Promise<void> {
  const program = browser.process();
  const timer = setTimeout(() => program?.kill('SIGKILL'), CLOSE_MS);
  const runs = program !== null && program.exitCode === null && program.signalCode === null;
  if (!browser.connected && runs) await once(program, 'exit');
  else await browser.close().catch(() => undefined);
  clearTimeout(timer);
}

async function boundedTour(launched: LaunchedBrowser, site: Console, stopped: AbortSignal): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new Error(`The tour has not come to its end within ${TOUR_MS / 1000} s.`)),
    TOUR_MS,
  );
  const ended = AbortSignal.any([stopped, late.signal]);
  const tour = async (): Promise<void> => {
    await closeFirstPage(launched);
    await playTour(launched, site, say);
  };
  try {
    await Promise.race([
      tour(),
      new Promise<never>((_resolve, reject) => {
        if (ended.aborted) reject(ended.reason);
        ended.addEventListener('abort', () => reject(ended.reason));
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

const stopped = stopSignal();
main(stopped).then(
  // Whatever a tool may have left running must not keep us.
  () => process.exit(0),
  (error: unknown) => {
    // What was interrupted fails in ways of its own.
    const why: unknown = stopped.aborted ? stopped.reason : error;
    console.error(`\nnpm start: ${why instanceof Error ? why.message : String(why)}`);
    process.exit(1);
  },
);
