/** Builds the extension for a browser, unless the last build was made from the same sources. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BrowserKind } from './start/browser-places.ts';
import { root, runShown, type Say, toolScript } from './tools.ts';

const TARGETS: Readonly<Record<BrowserKind, string>> = { chromium: 'chrome', firefox: 'firefox' };
/** Everything that goes into the extension. */
const SOURCES = [
  'engine',
  'entrypoints',
  'machines',
  'public',
  'wxt.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/**
 * @param stopped ends the build
 * @returns the folder of the unpacked extension
 * @throws Error when the build fails; what the builder said has been printed
 */
export async function buildExtension(kind: BrowserKind, say: Say, stopped?: AbortSignal): Promise<string> {
  const target = TARGETS[kind];
  const folder = join(root, '.output', `${target}-mv3`);
  const stamp = join(root, '.cache', 'interlock', `built-${target}`);
  const digest = await digestOf(SOURCES);
  const known = await readFile(stamp, 'utf8').catch(() => '');
  if (known === digest && existsSync(join(folder, 'manifest.json'))) return folder;
  const args = [toolScript('wxt'), 'build', '--browser', target, '--mv3'];
  const code = await runShown(`Building the extension for ${target}`, process.execPath, args, say, stopped);
  if (code !== 0) throw new Error(`The extension for ${target} could not be built.`);
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, digest);
  return folder;
}

async function digestOf(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths)
    for (const file of await filesAt(path)) hash.update(`${file}\0`).update(await readFile(join(root, file)));
  return hash.digest('hex');
}

async function filesAt(path: string): Promise<string[]> {
  const found = await stat(join(root, path)).catch(() => undefined);
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  const names = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
