/**
 * Temporary folders that say whose they are: the number of the process is part of the name. So the folders of processes that were
 * killed before they could tidy up are found and removed the next time. Runs in Node.
 */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OWNED = /^interlock-(?:console|profile)-(?<pid>\d+)-/;

/**
 * Makes an empty folder for this process, and removes those of dead ones.
 * @param use what it is for: the console's files, or a browser's profile
 * @returns its path
 */
export async function makeOwnFolder(use: 'console' | 'profile', parent = tmpdir()): Promise<string> {
  await removeLeftovers(parent);
  return mkdtemp(join(parent, `interlock-${use}-${process.pid}-`));
}

async function removeLeftovers(parent: string): Promise<void> {
  const dead = (await readdir(parent)).filter((name) => {
    const pid = OWNED.exec(name)?.groups?.['pid'];
    return pid !== undefined && !isAlive(Number(pid));
  });
  for (const name of dead) await removeOurs(join(parent, name));
}

/** Removes a folder of this user. One that does not go away is no reason not to start. */
async function removeOurs(folder: string): Promise<void> {
  try {
    const { uid } = await stat(folder);
    // Another start may be removing the same one.
    if (uid === (process.getuid?.() ?? uid)) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') console.warn(`The folder ${folder} of an earlier run stays:`, error);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else may not be asked, but it is there.
    return codeOf(error) !== 'ESRCH';
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
