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

/** A site entry. */
const HERE = 'a';
const asking = compiled(ASKING);
const denying = compiled(DENYING);
const pool = (): GuardPool => new GuardPool({ store: createMemoryStore(), clock: () => 0, listener: () => undefined });

test('a set that was not put to work has no guard', async () => {
  const guards = pool();
  guards.keep(new Map([[HERE, asking]]));
  await expect(guards.use(HERE, denying.fingerprint, async () => 'done')).rejects.toThrow(GuardClosed);
});

test('a set that was replaced has no guard any more', async () => {
  const guards = pool();
  guards.keep(new Map([[HERE, asking]]));
  await guards.use(HERE, asking.fingerprint, async () => 'done');
  guards.keep(new Map([[HERE, denying]]));
  await expect(guards.use(HERE, asking.fingerprint, async () => 'done')).rejects.toThrow(GuardClosed);
});

test('a set that stays keeps its guard', async () => {
  const guards = pool();
  guards.keep(new Map([[HERE, asking]]));
  const before = await guards.use(HERE, asking.fingerprint, async (guard) => guard);
  guards.keep(
    new Map([
      [HERE, asking],
      ['b', denying],
    ]),
  );
  expect(await guards.use(HERE, asking.fingerprint, async (guard) => guard)).toBe(before);
});

test('a new guard begins only when the replaced one has come to rest', async () => {
  const guards = pool();
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  guards.keep(new Map([[HERE, asking]]));
  const old = guards.use(HERE, asking.fingerprint, async () => {
    await held.promise;
    order.push('old');
  });
  await quiet();
  guards.keep(new Map([[HERE, denying]]));
  const fresh = guards.use(HERE, denying.fingerprint, async () => {
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
  guards.keep(new Map([[HERE, asking]]));
  const failing = guards.use(HERE, asking.fingerprint, async () => Promise.reject(new Error('broken')));
  guards.keep(new Map([[HERE, denying]]));
  await expect(failing).rejects.toThrow();
  expect(await guards.use(HERE, denying.fingerprint, async () => 'done')).toBe('done');
});

test('a set that is replaced on one site entry has no guard there, and keeps the one of another', async () => {
  const guards = pool();
  guards.keep(
    new Map([
      [HERE, asking],
      ['b', asking],
    ]),
  );
  const other = await guards.use('b', asking.fingerprint, async (guard) => guard);
  guards.keep(
    new Map([
      [HERE, denying],
      ['b', asking],
    ]),
  );
  await expect(guards.use(HERE, asking.fingerprint, async () => 'done')).rejects.toThrow(GuardClosed);
  expect(await guards.use('b', asking.fingerprint, async (guard) => guard)).toBe(other);
});

test('a guard that is asked for while one is replaced waits for those that are replaced meanwhile, too', async () => {
  const guards = pool();
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const order: string[] = [];
  guards.keep(new Map([[HERE, asking]]));
  void guards.use(HERE, asking.fingerprint, () => held[0].promise);
  await quiet();
  guards.keep(
    new Map([
      [HERE, asking],
      ['b', denying],
    ]),
  );
  void guards.use('b', denying.fingerprint, () => held[1].promise.then(() => void order.push('old')));
  await quiet();
  guards.keep(new Map([['b', denying]]));
  const fresh = guards.use('b', asking.fingerprint, async () => void order.push('new'));
  await quiet();
  guards.keep(new Map([['b', asking]]));
  held[0].resolve();
  await quiet();
  expect(order).toEqual([]);
  held[1].resolve();
  await fresh;
  expect(order).toEqual(['old', 'new']);
});
