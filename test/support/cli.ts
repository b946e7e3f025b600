/**
 * The command line, in this process with its output caught, or as a real process on Node or Deno.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Io, Sink } from '../../engine/cli/io.ts';
import { main } from '../../engine/cli/main.ts';
import { coloured, plain } from '../../engine/cli/paint.ts';
import { platform } from '../../engine/cli/platform.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Caught {
  readonly stdin?: string | readonly Uint8Array[];
  /** Which of the two streams is a terminal. */
  readonly terminal?: 'out' | 'err' | 'both';
}

const real = platform();

/** Runs one command line in this process, on the real file system. */
export async function interlock(args: readonly string[], { stdin = '', terminal }: Caught = {}): Promise<Ran> {
  const caught = { out: '', err: '' };
  const sink = (name: 'out' | 'err'): Sink => {
    const isTerminal = terminal === name || terminal === 'both';
    const write = async (text: string): Promise<void> => {
      caught[name] += text;
    };
    return { isTerminal, paint: isTerminal ? coloured : plain, write, flush: async () => undefined };
  };
  let clock = 0;
  const io: Io = {
    ...real,
    out: sink('out'),
    err: sink('err'),
    stdin: () => chunks(stdin),
    now: () => clock++ * 1_000,
  };
  const code = await main(args, io);
  return { code, ...caught };
}

async function* chunks(stdin: string | readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* typeof stdin === 'string' ? [new TextEncoder().encode(stdin)] : stdin;
}

/** A folder for the running test, with files in it; gone afterwards. */
export function folder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'interlock-cli-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return path;
}

/** How each runtime starts the command line. */
const RUNTIMES = {
  node: [process.execPath, ['--disable-warning=ExperimentalWarning', 'engine/cli.ts']],
  deno: [join('node_modules', 'deno', 'deno'), ['run', '--allow-read', '--allow-env', 'engine/cli.ts']],
} as const;

/** Runs one command line as a process of its own, in the project's folder. */
export async function interlockOn(
  runtime: keyof typeof RUNTIMES,
  args: readonly string[],
  { stdin = '', env = {} }: { readonly stdin?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ran> {
  const [command, before] = RUNTIMES[runtime];
  const child = spawn(command, [...before, ...args], {
    env: { ...process.env, NO_COLOR: '', FORCE_COLOR: '', ...env },
  });
  const caught = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    caught.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    caught.err += text;
  });
  child.stdin.on('error', () => undefined); // A child that reads nothing closes its end.
  child.stdin.end(stdin);
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...caught };
}

/** Each line as JSON. */
export function jsonLines(text: string): readonly Record<string, unknown>[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
