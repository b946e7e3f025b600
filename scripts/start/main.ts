/**
 * `npm start`: console and tools up, a browser open with the extension. With a display it stays open for the person; without
 * one it plays a tour, prints it, saves screenshots and ends. What it starts, it stops; what it makes outside the project, it removes.
 */
import { type Console, startConsole } from '../../test/console/start.ts';
import { buildExtension } from '../extension.ts';
import type { Say } from '../tools.ts';
import { hasDisplay } from './display.ts';
import { ensureBrowser } from './install-browser.ts';
import { closeFirstPage, type LaunchedBrowser, launchBrowser } from './launch-browser.ts';
import { stayOpen } from './live.ts';
import { playTour } from './tour/tour.ts';

/** The tour takes a few seconds; this is for a machine that has come to a halt. */
const TOUR_MS = 3 * 60_000;

const say: Say = (line) => console.log(line);

async function main(): Promise<void> {
  const live = hasDisplay(process.platform, process.env);
  // The tour opens the popup and the options page, which no driver may do in Firefox.
  const place = await ensureBrowser(live ? ['chromium', 'firefox'] : ['chromium'], say);
  say(`Browser: ${place.name} (${place.path})`);
  const extension = await buildExtension(place.kind, say);
  // The tour is played by the scripted model, whatever keys there are.
  const site = await startConsole({ env: live ? process.env : {} });
  try {
    say(`Console: ${site.url}`);
    const launched = await launchBrowser(place, extension, { headless: !live });
    if (!live) await closeFirstPage(launched);
    try {
      await (live ? stayOpen(launched, site) : boundedTour(launched, site));
    } finally {
      await launched.browser.close().catch(() => undefined);
    }
  } finally {
    await site.close();
  }
}

async function boundedTour(launched: LaunchedBrowser, site: Console): Promise<void> {
  const ended = new AbortController();
  const end = (reason: string) => () => ended.abort(new Error(reason));
  const timer = setTimeout(end(`The tour has not come to its end within ${TOUR_MS / 1000} s.`), TOUR_MS);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end(`Stopped by ${signal}.`));
  try {
    await Promise.race([
      playTour(launched, site, say),
      new Promise<never>((_resolve, reject) => {
        ended.signal.addEventListener('abort', () => reject(ended.signal.reason));
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

main().then(
  // Whatever a tool may have left running must not keep us.
  () => process.exit(0),
  (error: unknown) => {
    console.error(`\nnpm start: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  },
);
