import { expect, test } from 'vitest';
import { loadMachines } from '../../engine/dsl/load.ts';
import type { MachineSet } from '../../engine/dsl/machine.ts';
import { GuardClosed } from '../../engine/guard.ts';
import { createMemoryStore } from '../../engine/state/stores/memory.ts';
import { GuardPool } from '../../entrypoints/background/guard-pool.ts';
import { ASKING, DENYING, quiet } from './support.ts';

function compiled(text: string): MachineSet {
  const { machines } = loadMachines(text);
  if (machines === null) throw new Error('does not compile');
  return machines;
}

const asking = compiled(ASKING);
const denying = compiled(DENYING);
const pool = (): GuardPool => new GuardPool({ store: createMemoryStore(), clock: () => 0, listener: () => undefined });

test('a set that was not put to work has no guard', async () => {
  const guards = pool();
  guards.keep([asking]);
  await expect(guards.use(denying, async () => 'done')).rejects.toThrow(GuardClosed);
});

test('a set that was replaced has no guard any more', async () => {
  const guards = pool();
  guards.keep([asking]);
  await guards.use(asking, async () => 'done');
  guards.keep([denying]);
  await expect(guards.use(asking, async () => 'done')).rejects.toThrow(GuardClosed);
  expect(await guards.useKnown(asking.fingerprint, async () => 'done')).toBe(null);
});

test('a set that stays keeps its guard', async () => {
  const guards = pool();
  guards.keep([asking]);
  const before = await guards.use(asking, async (guard) => guard);
  guards.keep([asking, denying]);
  expect(await guards.use(asking, async (guard) => guard)).toBe(before);
});

test('a new guard begins only when the replaced one has come to rest', async () => {
  const guards = pool();
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  guards.keep([asking]);
  const old = guards.use(asking, async () => {
    await held.promise;
    order.push('old');
  });
  await quiet();
  guards.keep([denying]);
  const fresh = guards.use(denying, async () => {
    order.push('new');
  });
  await quiet();
  expect(order).toEqual([]);
  held.resolve();
  await Promise.all([old, fresh]);
  expect(order).toEqual(['old', 'new']);
});

test('work that fails in a replaced guard holds nobody up', async () => {
  const guards = pool();
  guards.keep([asking]);
  const failing = guards.use(asking, async () => Promise.reject(new Error('broken')));
  guards.keep([denying]);
  await expect(failing).rejects.toThrow();
  expect(await guards.use(denying, async () => 'done')).toBe('done');
});
