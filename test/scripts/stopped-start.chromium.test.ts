/** `npm start` that is ended from outside: whenever that happens, nothing that it made or started stays. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildExtension } from '../../scripts/extension.ts';
import { root } from '../../scripts/tools.ts';

const SETTLE_MS = 20_000;

let scratch: string;

beforeAll(async () => {
  await buildExtension('chromium', () => undefined);
});

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'stopped-start-'));
});

afterEach(() => rm(scratch, { recursive: true, force: true }));

/** `npm start` without npm, with a temporary folder of its own, by which its processes are known. */
function start(): ChildProcess & { readonly stdout: Readable } {
  return spawn(process.execPath, [join(root, 'scripts', 'run.mjs'), 'scripts/start/main.ts'], {
    env: { ...process.env, INTERLOCK_HEADLESS: '1', TMPDIR: scratch },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function printed(child: { readonly stdout: Readable }, words: string): Promise<void> {
  const seen: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    seen.push(line);
    if (line.includes(words)) return;
  }
  throw new Error(`It ended without "${words}":\n${seen.join('\n')}`);
}

/** Processes that were started with our temporary folder. */
async function alive(): Promise<readonly string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const ours = await Promise.all(
    ids.map(async (id) => {
      // It may end in the meantime, or be another user's.
      const environ = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '');
      return environ.includes(`TMPDIR=${scratch}\0`) ? [id] : [];
    }),
  );
  return ours.flat();
}

test.runIf(process.platform === 'linux').for([
  ['SIGHUP', 'Browser:', 'before the console is up'],
  ['SIGTERM', 'Console:', 'while the browser starts'],
  ['SIGINT', '1. Options', 'while the tour is played'],
] as const)('%s after "%s", %s, leaves no process and no file', async ([signal, words]) => {
  const child = start();
  await printed(child, words);
  child.stdout.resume();
  const exit = once(child, 'exit');
  child.kill(signal);
  expect((await exit)[0]).toBe(1);
  await vi.waitFor(async () => expect(await alive()).toEqual([]), SETTLE_MS);
  expect(await readdir(scratch)).toEqual([]);
});

test.runIf(process.platform === 'linux')('a reader that goes away leaves no process and no file', async () => {
  const child = start();
  await printed(child, 'Console:');
  const exit = once(child, 'exit');
  child.stdout.destroy();
  await exit;
  await vi.waitFor(async () => expect(await alive()).toEqual([]), SETTLE_MS);
  expect(await readdir(scratch)).toEqual([]);
});
