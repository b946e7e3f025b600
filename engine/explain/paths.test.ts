import { expect, test } from 'vitest';
import { machinesOf } from '../../test/support/session.ts';
import { pathsOf } from './paths.ts';

function paths(machine: object) {
  const [only] = machinesOf(JSON.stringify({ machines: [{ name: 'm', initial: 'a', ...machine }] })).machines;
  if (only === undefined) throw new Error('There is no machine.');
  const found = pathsOf(only);
  return { ...found, paths: found.paths.map((path) => ['a', ...path.map((edge) => edge.to)].join(' ')) };
}

const way = (from: string | string[], to: string) => ({ on: `${from}-${to}`.replaceAll(',', '_'), from, to });

test('each way through the machine is a path, as far as it goes', () => {
  expect(paths({ transitions: [way('a', 'b'), way('b', 'c'), way('a', 'd'), way('d', 'c')] })).toEqual({
    paths: ['a b c', 'a d c'],
    cut: false,
    unreached: [],
  });
});

test('no path goes round in a circle', () => {
  expect(paths({ transitions: [way('a', 'b'), way('b', 'a'), way('b', 'b')] }).paths).toEqual(['a b']);
});

test('a machine that never leaves its first state has one path of it', () => {
  expect(paths({ transitions: [way('a', 'a')] }).paths).toEqual(['a']);
});

test('states that nothing leads to are named', () => {
  expect(paths({ transitions: [way('a', 'b'), way('x', 'y')] }).unreached).toEqual(['x', 'y']);
});

test('an approval is a way, too', () => {
  const transitions = [{ on: 'T', from: 'never', to: 'b', on_violation: 'ask' }];
  expect(paths({ transitions })).toMatchObject({ paths: ['a b'], unreached: ['never'] });
});

test('paths beyond counting are cut, and fast', () => {
  const states = Array.from({ length: 40 }, (_, i) => `s${i}`);
  const transitions = states.map((to) => ({ on: 'T', from: '*', to }));
  const found = paths({ transitions });
  expect(found.cut).toBe(true);
  expect(found.paths.length).toBeLessThanOrEqual(50);
  expect(found.unreached).toEqual([]);
});
