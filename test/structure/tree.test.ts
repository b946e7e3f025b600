/**
 * What has to be there for everything of a kind: a scenario for every machine, an export in both worlds, a schema that is current.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { loadMachines } from '../../engine/dsl/load.ts';
import { machineSchema } from '../../engine/dsl/schema.ts';
import { unseen } from './selectors.ts';

const machines = globSync('machines/*.yaml').map((file) => file.replaceAll('\\', '/'));
const json = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

test('every bundled machine compiles without a word', () => {
  expect(machines.flatMap((file) => loadMachines(readFileSync(file, 'utf8'), { file }).diagnostics)).toEqual([]);
});

test('every bundled machine is called like its file', () => {
  const named = machines.filter(
    (file) => loadMachines(readFileSync(file, 'utf8')).machines?.machines[0]?.name !== basename(file, '.yaml'),
  );
  expect(named).toEqual([]);
});

test('every bundled machine has a scenario', () => {
  expect(machines.filter((file) => !existsSync(`test/scenarios/${basename(file, '.yaml')}.jsonl`))).toEqual([]);
});

test('every bundled machine has its paragraph in the README', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(machines.map((file) => basename(file, '.yaml')).filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

test('machine.schema.json is what the schema of the loader says', () => {
  expect(json('machines/machine.schema.json')).toEqual(machineSchema());
});

test('package.json and deno.json export the same', () => {
  expect(json('deno.json')['exports']).toEqual(json('package.json')['exports']);
});

test('every name that the engine exports is documented', () => {
  const door = readFileSync('engine/mod.ts', 'utf8');
  const undocumented = [...door.matchAll(/export (?:type )?\{([^}]*)\} from '(\.[^']+)'/g)].flatMap(
    ([, names = '', from = '']) => {
      const source = readFileSync(`engine/${from}`, 'utf8');
      return names
        .split(',')
        .map((name) => name.trim().replace(/^type\s+/, ''))
        .filter(
          (name) =>
            name !== '' &&
            !new RegExp(
              `\\*/\\s*export (?:declare |abstract |async )*(?:function\\*?|class|interface|type|const) ${name}\\b`,
            ).test(source) &&
            !new RegExp(`export (?:type )?\\{[^}]*\\b${name}\\b`).test(source),
        )
        .map((name) => `${name} of ${from}`);
    },
  );
  expect(undocumented).toEqual([]);
});

test('what the extension shows has no ids for tests: they use the roles and names that people have', () => {
  const marked = globSync('entrypoints/**/*.{ts,tsx,html}').filter((file) =>
    /data-test-?id|dataset\.testid/i.test(readFileSync(file, 'utf8')),
  );
  expect(marked).toEqual([]);
});

/** CodeMirror's own mark of an error in the text: it has neither role nor name. */
const MARKS = ['.cm-lintRange-error'];

test('the browser tests find things by what people see and hear: by no class, id, attribute for programs or place', () => {
  // The tests open popup and options as the tour does.
  const files = globSync(['test/e2e/**/*.ts', 'scripts/start/tour/{options,popup}.ts']);
  const sources = new Map(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(file, 'utf8')]));
  expect(unseen(sources, MARKS)).toEqual([]);
});
