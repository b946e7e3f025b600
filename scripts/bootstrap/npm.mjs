/** Runs npm under a given Node, with its output kept off our stdout. Runs on Node 20.20 without packages. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * npm's own script, so that it can run under any Node and without a shell (`npm.cmd` cannot be spawned on Windows).
 * @param {NodeJS.ProcessEnv} env
 */
function npmScript(env) {
  const told = env.npm_execpath;
  if (told !== undefined && basename(told) === 'npm-cli.js' && existsSync(told)) return told;
  const home = dirname(process.execPath);
  return [
    join(home, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(home, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(home, '..', 'share', 'nodejs', 'npm', 'bin', 'npm-cli.js'),
  ].find((path) => existsSync(path));
}

/**
 * @param {{ node: string, env: NodeJS.ProcessEnv, args: string[], cwd: string, stdout: 'read' | 'show' }} options
 *   `show` sends npm's stdout to our stderr
 * @returns {Promise<string>} what npm printed, with `read`
 */
export function runNpm({ node, env, args, cwd, stdout }) {
  const script = npmScript(env);
  const [command, argv] = script === undefined ? ['npm', args] : [node, [script, ...args]];
  return new Promise((resolve, reject) => {
    const child = spawn(command, argv, {
      cwd,
      env,
      shell: script === undefined && process.platform === 'win32',
      stdio: ['ignore', stdout === 'read' ? 'pipe' : 2, 'inherit'],
    });
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    child.on('error', (error) => reject(new Error(`cannot run npm: ${error.message}`)));
    child.on('close', (code) => {
      if (code === 0) resolve(text);
      else reject(new Error(`"npm ${args.join(' ')}" failed with code ${code}; its messages are above.`));
    });
  });
}
