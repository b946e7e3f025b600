import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

test('the stores of the command line go through their suite under Deno', async () => {
  const deno = at('../../../node_modules/.bin/deno');
  const { stdout } = await promisify(execFile)(deno, ['run', '-A', '--no-check', at('./store-suite-main.ts')]);
  expect(stdout).toMatch(/^\d{2,} passed, 0 failed\n$/);
}, 120_000);
