/** `npm test`: types, lint, builds, unit tests, browser tests. Everything runs to its end; the exit code tells whether all went well. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runChecks } from './checks.ts';
import { buildExtension } from './extension.ts';
import { countsOf, type Outcome, report, step } from './report.ts';
import { ensureBrowser } from './start/install-browser.ts';
import { root, runTool } from './tools.ts';

const say = console.log;

function vitest(project: 'unit' | 'views' | 'e2e', title: string): Promise<Outcome> {
  const file = join(root, '.cache', 'interlock', `${project}.json`);
  const run = async () => {
    await rm(file, { force: true });
    return runTool(
      'vitest',
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    );
  };
  return step(title, run, () => countsOf(file));
}

const outcomes: Outcome[] = [];
const browser = await step('Browsers', async () => {
  say((await ensureBrowser(['chromium'], say)).path);
  // Firefox is nice to have: its tests are skipped without it, and say so.
  await ensureBrowser(['firefox'], say).then(
    ({ path }) => say(path),
    (error: Error) => say(`Without Firefox: ${error.message}`),
  );
  return 0;
});
outcomes.push(browser, ...(await runChecks()));
const build = await step('Builds', async () => {
  for (const kind of ['chromium', 'firefox'] as const) say(await buildExtension(kind, say));
  return 0;
});
outcomes.push(build, await vitest('unit', 'Unit tests'));
const tables = join('test', 'tables', 'deno.ts');
if (existsSync(join(root, tables)))
  outcomes.push(await step('Engine under Deno', () => runTool('deno', 'run', '--allow-read', tables)));
if (browser.ok) outcomes.push(await vitest('views', 'Views in a browser'));
if (browser.ok && build.ok) outcomes.push(await vitest('e2e', 'Browser tests'));
else say('Browser tests cannot run without browser and build.');
report(outcomes);
