import { expect, test } from 'vitest';
import { loadMachines } from './load.ts';
import { emptyMachineSet } from './machine-set.ts';

const machine = (name: string, on: string, more = ''): string =>
  `  - { name: ${name}, initial: a, transitions: [{ on: '${on}', from: a, to: b }]${more} }\n`;

function candidates(text: string, tool: string): readonly string[] | undefined {
  return loadMachines(`machines:\n${text}`)
    .machines?.candidates(tool)
    .map(({ name }) => name);
}

test('finds the machines that name a tool exactly', () => {
  expect(candidates(machine('r', 'Read') + machine('w', 'Write') + machine('r2', 'Read(a ~ "x")'), 'Read')).toEqual([
    'r',
    'r2',
  ]);
});

test('finds machines with a glob or a regex for a name', () => {
  expect(candidates(machine('g', 'mcp__*') + machine('r', '/git/') + machine('x', 'Read'), 'mcp__git')).toEqual([
    'g',
    'r',
  ]);
});

test('keeps the order of the document, however a machine names its tools', () => {
  const text =
    machine('c', '*') +
    machine('b', 'T') +
    machine('a', '/T/') +
    machine('d', 'T') +
    machine('s', 'U', ', strict: true');
  expect(candidates(text, 'T')).toEqual(['c', 'b', 'a', 'd', 's']);
});

test('a machine is listed once, however many of its patterns match', () => {
  expect(
    candidates(
      `  - { name: m, initial: a, transitions: [{ on: T, from: a, to: b }, { on: 'T*', from: b, to: a }, { on: T, from: b, to: b }] }\n`,
      'T',
    ),
  ).toEqual(['m']);
});

test('a strict machine has a say in every call', () => {
  expect(candidates(machine('s', 'Read', ', strict: true'), 'Anything')).toEqual(['s']);
});

test('a machine of events alone has no say in calls', () => {
  expect(candidates(`  - { name: e, initial: a, transitions: [{ on: { event: x }, from: a, to: b }] }\n`, 'x')).toEqual(
    [],
  );
});

test('names of the prototype are names like others', () => {
  const text = machine('p', '__proto__') + machine('c', 'constructor');
  expect(candidates(text, '__proto__')).toEqual(['p']);
  expect(candidates(text, 'toString')).toEqual([]);
});

test('the answer is remembered, and stays right when more names were asked for than are remembered', () => {
  const { machines } = loadMachines(`machines:\n${machine('g', 'T1*')}`);
  const first = machines?.candidates('T1');
  expect(machines?.candidates('T1')).toBe(first);
  for (let i = 0; i < 5000; i++) machines?.candidates(`U${i}`);
  expect(machines?.candidates('T1')).toEqual(first);
});

test('the empty set has no candidates, and a fingerprint', () => {
  expect(emptyMachineSet.candidates('T')).toEqual([]);
  expect(emptyMachineSet.fingerprint).toMatch(/^[0-9a-f]{64}$/);
});
