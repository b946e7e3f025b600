import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instanceIn } from '../../test/support/instance.ts';
import { configuration, STATES, toolCall } from '../../test/support/machine-arbitraries.ts';
import { machinesOf } from '../../test/support/session.ts';
import { evaluateGate } from './gate.ts';
import type { StateView } from './state-view.ts';

const STRENGTH = { allow: 0, warn: 1, ask: 2, deny: 3 };

/** Any stored state: one instance for all machines and keys, or none. */
const stateView: fc.Arbitrary<StateView> = fc
  .record({
    state: fc.constantFrom(...STATES, 'gone'),
    n: fc.nat({ max: 4 }),
    at: fc.nat({ max: 90_000 }),
    run: fc.nat({ max: 1 }),
    stored: fc.boolean(),
  })
  .map(({ state, n, at, run, stored }) => {
    const instance = instanceIn(state, { counters: { n }, since: { at, step: 0 }, run });
    return { instance: () => (stored ? instance : undefined), run: 1, step: 1, tick: 1 };
  });

const strength = (config: unknown, call: { tool: string; args: unknown }, state: StateView): number => {
  const machines = machinesOf(JSON.stringify(config));
  const { verdict } = evaluateGate({ machines, call: { id: 'c', ...call } as never, state, now: 100_000 });
  return STRENGTH[verdict.verdict];
};

test('more machines never allow more', () =>
  fc.assert(
    fc.property(configuration, toolCall, stateView, fc.nat(), (config, call, state, drop) => {
      const fewer = { ...config, machines: config.machines.filter((_, i) => i !== drop % config.machines.length) };
      expect(strength(config, call, state)).toBeGreaterThanOrEqual(strength(fewer, call, state));
    }),
    { numRuns: 500 },
  ));

test('the order of transitions in the file does not change the verdict', () =>
  fc.assert(
    fc.property(configuration, toolCall, stateView, (config, call, state) => {
      const reversed = {
        ...config,
        machines: config.machines.map((m) => ({ ...m, transitions: [...m.transitions].reverse() })),
      };
      expect(strength(reversed, call, state)).toBe(strength(config, call, state));
    }),
    { numRuns: 500 },
  ));

test('the order of machines in the file does not change the verdict', () =>
  fc.assert(
    fc.property(configuration, toolCall, stateView, (config, call, state) => {
      expect(strength({ ...config, machines: [...config.machines].reverse() }, call, state)).toBe(
        strength(config, call, state),
      );
    }),
    { numRuns: 500 },
  ));
