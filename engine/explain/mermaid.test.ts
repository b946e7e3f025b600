import fc from 'fast-check';
import { expect, test } from 'vitest';
import { machinesOf } from '../../test/support/session.ts';
import type { Machine } from '../dsl/machine.ts';
import { escaped, mermaid } from './mermaid.ts';

function machineOf(machine: object): Machine {
  const [only] = machinesOf(JSON.stringify({ machines: [{ name: 'm', initial: 'a', ...machine }] })).machines;
  if (only === undefined) throw new Error('There is no machine.');
  return only;
}

test('a machine is a state diagram with its start and its ends', () => {
  const machine = machineOf({
    terminal: ['b'],
    transitions: [{ on: 'Read(path ~ "*")', from: 'a', to: 'b' }],
  });
  expect(mermaid(machine)).toBe(
    [
      'stateDiagram-v2',
      '  state "a" as s0',
      '  state "b" as s1',
      '  [*] --> s0',
      '  s0 --> s1: Read(path #126; #34;#42;#34;)',
      '  s1 --> [*]',
      '',
    ].join('\n'),
  );
});

const arrows = (machine: object): readonly string[] =>
  (mermaid(machineOf(machine)) ?? '').split('\n').filter((line) => / s\d --> s\d/.test(line));

test('ways between the same two states share an arrow', () => {
  const transitions = ['A', 'B', 'C', 'D', 'E'].map((on) => ({ on, from: 'a', to: 'b' }));
  expect(arrows({ transitions })).toEqual(['  s0 --> s1: A<br/>B<br/>C<br/>and 2 more']);
});

test('any state means an arrow from each', () => {
  expect(arrows({ transitions: [{ on: 'A', from: '*', to: 'b' }] })).toEqual(['  s0 --> s1: A', '  s1 --> s1: A']);
});

test('a timed state and a result that nothing matches are arrows, too', () => {
  const machine = {
    expire: { b: { after: '90s', to: 'a' } },
    on_unmatched: 'c',
    transitions: [{ on: 'A', from: 'a', to: 'b' }],
  };
  expect(arrows(machine)).toEqual(['  s0 --> s1: A', '  s1 --> s0: after 90s', '  s0 --> s2: any other result']);
});

test('where an approval leads is an arrow that says so', () => {
  const ask = { action: 'ask' };
  expect(arrows({ transitions: [{ on: 'A', from: 'b', to: 'c', on_violation: ask }] })).toEqual([
    '  s1 --> s2: A',
    '  s0 --> s2: A #91;approved#93;',
    '  s2 --> s2: A #91;approved#93;',
  ]);
  const stay = { action: 'ask', on_approve: 'stay' };
  expect(arrows({ transitions: [{ on: 'A', from: 'b', to: 'b', on_violation: stay }] })).toContain(
    '  s0 --> s0: A #91;approved#93;',
  );
});

test('a label says what the result has to be when success is not enough', () => {
  const transitions = [
    { on: 'A', from: 'a', to: 'b', when: 'error', counters: { n: { gte: 1, lte: 3 } } },
    { on: 'B', from: 'a', to: 'c', when: { status: 'any', content: 'x' } },
    { on: { event: 'tick' }, from: 'a', to: 'd' },
  ];
  expect(arrows({ transitions })).toEqual([
    '  s0 --> s1: A #91;error, 1 ≤ n ≤ 3#93;',
    '  s0 --> s2: B #91;any result, with its content#93;',
    '  s0 --> s3: event tick',
  ]);
});

test('long patterns are cut, and a prefix that may be missing is left out', () => {
  const on = `{,*_}${'x'.repeat(80)}`;
  expect(arrows({ transitions: [{ on, from: 'a', to: 'b' }] })).toEqual([`  s0 --> s1: ${'x'.repeat(35)}…`]);
});

test('whatever a name is, its line has nothing in it that means something to Mermaid', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const line = escaped(name);
      expect(line.trim()).not.toBe('');
      expect(line.replaceAll(/#\d+;/g, '')).not.toMatch(/["#;:%<>&{}[\]*`\\\n\r~^]/);
    }),
  );
});

test('an escaped name is the name', () => {
  const decoded = (text: string): string =>
    text.replaceAll(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }).filter((s) => s.trim() !== '' && !/[^\S ]/.test(s)),
      (name) => {
        expect(decoded(escaped(name))).toBe(name);
      },
    ),
  );
});

test('a machine that no viewer would draw is not drawn', () => {
  const transitions = Array.from({ length: 1_500 }, (_, i) => ({
    on: `T${i}`,
    from: i === 0 ? 'a' : `x${i - 1}`,
    to: `x${i}`,
  }));
  expect(mermaid(machineOf({ transitions }))).toBeNull();
});
