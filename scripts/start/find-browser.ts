/** Finds a browser that starts. Looks, installs nothing. */
import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { type BrowserKind, type BrowserPlace, browserPlaces } from './browser-places.ts';

const ANSWER_MS = 15_000;

/** @param kinds the ones that will do; default: any */
export async function findBrowser(
  kinds: readonly BrowserKind[] = ['chromium', 'firefox'],
): Promise<BrowserPlace | undefined> {
  const places = browserPlaces({ platform: process.platform, home: homedir(), env: process.env });
  for (const place of places) if (kinds.includes(place.kind) && (await works(place.path))) return place;
  return undefined;
}

async function works(path: string): Promise<boolean> {
  const there = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
  // On Linux the name may be a script that only says where the browser could be had. Elsewhere there is no such thing, and
  // Chrome on Windows opens a window when it is asked for its version.
  if (!there || process.platform !== 'linux') return there;
  return new Promise((resolve) => {
    execFile(path, ['--version'], { timeout: ANSWER_MS }, (error, stdout) =>
      resolve(error === null && /\d+\.\d+/.test(stdout)),
    );
  });
}
