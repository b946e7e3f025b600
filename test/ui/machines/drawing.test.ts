import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { edgesOf } from '../../../engine/explain/graph.ts';
import { type Box, draw } from '../../../entrypoints/options/diagram/drawing.ts';
import { machinesOf } from '../../support/session.ts';

const machines = globSync('machines/*.yaml').flatMap((file) => machinesOf(readFileSync(file, 'utf8')).machines);
const drawn = (machine: (typeof machines)[number]) =>
  draw(machine, edgesOf(machine), { measure: (text) => text.length * 7, more: (count) => `and ${count}` });

const overlap = (a: Box, b: Box): boolean =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 - 0.5 && Math.abs(a.y - b.y) < (a.height + b.height) / 2 - 0.5;

test.each(machines.map((machine) => [machine.name, machine] as const))(
  'no label of %s lies on another or on a state',
  (_, machine) => {
    const drawing = drawn(machine);
    const boxes = [...(drawing?.states ?? []), ...(drawing?.arrows ?? []).map(({ label }) => label)];
    expect(boxes.length).toBeGreaterThan(0);
    expect(boxes.flatMap((a, n) => boxes.slice(n + 1).filter((b) => overlap(a, b)))).toEqual([]);
  },
);

test.each(machines.map((machine) => [machine.name, machine] as const))('all of %s is on the drawing', (_, machine) => {
  const drawing = drawn(machine);
  expect(drawing?.states.map(({ name }) => name)).toEqual(machine.states);
  for (const { x, width } of drawing?.arrows.map(({ label }) => label) ?? []) {
    expect(x - width / 2).toBeGreaterThanOrEqual(0);
    expect(x + width / 2).toBeLessThanOrEqual(drawing?.width ?? 0);
  }
});

test('a machine with more states than can be read is not drawn', () => {
  const transitions = Array.from({ length: 80 }, (_, n) => `      - { on: T${n}, from: s${n}, to: s${n + 1} }`);
  const [machine] = machinesOf(
    `machines:\n  - name: long\n    initial: s0\n    transitions:\n${transitions.join('\n')}`,
  ).machines;
  expect(machine && drawn(machine)).toBeNull();
});

test('more labels than there is room for are counted', () => {
  const transitions = Array.from({ length: 9 }, (_, n) => `      - { on: T${n}, from: a, to: b }`);
  const [machine] = machinesOf(
    `machines:\n  - name: m\n    initial: a\n    transitions:\n${transitions.join('\n')}`,
  ).machines;
  expect(machine && drawn(machine)?.arrows).toMatchObject([{ lines: ['T0', 'T1', 'T2'], more: 6 }]);
});
