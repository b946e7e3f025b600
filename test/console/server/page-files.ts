/**
 * The console's page: built by Vite when its sources have changed, then held in memory by path. Runs on the server.
 * Only what the build made can be asked for: there is no way from a URL to the disk.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '..', '..', '..');
const sources = join(import.meta.dirname, '..', 'page');
/** Everything the page may take something from. */
const inputs = ['page', 'protocols', 'scripted'].map((name) => join(import.meta.dirname, '..', name));
const cache = join(root, '.cache', 'console');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** By absolute URL path; `/` is the page itself. */
export type PageFiles = ReadonlyMap<string, PageFile>;

export async function pageFiles(): Promise<PageFiles> {
  const folder = await buildPage();
  const files = new Map<string, PageFile>();
  for (const path of await filesBelow(folder)) {
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    const headers = { 'content-type': type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };
    const page = { body: new Uint8Array(await readFile(join(folder, path))), headers };
    files.set(path === 'index.html' ? '/' : `/${path.replaceAll('\\', '/')}`, page);
  }
  return files;
}

async function buildPage(): Promise<string> {
  const target = join(cache, await digest());
  if (existsSync(target)) return target;
  await mkdir(cache, { recursive: true });
  // Two processes may build at once: each into its own folder; the first to finish wins.
  const own = `${target}.${process.pid}`;
  await build({
    configFile: false,
    root: sources,
    logLevel: 'error',
    build: { outDir: own, emptyOutDir: true, target: 'es2023', modulePreload: false, chunkSizeWarningLimit: 2000 },
  });
  await rename(own, target).catch(() => rm(own, { recursive: true, force: true }));
  for (const name of await readdir(cache)) {
    if (name !== target.slice(cache.length + 1) && !name.includes('.'))
      await rm(join(cache, name), { recursive: true, force: true });
  }
  return target;
}

/** Of everything the page is built from. */
async function digest(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(root, 'package-lock.json')));
  for (const folder of inputs) {
    for (const path of await filesBelow(folder)) hash.update(`${path}\0`).update(await readFile(join(folder, path)));
  }
  hash.update(await readFile(join(import.meta.dirname, '..', 'seed.ts')));
  return hash.digest('hex').slice(0, 16);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
