/** The bootstrap, run as its users run it: as processes, in a project of its own with a stand-in for npm. */
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const scripts = join(import.meta.dirname, '..', '..', 'scripts');
const lockFile = (version: string) =>
  JSON.stringify({
    packages: {
      '': { name: 'x' },
      'node_modules/a': { version, integrity: `sha512-${version}` },
      'node_modules/only-on-mars': { version: '1.0.0', optional: true },
    },
  });
/** Takes a while, counts its runs, and leaves behind what npm leaves behind. */
const standIn = `
const fs = require('node:fs');
fs.appendFileSync('npm-runs', process.argv.slice(2).join(' ') + '\\n');
console.log('npm talks on stdout');
setTimeout(() => {
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
  delete packages[''];
  delete packages['node_modules/only-on-mars'];
  fs.mkdirSync('node_modules', { recursive: true });
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
}, 200);
`;

let project = '';
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'interlock-bootstrap-'));
  await cp(join(scripts, 'run.mjs'), join(project, 'scripts', 'run.mjs'));
  await cp(join(scripts, 'bootstrap'), join(project, 'scripts', 'bootstrap'), { recursive: true });
  await mkdir(join(project, 'npm'));
  await writeFile(join(project, 'npm', 'npm-cli.js'), standIn);
  await writeFile(join(project, 'package-lock.json'), lockFile('1.0.0'));
  await writeFile(join(project, 'hello.ts'), 'const n: number = 3;\nconsole.log(process.argv.slice(2).join(), n);\n');
  await writeFile(join(project, 'fails.ts'), 'process.exitCode = 7;\n');
});
afterEach(() => rm(project, { recursive: true, force: true }));

function run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(project, 'scripts', 'run.mjs'), ...args], {
    cwd: project,
    env: { ...process.env, npm_execpath: join(project, 'npm', 'npm-cli.js') },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}
const npmRuns = async () => (await readFile(join(project, 'npm-runs'), 'utf8')).trim().split('\n');

it('installs the packages and passes the arguments on', async () => {
  const { code, stdout, stderr } = await run('hello.ts', 'a b', '--c');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'a b,--c 3\n' });
  expect(stderr).toContain('installing the packages');
  expect(await npmRuns()).toEqual(['ci --include=dev --no-audit --no-fund']);
});

it('keeps everything but the script off stdout and says nothing when all is there', async () => {
  await run('--quiet', 'hello.ts');
  expect(await run('--quiet', 'hello.ts', 'x')).toEqual({ code: 0, stdout: 'x 3\n', stderr: '' });
  expect(await npmRuns()).toHaveLength(1);
});

it('installs again when the lock file names another version', async () => {
  await run('hello.ts');
  await writeFile(join(project, 'package-lock.json'), lockFile('1.0.1'));
  await run('hello.ts');
  expect(await npmRuns()).toHaveLength(2);
});

it('lets only one of several processes install', async () => {
  const done = await Promise.all([run('hello.ts', '1'), run('hello.ts', '2'), run('hello.ts', '3')]);
  expect(done.map((one) => one.stdout)).toEqual(['1 3\n', '2 3\n', '3 3\n']);
  expect(await npmRuns()).toHaveLength(1);
});

it('takes over the lock of a process that died', async () => {
  const dead = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => dead.on('exit', resolve));
  await mkdir(join(project, '.cache', 'interlock'), { recursive: true });
  await writeFile(join(project, '.cache', 'interlock', 'install.lock'), JSON.stringify({ pid: dead.pid, id: 'x' }));
  const done = await Promise.all([run('hello.ts', '1'), run('hello.ts', '2')]);
  expect(done.map((one) => one.code)).toEqual([0, 0]);
  expect(await npmRuns()).toHaveLength(1);
});

it('fails with the reason when npm fails', async () => {
  await writeFile(join(project, 'npm', 'npm-cli.js'), 'console.error("no network"); process.exit(9);');
  const { code, stdout, stderr } = await run('hello.ts');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('no network');
  expect(stderr).toContain('failed with code 9');
});

it('exits with the code of the script', async () => {
  expect((await run('fails.ts')).code).toBe(7);
});
