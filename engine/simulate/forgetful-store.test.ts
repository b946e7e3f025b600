import { expect, test } from 'vitest';
import { CONFIRM_DELETE, call, machinesOf, READ_BEFORE_WRITE, ran, THREAD } from '../../test/support/session.ts';
import { createGuard } from '../session.ts';
import { createMemoryStore } from '../state/stores/memory.ts';
import { createForgetfulStore } from './forgetful-store.ts';

const rows = async (store: ReturnType<typeof createForgetfulStore>) =>
  (await Array.fromAsync(store.scan(''))).map(([key]) => key);

test('what it holds does not grow with the number of calls', async () => {
  const store = createForgetfulStore(10);
  const guard = createGuard({ machines: machinesOf(READ_BEFORE_WRITE), store });
  for (let i = 0; i < 20; i++) await ran(guard, `r${i}`, 'Read', { file_path: '/a' });
  const before = (await rows(store)).length;
  for (let i = 20; i < 200; i++) await ran(guard, `r${i}`, 'Read', { file_path: '/a' });
  expect((await rows(store)).length).toBe(before);
});

test('the newest finished calls are remembered', async () => {
  const store = createForgetfulStore(2);
  const guard = createGuard({ machines: machinesOf(READ_BEFORE_WRITE), store });
  for (const id of ['1', '2', '3']) await ran(guard, id, 'Read', { file_path: '/a' });
  expect((await rows(store)).filter((key) => key.startsWith('call/'))).toEqual([
    `call/${THREAD}/2`,
    `call/${THREAD}/3`,
  ]);
  expect(await guard.gate(THREAD, call('3', 'Read', { file_path: '/a' }))).toMatchObject({ verdict: 'deny' });
});

test('tickets go with their calls', async () => {
  const store = createForgetfulStore();
  let tickets = 0;
  const guard = createGuard({ machines: machinesOf(CONFIRM_DELETE), store, ids: () => `k${tickets++}` });
  for (const [index, approve] of [true, false].entries()) {
    const id = `c${index}`;
    await guard.gate(THREAD, call(id, 'delete_file', { path: '/a' }));
    const [waiting] = await guard.waiting();
    await guard.resolve(waiting?.id ?? '', { approve });
    if (approve) await guard.settle(THREAD, id, { status: 'error', content: '' });
  }
  expect((await rows(store)).filter((key) => /^(ticket|pending)\//.test(key))).toEqual([]);
});

test('a guard decides on it as on any other store', async () => {
  const verdicts = [];
  for (const store of [createForgetfulStore(), createMemoryStore()]) {
    const guard = createGuard({ machines: machinesOf(READ_BEFORE_WRITE), store, clock: () => 0 });
    const denied = await guard.gate(THREAD, call('w', 'Write', { file_path: '/a' }));
    await ran(guard, 'r', 'Read', { file_path: '/a' });
    verdicts.push([denied, await guard.inspect(THREAD)]);
  }
  expect(verdicts[0]).toEqual(verdicts[1]);
});

test('it keeps no journal, and says so', () => {
  expect(() => createForgetfulStore().journal()).toThrow('not kept');
});
