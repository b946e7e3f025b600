/** Runs the project's tools as processes, with a sign of life while a silent one works. */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/** Prints a line for people. */
export type Say = (line: string) => void;

const TICK_MS = 15_000;

/** The tools' own scripts: started without a shell, under the Node that runs this. */
const SCRIPTS = {
  biome: '@biomejs/biome/bin/biome',
  deno: 'deno/bin.cjs',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
  wxt: 'wxt/bin/wxt.mjs',
} as const;

/** Runs one of the project's tools in the project's folder; its output goes where ours goes. @returns its exit code */
export function runTool(name: keyof typeof SCRIPTS, ...args: string[]): Promise<number> {
  return run(process.execPath, [toolScript(name), ...args], 'inherit').then(({ code }) => code);
}

export function toolScript(name: keyof typeof SCRIPTS): string {
  return join(root, 'node_modules', SCRIPTS[name]);
}

/**
 * Runs a command whose output matters only if it fails; says that it still works while it does.
 * @param stopped ends the command
 * @returns its exit code
 * @throws the reason of `stopped`, when the command is gone
 */
export async function runShown(
  title: string,
  command: string,
  args: readonly string[],
  say: Say,
  stopped?: AbortSignal,
): Promise<number> {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  say(`${title} ...`);
  const ticker = setInterval(() => say(`${title}: still working (${seconds()}) ...`), TICK_MS);
  try {
    const { code, output } = await run(command, args, 'pipe', stopped);
    stopped?.throwIfAborted();
    if (code !== 0) say(output.trimEnd());
    say(code === 0 ? `${title}: done in ${seconds()}.` : `${title}: failed with code ${code}.`);
    return code;
  } finally {
    clearInterval(ticker);
  }
}

function run(
  command: string,
  args: readonly string[],
  stdio: 'inherit' | 'pipe',
  stopped?: AbortSignal,
): Promise<{ code: number; output: string }> {
  return new Promise((done, fail) => {
    stopped?.throwIfAborted();
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', stdio, stdio] });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', fail);
    const end = () => child.kill();
    stopped?.addEventListener('abort', end);
    child.on('close', (code) => {
      stopped?.removeEventListener('abort', end);
      // Killed by a signal is a failure, too.
      done({ code: code ?? 1, output });
    });
  });
}
