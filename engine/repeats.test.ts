/** What a call that is asked about again is told. */
import { expect, test } from 'vitest';
import { benchOf, CONFIRM_DELETE, call, READ_BEFORE_WRITE, THREAD } from '../test/support/session.ts';
import { OUTDATED } from './repeats.ts';

const A = { file_path: '/a' };
const STRICTER = READ_BEFORE_WRITE.replace('from: [unread, read, written]', 'from: [read]');

test('under the id of a running call, other arguments are denied', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await guard.gate(THREAD, call('1', 'Read', A));
  expect(await guard.gate(THREAD, call('1', 'Read', { file_path: '/b' }))).toMatchObject({ verdict: 'deny' });
  expect(await guard.gate(THREAD, call('1', 'Write', A))).toMatchObject({ verdict: 'deny' });
});

test('under the id of a waiting call, other arguments are not what the person is asked about', async () => {
  const { guard } = benchOf(CONFIRM_DELETE);
  await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  const other = await guard.gate(THREAD, call('1', 'delete_file', { path: '/b' }));
  expect(other).toMatchObject({ verdict: 'deny', reason: expect.stringContaining('other arguments') });
  expect(await guard.resolve('ticket-1', { approve: true })).toEqual({ outcome: 'approved' });
});

test('the order of the arguments makes no other call', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await guard.gate(THREAD, call('1', 'Read', { ...A, limit: 1 }));
  expect(await guard.gate(THREAD, call('1', 'Read', { limit: 1, ...A }))).toMatchObject({ verdict: 'allow' });
});

test('a call that other machines had let through and whose caller asks again is denied, and moves nothing', async () => {
  const bench = benchOf(READ_BEFORE_WRITE);
  await bench.guard.gate(THREAD, call('1', 'Read', A));
  const guard = bench.restarted(STRICTER);
  expect(await guard.gate(THREAD, call('1', 'Read', A))).toMatchObject({ verdict: 'deny', reason: OUTDATED });
  expect(await guard.settle(THREAD, '1', { status: 'success', content: '' })).toMatchObject({ first: false });
});

test('a call that other machines had let through and that is denied holds nobody up', async () => {
  const bench = benchOf(READ_BEFORE_WRITE);
  await bench.guard.gate(THREAD, call('1', 'Read', A));
  const guard = bench.restarted(STRICTER);
  const next = guard.gate(THREAD, call('2', 'Write', A));
  await guard.gate(THREAD, call('1', 'Read', A));
  expect(await next).toMatchObject({ verdict: 'deny' });
});

test('a sweep ends nothing in threads that are not the guard’s to work on', async () => {
  const { guard, advance } = benchOf(CONFIRM_DELETE);
  await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  await guard.gate('other', call('1', 'delete_file', { path: '/a' }));
  await guard.gate(THREAD, call('2', 'else'));
  await guard.gate('other', call('2', 'else'));
  advance(3_600_000);
  expect(await guard.sweep((thread) => thread === THREAD)).toBeNull();
  expect((await guard.waiting()).map(({ thread }) => thread)).toEqual(['other']);
  expect(await guard.gate('other', call('2', 'else'))).toMatchObject({ verdict: 'allow' });
  expect(await guard.gate(THREAD, call('2', 'else'))).toMatchObject({ verdict: 'deny' });
});
