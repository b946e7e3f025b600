/** What only a real process shows: exit codes, pipes, colours, permissions of the runtime. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folder, interlockOn } from '../support/cli.ts';

const TRACE = '{"type":"call","id":"c1","tool":"Write","args":{"path":"/a"}}\n';
const MACHINES = 'machines/read-before-write.yaml';

for (const runtime of ['node', 'deno'] as const) {
  test(`on ${runtime}, a good file is checked without a word on stdout`, { timeout: 60_000 }, async () => {
    expect(await interlockOn(runtime, ['check', MACHINES])).toEqual({
      code: 0,
      out: '',
      err: '1 file checked: no problems\n',
    });
  });

  test(`on ${runtime}, a trace comes from standard input`, { timeout: 60_000 }, async () => {
    const ran = await interlockOn(runtime, ['simulate', MACHINES, '-', '--json'], { stdin: TRACE });
    expect(ran.code).toBe(0);
    expect(ran.out.split('\n')[0]).toContain('"verdict":"deny"');
  });

  test(`on ${runtime}, a mistake in the command line exits with 2`, { timeout: 60_000 }, async () => {
    expect(await interlockOn(runtime, ['simulate', '--jsn'])).toMatchObject({ code: 2, out: '' });
  });

  test(`on ${runtime}, a missing file exits with 1 and no stack trace`, { timeout: 60_000 }, async () => {
    const ran = await interlockOn(runtime, ['simulate', MACHINES, 'no-such-trace.jsonl']);
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toBe(
      'interlock: Cannot read no-such-trace.jsonl: there is no such file. Check the name, and the folder you are in.\n',
    );
  });

  test(`on ${runtime}, colours are for terminals, or for who asks for them`, { timeout: 60_000 }, async () => {
    const piped = await interlockOn(runtime, ['simulate', MACHINES, '-'], { stdin: TRACE });
    const forced = await interlockOn(runtime, ['simulate', MACHINES, '-'], { stdin: TRACE, env: { FORCE_COLOR: '1' } });
    expect(piped.out).not.toContain('\u001b');
    expect(forced.out).toContain('\u001b[31m');
  });
}

test('a reader that goes away ends the work quietly', { timeout: 60_000 }, async () => {
  const lines = TRACE.repeat(200_000);
  const path = folder({ 'trace.jsonl': lines });
  const shell = spawn(
    'sh',
    [
      '-c',
      `"${process.execPath}" engine/cli.ts simulate ${MACHINES} ${path}/trace.jsonl --json | head -n 1; echo done`,
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
    },
  );
  let err = '';
  let out = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  await once(shell, 'close');
  expect(out).toMatch(/^\{"type":"verdict".*\}\ndone\n$/);
  expect(err.replace(/^interlock: .*\n/gm, '')).toBe('');
});

test.skipIf(!existsSync('/dev/full'))('output that cannot be written is an error', { timeout: 60_000 }, async () => {
  const shell = spawn('sh', ['-c', `"${process.execPath}" engine/cli.ts schema > /dev/full`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let err = '';
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const [code] = await once(shell, 'close');
  expect(code).toBe(1);
  expect(err).toContain('interlock: Cannot write the output: ');
});
