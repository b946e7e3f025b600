/**
 * Installs the locked packages when they are missing or not the ones of package-lock.json. Runs on Node 20.20 without packages.
 * INVARIANT: at most one process installs at a time; the others wait for it and then look again.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { runNpm } from './npm.mjs';

/**
 * True when node_modules holds what the lock file says. npm writes `node_modules/.package-lock.json` last, so an
 * interrupted installation does not count. Optional packages of other platforms are rightly absent.
 * @param {string} root
 */
export function isInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === undefined)
    throw new Error('package-lock.json is missing or damaged; restore it with "git checkout package-lock.json".');
  if (present === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link === true) return true;
    const there = Object.hasOwn(present, path) ? present[path] : undefined;
    return there === undefined
      ? entry.optional === true
      : there.version === entry.version && there.integrity === entry.integrity;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean, link?: boolean }> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {{ root: string, node: string, env: NodeJS.ProcessEnv, say: (line: string) => void, quiet: boolean }} options */
export async function ensurePackages({ root, node, env, say, quiet }) {
  if (isInstalled(root)) return;
  const folder = join(root, '.cache', 'interlock');
  mkdirSync(folder, { recursive: true });
  await withLock(join(folder, 'install.lock'), { say }, async () => {
    if (isInstalled(root)) return;
    say('interlock: installing the packages (npm ci, about a minute) ...');
    const started = Date.now();
    const ticker = setInterval(
      () => say(`interlock: still installing (${Math.round((Date.now() - started) / 1000)} s) ...`),
      15_000,
    );
    try {
      // Development packages always: they are the tools, whatever NODE_ENV says.
      const args = ['ci', '--include=dev', '--no-audit', '--no-fund', ...(quiet ? ['--loglevel=error'] : [])];
      await runNpm({ node, env, args, cwd: root, stdout: 'show' });
    } finally {
      clearInterval(ticker);
    }
    if (!isInstalled(root))
      throw new Error('the packages in node_modules are still not those of package-lock.json after "npm ci".');
    say(`interlock: packages installed in ${Math.round((Date.now() - started) / 1000)} s.`);
  });
}
