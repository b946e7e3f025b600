/** Gets a browser onto a Debian-like system, or says what a person has to do. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runShown, type Say } from '../tools.ts';
import type { BrowserKind, BrowserPlace } from './browser-places.ts';
import { findBrowser } from './find-browser.ts';

const APT = '/usr/bin/apt-get';
const PACKAGES: Readonly<Record<BrowserKind, string>> = { chromium: 'chromium', firefox: 'firefox-esr' };

/**
 * A browser of one of the kinds, the first kind installed if there is none.
 * @param stopped ends the installation
 * @throws Error that says what to do when none can be had
 */
export async function ensureBrowser(
  kinds: readonly [BrowserKind, ...BrowserKind[]],
  say: Say,
  stopped?: AbortSignal,
): Promise<BrowserPlace> {
  const found = await findBrowser(kinds);
  if (found !== undefined) return found;
  const wanted = process.env['INTERLOCK_BROWSER'];
  if (wanted) throw new Error(`INTERLOCK_BROWSER is "${wanted}", but that does not start as ${kinds.join(' or ')}.`);
  const prefix = aptPrefix();
  if (prefix === undefined) throw new Error(advice(kinds));
  const [kind] = kinds;
  await aptInstall(prefix, PACKAGES[kind], say, stopped);
  const installed = await findBrowser(kinds);
  if (installed === undefined) throw new Error(`apt-get has installed no browser that starts. ${advice(kinds)}`);
  return installed;
}

/** How to run apt-get without being asked for a password; undefined = not at all. */
function aptPrefix(): readonly string[] | undefined {
  if (process.platform !== 'linux' || !existsSync(APT)) return undefined;
  if (process.getuid?.() === 0) return [];
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
    return ['sudo', '-n'];
  } catch {
    return undefined;
  }
}

async function aptInstall(
  prefix: readonly string[],
  name: string,
  say: Say,
  stopped: AbortSignal | undefined,
): Promise<void> {
  const apt = (...args: string[]) => {
    const [command = APT, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', APT, '-qq', ...args];
    return runShown(`apt-get ${args.join(' ')}`, command, rest, say, stopped);
  };
  // One broken package source must not keep us from one that works: only the installation counts.
  await apt('update');
  const code = await apt('install', '-y', '--no-install-recommends', name);
  if (code !== 0) throw new Error(`"apt-get install ${name}" failed with code ${code}; its messages are above.`);
}

function advice(kinds: readonly BrowserKind[]): string {
  const names = kinds.includes('chromium') ? 'Chrome, Chromium or Edge' : 'Firefox';
  const how: Partial<Record<NodeJS.Platform, string>> = {
    linux:
      'on Debian: "sudo apt-get install chromium"; on Ubuntu: the .deb from https://www.google.com/chrome; on Fedora: "sudo dnf install chromium"',
    darwin: '"brew install --cask google-chrome", or download it from https://www.google.com/chrome',
    win32: '"winget install Google.Chrome", or download it from https://www.google.com/chrome',
  };
  return `No browser was found. Install ${names} (${how[process.platform] ?? 'with your package manager'}) and run this again, or set INTERLOCK_BROWSER to the path of one.`;
}
