/** The temporary folders of a process, and those that killed ones have left. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeOwnFolder } from '../../scripts/own-folder.ts';

let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'own-folder-'));
});

afterEach(() => rm(parent, { recursive: true, force: true }));

/** The number of a process that has ended. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  if (child.pid === undefined) throw new Error('No process was started.');
  return child.pid;
}

test('the folder of a process that is gone is removed with what is in it', async () => {
  const left = join(parent, `interlock-profile-${await deadProcess()}-abc`);
  await mkdir(left);
  await writeFile(join(left, 'notes.txt'), 'x');
  const own = await makeOwnFolder('console', parent);
  expect(await readdir(parent)).toEqual([basename(own)]);
});

test('the folder of a process that runs stays', async () => {
  const first = await makeOwnFolder('console', parent);
  const second = await makeOwnFolder('profile', parent);
  expect(await readdir(parent)).toEqual([first, second].map((path) => basename(path)).sort());
});

test('folders of other names stay', async () => {
  const others = ['interlock-console-', 'interlock-console-abc', `other-${await deadProcess()}-abc`];
  for (const name of others) await mkdir(join(parent, name));
  await makeOwnFolder('console', parent);
  expect(await readdir(parent)).toEqual(expect.arrayContaining(others));
});
