/** The engine's door opens in both runtimes with the same names, and its example works. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as door from '../../engine/mod.ts';

const EXAMPLE = `
import { createGuard, createMemoryStore, loadMachines, STATE_MACHINE_PLUGIN_ID } from './engine/mod.ts';
import * as door from './engine/mod.ts';
const text = 'machines: [{ name: m, initial: a, transitions: [{ on: Write, from: [], to: a }] }]';
const { machines } = loadMachines(text, { file: 'mine.yaml' });
const guard = createGuard({ machines, store: createMemoryStore() });
const gated = await guard.gate('thread', { id: 'c1', tool: 'Write', args: {} });
console.log(JSON.stringify([STATE_MACHINE_PLUGIN_ID, gated.verdict, Object.keys(door).sort()]));
`;

const expected = ['state_machine', 'deny', Object.keys(door).sort()];

test('the names that outside code relies on are there', () => {
  expect(Object.keys(door)).toEqual(
    expect.arrayContaining([
      'loadMachines',
      'mergeMachines',
      'evaluateGate',
      'evaluateAdvance',
      'evaluateRunEnd',
      'applyChanges',
      'replay',
      'createGuard',
      'machineSchema',
      'STATE_MACHINE_PLUGIN_ID',
    ]),
  );
});

test('the example of the door runs on Node', () => {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', EXAMPLE];
  expect(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))).toEqual(expected);
});

test('the example of the door runs on Deno', { timeout: 60_000 }, () => {
  const out = execFileSync(join('node_modules', 'deno', 'deno'), ['eval', EXAMPLE], { encoding: 'utf8' });
  expect(JSON.parse(out)).toEqual(expected);
});
