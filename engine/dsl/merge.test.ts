import { expect, test } from 'vitest';
import { doc } from '../../test/support/diagnostics.ts';
import { loadMachines } from './load.ts';
import type { MachineSet } from './machine.ts';
import { emptyMachineSet } from './machine-set.ts';
import { mergeMachines } from './merge.ts';

function set(text: string): MachineSet {
  const { machines } = loadMachines(text);
  if (machines === null) throw new Error('does not load');
  return machines;
}

const BASE = `${doc()}continuation: { max_continuations: 3, message: base }\n`;
const SECTION = doc('', '', 'on: U').replace('name: m', 'name: n');

test('the machines of the section come after those of the base', () => {
  expect(mergeMachines(set(BASE), set(SECTION)).machines?.machines.map(({ name }) => name)).toEqual(['m', 'n']);
});

test('a merged set finds the candidates of both', () => {
  const { machines } = mergeMachines(set(BASE), set(SECTION));
  expect(['T', 'U', 'V'].map((tool) => machines?.candidates(tool).map(({ name }) => name))).toEqual([['m'], ['n'], []]);
});

test('a name that both declare is an error, and there is no set', () => {
  const { machines, diagnostics } = mergeMachines(set(BASE), set(doc()));
  expect(machines).toBeNull();
  expect(diagnostics).toMatchObject([
    { severity: 'error', code: 'duplicate_machine', path: ['machines', 0, 'name'], line: 1, column: 1 },
  ]);
});

test('every name that both declare is reported', () => {
  const two = `${doc()}${SECTION.slice('machines:\n'.length)}`;
  expect(mergeMachines(set(two), set(two)).diagnostics).toHaveLength(2);
});

test('a section that says nothing of run ends keeps what the base says', () => {
  expect(mergeMachines(set(BASE), set(SECTION)).machines?.continuation).toEqual({ max: 3, message: 'base' });
});

test('a section can turn the run-end guard off', () => {
  expect(
    mergeMachines(set(BASE), set(`${SECTION}continuation: { max_continuations: 0 }\n`)).machines?.continuation.max,
  ).toBe(0);
});

test('a base that says nothing of run ends stays so after a merge', () => {
  const once = mergeMachines(emptyMachineSet, set(SECTION)).machines ?? emptyMachineSet;
  expect(mergeMachines(set(BASE), once).machines?.continuation.max).toBe(3);
});

test('a merged set has the fingerprint of the same set in one document', () => {
  const whole = `${doc()}${SECTION.slice('machines:\n'.length)}`;
  expect(mergeMachines(set(doc()), set(SECTION)).machines?.fingerprint).toBe(set(whole).fingerprint);
});
