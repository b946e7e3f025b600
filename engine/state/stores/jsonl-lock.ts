/**
 * A lock file, so that two processes never write one journal. Runs on Node and Deno.
 * It names the process that holds it; one that is left over from a killed process is taken away.
 */
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import process from 'node:process';
import { StoreError } from '../store.ts';

export interface Lock {
  release(): Promise<void>;
}

/**
 * Takes the lock `FILE.lock`.
 * @throws StoreError `conflict` while another process, or another store in this one, holds it.
 */
export async function lockFile(file: string): Promise<Lock> {
  const path = `${file}.lock`;
  const mine = `${process.pid} ${crypto.randomUUID()}\n`;
  for (let attempt = 0; attempt < 3; attempt++) {
    if (await create(path, mine)) return { release: () => release(path, mine) };
    const holder = await contentOf(path);
    if (holder === null) continue; // It was released just now.
    if (isAlive(holder)) break;
    await takeAway(path, holder);
  }
  throw new StoreError(
    'conflict',
    `Cannot open journal "${file}": another process is writing it (lock "${path}"). Close it first; if there is none, delete the lock.`,
  );
}

async function create(path: string, content: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx', 0o600);
    await handle.writeFile(content).finally(() => handle.close());
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function contentOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Whatever cannot be told for dead is taken for alive: an empty lock is one that is just being written. */
function isAlive(holder: string): boolean {
  const pid = Number.parseInt(holder, 10);
  if (!(pid > 0)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** Moved aside before it is deleted: if another process was quicker, what is moved is its lock and goes back. */
async function takeAway(path: string, stale: string): Promise<void> {
  const aside = `${path}.${crypto.randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if ((await contentOf(aside)) !== stale) await link(aside, path);
  await rm(aside);
}

async function release(path: string, mine: string): Promise<void> {
  if ((await contentOf(path)) === mine) await rm(path, { force: true });
}

export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
}
