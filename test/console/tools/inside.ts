/** Keeps a tool inside its folder, symbolic links included. Runs on the server. */
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';

/**
 * The absolute path of something in the folder.
 * @param folder absolute and real
 * @param path relative to the folder, or absolute
 * @throws Error when it lies outside, or its parent folder does not exist
 */
export async function inside(folder: string, path: string): Promise<string> {
  const wanted = resolve(folder, path);
  assertBelow(folder, wanted, path);
  const parent = await realpath(dirname(wanted));
  const real = join(parent, relative(dirname(wanted), wanted));
  assertBelow(folder, real, path);
  return real;
}

function assertBelow(folder: string, absolute: string, asked: string): void {
  const way = relative(folder, absolute);
  if (way === '' || way.startsWith('..') || isAbsolute(way)) throw new Error(`"${asked}" is not inside the folder.`);
}
