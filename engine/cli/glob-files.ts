/**
 * File globs on the command line (`'machines/*.yaml'` in quotes, or in a shell that does not expand them).
 */
import picomatch from 'picomatch';
import { InputError, type Io } from './io.ts';

/** Folders that nobody means. */
const SKIPPED = new Set(['node_modules', '.git']);

/** The files that each argument names, in its order and without repetition; `-` (standard input) stays as it is. */
export async function expandFiles(args: readonly string[], io: Io): Promise<readonly string[]> {
  const files: string[] = [];
  for (const arg of args) files.push(...(await expand(arg, io)));
  return [...new Set(files)];
}

async function expand(arg: string, io: Io): Promise<readonly string[]> {
  const { base, glob, isGlob } = picomatch.scan(arg);
  // A file that is really called `a[1].yaml` is meant when it is there.
  if (arg === '-' || !isGlob || (await io.exists(arg))) return [arg];
  const matches = picomatch(arg);
  const found: string[] = [];
  const depth = glob.includes('**') ? Number.POSITIVE_INFINITY : glob.split('/').length;
  for await (const file of filesBelow(base, depth, io)) if (matches(file)) found.push(file);
  if (found.length === 0)
    throw new InputError(`No file matches "${arg}". Check the pattern, and the folder you are in.`);
  return found.sort();
}

/**
 * Down to `depth` folders, so that `*.yaml` does not walk a whole tree. Written as the pattern writes them: below `machines`
 * they start with `machines/`. Links to folders are not followed.
 */
async function* filesBelow(folder: string, depth: number, io: Io): AsyncGenerator<string> {
  for (const { name, kind } of await io.list(folder === '' ? '.' : folder)) {
    const path = folder === '' ? name : folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`;
    if (kind === 'file') yield path;
    if (kind === 'folder' && depth > 1 && !SKIPPED.has(name)) yield* filesBelow(path, depth - 1, io);
  }
}
