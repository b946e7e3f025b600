/** When a caller hears that its call stands in line. */
import { expect, test, vi } from 'vitest';
import { benchOf, CONFIRM_DELETE, call, READ_BEFORE_WRITE, THREAD } from '../test/support/session.ts';

const A = { file_path: '/a' };
const OK = { status: 'success', content: '' } as const;

test('a call that waits for a running one of its instance says so once, before the turn comes', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await guard.gate(THREAD, call('read', 'Read', A));
  const onQueued = vi.fn();
  const write = guard.gate(THREAD, call('write', 'Write', A), { onQueued });
  await guard.step(THREAD); // Wakes those who stand in line.
  await guard.step(THREAD);
  expect(onQueued).toHaveBeenCalledTimes(1);
  await guard.settle(THREAD, 'read', OK);
  expect(await write).toMatchObject({ verdict: 'allow' });
  expect(onQueued).toHaveBeenCalledTimes(1);
});

test('a call whose instance is free does not stand in line', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await guard.gate(THREAD, call('read', 'Read', A));
  const onQueued = vi.fn();
  await guard.gate(THREAD, call('other', 'Read', { file_path: '/b' }), { onQueued });
  await guard.gate('another thread', call('read', 'Read', A), { onQueued });
  expect(onQueued).not.toHaveBeenCalled();
});

test('a call that only waits for another one to be decided does not stand in line', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  const onQueued = vi.fn();
  const first = guard.gate(THREAD, call('1', 'Write', A));
  const second = guard.gate(THREAD, call('2', 'Write', A), { onQueued });
  expect([await first, await second]).toMatchObject([{ verdict: 'deny' }, { verdict: 'deny' }]);
  expect(onQueued).not.toHaveBeenCalled();
});

test('a call stands in line when the one ahead of it does', async () => {
  const { guard } = benchOf(TWO_FILES);
  await guard.gate(THREAD, call('1', 'Read', { paths: ['/a'] }));
  const ahead = guard.gate(THREAD, call('2', 'Read', { paths: ['/a', '/b'] }));
  const onQueued = vi.fn();
  const behind = guard.gate(THREAD, call('3', 'Read', { paths: ['/b'] }), { onQueued });
  await guard.step(THREAD);
  expect(onQueued).toHaveBeenCalledTimes(1);
  await guard.settle(THREAD, '1', OK);
  await ahead;
  await guard.settle(THREAD, '2', OK);
  expect(await behind).toMatchObject({ verdict: 'allow' });
});

test('a call that a person is asked about does not stand in line', async () => {
  const { guard } = benchOf(CONFIRM_DELETE);
  const onQueued = vi.fn();
  const asked = await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }), { onQueued });
  expect(asked.verdict).toBe('ask');
  expect(onQueued).not.toHaveBeenCalled();
});

const TWO_FILES = `
machines:
  - name: files
    key: "{paths[*]}"
    initial: new
    transitions:
      - { on: Read, from: '*', to: seen }
`;
