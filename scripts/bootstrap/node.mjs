/**
 * Finds a Node that runs the project's tools: the one that is running, one found earlier, or the `node` package of
 * the npm registry. Runs on Node 20.20 without packages. Changes nothing on the machine outside npm's own cache.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { runNpm } from './npm.mjs';

/** From here on Node runs TypeScript by itself and the test tools accept it (`engines` of the locked packages). */
const WANTED = [22, 19];
const PACKAGE = 'node@24';

/** @param {string} version as in `process.versions.node` */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > WANTED[0] || (major === WANTED[0] && minor >= WANTED[1]);
}

/**
 * @param {{ root: string, say: (line: string) => void }} options
 * @returns {Promise<string>} path of the executable
 */
export async function findNode({ root, say }) {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const memo = join(root, '.cache', 'interlock', 'node-path');
  if (existsSync(memo)) {
    const known = readFileSync(memo, 'utf8').trim();
    if (existsSync(known)) return known;
  }
  say(`interlock: this is Node ${process.versions.node}; fetching a newer one for the tools (${PACKAGE}, once) ...`);
  const printed = await runNpm({
    node: process.execPath,
    env: process.env,
    args: ['exec', '--yes', `--package=${PACKAGE}`, '--', 'node', '-p', 'process.execPath'],
    cwd: root,
    stdout: 'read',
  });
  const found = printed.trim().split('\n').at(-1)?.trim() ?? '';
  if (!existsSync(found)) {
    throw new Error(
      `"npm exec --package=${PACKAGE}" gave no usable Node. Install Node ${WANTED.join('.')} or newer and try again.`,
    );
  }
  mkdirSync(dirname(memo), { recursive: true });
  writeFileSync(memo, `${found}\n`);
  return found;
}

/**
 * The environment in which `node`, and what npm starts, is the given executable. npm picks package versions by the
 * `engines` of the Node it runs under, so an old one first on PATH would quietly install old packages.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} node
 */
export function withNodeFirst(env, node) {
  if (node === process.execPath) return env;
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return {
    ...env,
    [name]: [dirname(node), env[name]].filter(Boolean).join(delimiter),
    NODE: node,
    npm_node_execpath: node,
  };
}
