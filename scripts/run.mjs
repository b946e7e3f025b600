/**
 * The one way in: `node scripts/run.mjs [--quiet] SCRIPT.ts [args]`. Sees to it that a Node new enough for the tools
 * and the locked packages are there, then runs the script under that Node with the same arguments, streams and exit code.
 * Runs on Node 20.20 before anything is installed, so it is plain JavaScript without packages.
 * Must never write to stdout: the command line is used in pipes.
 */
import { spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode, withNodeFirst } from './bootstrap/node.mjs';
import { ensurePackages } from './bootstrap/packages.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** @param {string[]} argv */
export async function run(argv) {
  const quiet = argv[0] === '--quiet';
  const [script, ...args] = quiet ? argv.slice(1) : argv;
  if (script === undefined) throw new Error('usage: node scripts/run.mjs [--quiet] SCRIPT.ts [args]');
  /** @param {string} line */
  const say = (line) => process.stderr.write(`${line}\n`);

  const node = await findNode({ root, say });
  // Node keeps stripped and compiled sources there, by content: halves the start of the command line.
  const env = {
    NODE_COMPILE_CACHE: join(root, '.cache', 'interlock', 'compiled'),
    ...withNodeFirst(process.env, node),
  };
  await ensurePackages({ root, node, env, say, quiet });
  start(node, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], env);
}

/** @param {string} node @param {string[]} args @param {NodeJS.ProcessEnv} env */
function start(node, args, env) {
  const child = spawn(node, args, { env, stdio: 'inherit' });
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches the whole process group: the child has it already.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => fail(new Error(`cannot start ${node}: ${error.message}`)));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    for (const name of signals) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

/** @param {unknown} error */
function fail(error) {
  process.stderr.write(`interlock: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

run(process.argv.slice(2)).catch(fail);
