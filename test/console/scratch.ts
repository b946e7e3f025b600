/**
 * The folder the console's tools work on: a fresh temporary one with a few files to try things on, or one the caller gives.
 * Runs on the server. Never deletes a folder that a caller gave.
 */
import { mkdir, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { makeOwnFolder } from '../../scripts/own-folder.ts';
import type { ScratchFile } from './conversation.ts';
import { SEED } from './seed.ts';

const SHOWN_FILES = 200;

export interface Scratch {
  /** Absolute, with symbolic links resolved: the filesystem server compares real paths. */
  readonly folder: string;
  files(): Promise<readonly ScratchFile[]>;
  /** Puts the sample files back. A folder the caller gave only gets the ones that are missing. */
  reset(): Promise<void>;
  dispose(): Promise<void>;
}

/** @param given use this folder instead of a temporary one; it is made if it does not exist */
export async function openScratch(given?: string): Promise<Scratch> {
  const owned = given === undefined;
  if (!owned) await mkdir(given, { recursive: true });
  const folder = await realpath(owned ? await makeOwnFolder('console') : given);

  async function reset(): Promise<void> {
    const names = await readdir(folder);
    if (owned) for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
    for (const [name, text] of Object.entries(SEED)) {
      if (owned || !names.includes(name)) await writeFile(join(folder, name), text);
    }
  }

  await reset();
  return {
    folder,
    reset,
    files: () => listFiles(folder),
    dispose: async () => {
      if (owned) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listFiles(folder: string): Promise<readonly ScratchFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files: ScratchFile[] = [];
  for (const path of paths.sort().slice(0, SHOWN_FILES)) {
    // A file may vanish between listing and looking: that is what the tools are for.
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined) files.push({ path: relative(folder, path).split(sep).join('/'), size: found.size });
  }
  return files;
}
