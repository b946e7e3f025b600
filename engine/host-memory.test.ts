/** What a host notes and keeps with a thread. */
import { expect, test } from 'vitest';
import { benchOf, call, machinesOf, READ_BEFORE_WRITE, ran, THREAD } from '../test/support/session.ts';
import { replay } from './state/fold.ts';
import { PolicyReplay } from './state/policy-replay/policy-replay.ts';
import type { Store } from './state/store.ts';
import { createMemoryStore } from './state/stores/memory.ts';

const NOTE = { kind: 'spliced', calls: ['1', '2'], text: 'Two calls were put back.' };

const last = async (store: Store) => (await Array.fromAsync(store.journal())).at(-1);

test('a note is in the journal and changes no state', async () => {
  const { guard, store } = benchOf(READ_BEFORE_WRITE);
  await guard.note(THREAD, NOTE);
  expect(await last(store)).toMatchObject({ thread: THREAD, happening: { type: 'noted', ...NOTE }, changes: [] });
  expect(await Array.fromAsync(store.scan(''))).toEqual([]);
});

test('what is kept is there after a restart, by its name, with the thread alone', async () => {
  const { guard, restarted } = benchOf(READ_BEFORE_WRITE);
  await guard.keep(THREAD, 'a/b', { splice: [1, null] });
  await guard.keep(THREAD, 'half \ud83d', 'text');
  await guard.keep('other', 'c', true);
  expect(await restarted().kept(THREAD)).toEqual([
    ['a/b', { splice: [1, null] }],
    ['half \ud83d', 'text'],
  ]);
});

test('a value takes the place of the one that was kept under its name', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await guard.keep(THREAD, 'a', 1);
  await guard.keep(THREAD, 'a', 2);
  expect(await guard.kept(THREAD)).toEqual([['a', 2]]);
});

test('null forgets what was kept, and is recorded only where something was', async () => {
  const { guard, store } = benchOf(READ_BEFORE_WRITE);
  await guard.keep(THREAD, 'a', 1);
  await guard.keep(THREAD, 'a', null);
  await guard.keep(THREAD, 'a', null);
  expect(await guard.kept(THREAD)).toEqual([]);
  expect(await Array.fromAsync(store.scan('kept/'))).toEqual([]);
  expect((await Array.fromAsync(store.journal())).map(({ happening }) => happening.type)).toEqual(['kept', 'kept']);
});

test('a journal gives back what was kept and forgotten', async () => {
  const { guard, store } = benchOf(READ_BEFORE_WRITE);
  await guard.keep(THREAD, 'a', 1);
  await guard.keep(THREAD, 'b', 2);
  await guard.keep(THREAD, 'a', null);
  expect([...(await replay(store.journal()))]).toEqual(await Array.fromAsync(store.scan('')));
});

test('a large value stands in the journal once, and a decision reads none of it', async () => {
  const inner = createMemoryStore();
  let large = 0;
  const weigh = (value: unknown): void => {
    if (JSON.stringify(value).length > 100_000) large += 1;
  };
  const store: Store = {
    ...inner,
    read: async (keys) => {
      const rows = await inner.read(keys);
      for (const row of rows.values()) weigh(row);
      return rows;
    },
    async *scan(prefix) {
      for await (const row of inner.scan(prefix)) {
        weigh(row);
        yield row;
      }
    },
    commit: (entries, rows) => inner.commit(entries, rows),
    journal: (from) => inner.journal(from),
    newest: () => inner.newest(),
    close: () => inner.close(),
  };
  const { guard } = benchOf(READ_BEFORE_WRITE, { store });
  await guard.keep(THREAD, 'history', 'x'.repeat(150_000));
  const [entry] = await Array.fromAsync(inner.journal());
  expect(JSON.stringify(entry).length).toBeLessThan(151_000);
  await ran(guard, '1', 'Read', { file_path: '/a' });
  await guard.inspect(THREAD);
  await guard.endRun(THREAD);
  expect(large).toBe(0);
  expect((await guard.kept(THREAD)).length + large).toBe(2);
});

test('notes and kept values change nothing for other machines', async () => {
  const { guard, store } = benchOf(READ_BEFORE_WRITE);
  await guard.note(THREAD, NOTE);
  await guard.keep(THREAD, 'a', 1);
  await guard.gate(THREAD, call('1', 'Write', { file_path: '/a' }));
  const policy = new PolicyReplay(machinesOf(READ_BEFORE_WRITE));
  for await (const entry of store.journal()) policy.take(entry);
  expect(policy.finish()).toMatchObject({ findings: [], summary: { decisions: 1, unchanged: 1 } });
});
