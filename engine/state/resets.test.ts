import fc from 'fast-check';
import { expect, test } from 'vitest';
import { configuration, toolCall } from '../../test/support/machine-arbitraries.ts';
import {
  benchOf,
  CONFIRM_DELETE,
  call,
  machinesOf,
  READ_BEFORE_WRITE,
  ran,
  THREAD,
} from '../../test/support/session.ts';
import type { Guard, Reset } from '../guard.ts';
import { createGuard } from '../session.ts';
import type { ToolCall } from '../tool-call.ts';
import { exportJournal } from './export.ts';
import { PolicyReplay } from './policy-replay/policy-replay.ts';
import type { Store } from './store.ts';
import { createMemoryStore } from './stores/memory.ts';
import { verifyJournal } from './verify.ts';

const A = { file_path: '/a' };
const RBW = { machine: 'rbw', key: '/a' };

const state = async (guard: Guard): Promise<unknown> => (await guard.inspect(THREAD)).tool_fsm_thread_state;

function seqOf(reset: Reset): number {
  if (reset.outcome !== 'done') throw new Error(reset.reason);
  return reset.seq;
}

/** Instance rows as they are stored. */
const rows = (store: Store): Promise<readonly unknown[]> => Array.fromAsync(store.scan('instance/'));

test('a reset instance is in its initial state, and what it had unlocked is locked', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', A);
  expect(await guard.reset(THREAD, RBW)).toMatchObject({
    outcome: 'done',
    instances: [{ ...RBW, from: 'read', to: 'unread' }],
  });
  expect(await guard.gate(THREAD, call('2', 'Write', A))).toMatchObject({ verdict: 'deny' });
});

test('the journal says that a person reset the instance, and what it was', async () => {
  const { guard, store } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', A);
  const seq = seqOf(await guard.reset(THREAD, RBW));
  const entry = (await Array.fromAsync(store.journal(seq)))[0];
  expect(entry?.happening).toMatchObject({ type: 'reset', instances: [{ ...RBW, before: { state: 'read' } }] });
});

test('an undone reset leaves state, data and counters exactly as they were', async () => {
  const { guard, store } = benchOf(`
machines:
  - name: m
    key: "{p}"
    initial: a
    transitions:
      - { on: T, from: [a, b], to: b, update: { capture: { seen: "{p}" }, increment: [n] } }
`);
  await ran(guard, '1', 'T', { p: 'x' });
  await ran(guard, '2', 'T', { p: 'x' });
  const before = await rows(store);
  const seq = seqOf(await guard.reset(THREAD, { machine: 'm', key: 'x' }));
  expect(await rows(store)).not.toEqual(before);
  expect(await guard.undoReset(THREAD, seq)).toMatchObject({
    outcome: 'done',
    instances: [{ machine: 'm', key: 'x', from: 'a', to: 'b' }],
  });
  expect(await rows(store)).toEqual(before);
});

test('a reset is not taken back when the instance has moved since', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', A);
  const seq = seqOf(await guard.reset(THREAD, RBW));
  await ran(guard, '2', 'Read', A);
  expect(await guard.undoReset(THREAD, seq)).toMatchObject({
    outcome: 'refused',
    reason: expect.stringContaining('moved since'),
  });
});

test('a reset is taken back once', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', A);
  const seq = seqOf(await guard.reset(THREAD, RBW));
  await guard.undoReset(THREAD, seq);
  expect(await guard.undoReset(THREAD, seq)).toMatchObject({ outcome: 'refused' });
  expect(await state(guard)).toEqual({ rbw: { '/a': 'read' } });
});

test('a reset is refused while a call of the instance runs, and says which', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await guard.gate(THREAD, call('1', 'Read', A));
  await ran(guard, '2', 'Read', { file_path: '/b' });
  expect(await guard.reset(THREAD, { machine: 'rbw', key: '/b' })).toMatchObject({ outcome: 'done' });
  await guard.settle(THREAD, '1', { status: 'success', content: '' });
  await guard.gate(THREAD, call('3', 'Write', A));
  expect(await guard.reset(THREAD, RBW)).toEqual({
    outcome: 'refused',
    cause: 'running',
    reason: 'A call of tool "Write" that touches "/a" of machine "rbw" is running; try again when it has ended.',
  });
});

test('taking back is refused while a call of the instance runs', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', A);
  const seq = seqOf(await guard.reset(THREAD, RBW));
  await guard.gate(THREAD, call('2', 'Read', A));
  expect(await guard.undoReset(THREAD, seq)).toMatchObject({
    outcome: 'refused',
    reason: expect.stringContaining('running'),
  });
});

test('a reset of everything resets what has moved, and is taken back but for what has moved since', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  for (const name of ['a', 'b', 'c']) await ran(guard, name, 'Read', { file_path: `/${name}` });
  const reset = await guard.reset(THREAD, 'all');
  expect(reset).toMatchObject({ outcome: 'done', instances: { length: 3 } });
  await ran(guard, 'w', 'Read', { file_path: '/b' });
  expect(await guard.undoReset(THREAD, seqOf(reset))).toMatchObject({ instances: [{ key: '/a' }, { key: '/c' }] });
});

test.each([
  [{ machine: 'gone', key: '/a' }, 'not_in_force'],
  [{ machine: 'rbw', key: '/never' }, 'unchanged'],
  ['all', 'unchanged'],
] as const)('there is nothing to reset in %j', async (which, cause) => {
  const { guard, store } = benchOf(READ_BEFORE_WRITE);
  await guard.gate(THREAD, call('1', 'Write', A));
  const entries = (await Array.fromAsync(store.journal())).length;
  expect(await guard.reset(THREAD, which)).toMatchObject({ outcome: 'refused', cause });
  expect(await Array.fromAsync(store.journal())).toHaveLength(entries);
});

test.each([0, 1, 99, -1, 0.5])('entry %d, which is no reset of the thread, is not taken back', async (seq) => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', A);
  await guard.startRun('t2');
  expect(await guard.undoReset(THREAD, seq)).toMatchObject({ outcome: 'refused' });
});

test('a reset of another thread is not taken back here, whatever stands here', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', A);
  const seq = seqOf(await guard.reset(THREAD, RBW));
  await guard.gate('t2', call('1', 'Write', A));
  expect(await guard.undoReset('t2', seq)).toMatchObject({ outcome: 'refused', cause: 'unknown' });
});

test('an instance of a run that is over is not there to be reset', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE.replace('key:', 'scope: run\n    key:'));
  await ran(guard, '1', 'Read', A);
  await guard.startRun(THREAD);
  expect(await guard.reset(THREAD, RBW)).toMatchObject({ outcome: 'refused', cause: 'unchanged' });
});

test('a call that waits for a person is decided on the state after the reset', async () => {
  const { guard } = benchOf(CONFIRM_DELETE);
  await ran(guard, '1', 'keep_file', { path: '/a' });
  expect(await guard.gate(THREAD, call('2', 'delete_file', { path: '/a' }))).toMatchObject({ verdict: 'allow' });
  await guard.settle(THREAD, '2', { status: 'error', content: '' });
  await guard.reset(THREAD, { machine: 'confirm', key: '/a' });
  expect(await guard.gate(THREAD, call('3', 'delete_file', { path: '/a' }))).toMatchObject({ verdict: 'ask' });
});

test('a replay of other machines follows a reset and its taking back', async () => {
  const { guard, store } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', A);
  const seq = seqOf(await guard.reset(THREAD, RBW));
  await guard.gate(THREAD, call('2', 'Write', A));
  await guard.undoReset(THREAD, seq);
  await ran(guard, '3', 'Write', A);
  const replay = new PolicyReplay(
    machinesOf(READ_BEFORE_WRITE.replace('Read {file_path} before', 'Read first before')),
  );
  const found = [];
  for await (const entry of store.journal()) found.push(...replay.take(entry));
  expect([...found, ...replay.finish().findings]).toEqual([]);
});

/** Calls one after the other, some of them failing, on random machines. */
const lives = fc.array(fc.record({ call: toolCall, ok: fc.boolean() }), { minLength: 1, maxLength: 12 });

async function lived(
  config: unknown,
  script: readonly { readonly call: Omit<ToolCall, 'id'>; readonly ok: boolean }[],
) {
  const store = createMemoryStore();
  let now = 0;
  const guard = createGuard({ machines: machinesOf(JSON.stringify(config)), store, clock: () => ++now });
  for (const [index, { call: made, ok }] of script.entries()) {
    const id = `c${index}`;
    await guard.gate(THREAD, { id, ...made });
    await guard.settle(THREAD, id, { status: ok ? 'success' : 'error', content: '' });
  }
  return { guard, store };
}

test('whatever was lived through, a reset of everything that is taken back leaves the rows as they were', () =>
  fc.assert(
    fc.asyncProperty(configuration, lives, async (config, script) => {
      const { guard, store } = await lived(config, script);
      const before = await rows(store);
      const reset = await guard.reset(THREAD, 'all');
      if (reset.outcome === 'refused') return;
      expect(await rows(store)).not.toEqual(before);
      await guard.undoReset(THREAD, reset.seq);
      expect(await rows(store)).toEqual(before);
      expect(await verifyJournal(exportJournal(store))).toMatchObject({ ok: true });
    }),
    { numRuns: 100 },
  ));

test('after a reset, a machine answers every call as one to which nothing has happened', () =>
  fc.assert(
    fc.asyncProperty(configuration, lives, toolCall, async (config, script, next) => {
      const { guard } = await lived(config, script);
      await guard.reset(THREAD, 'all');
      const anew = await lived(config, []);
      const asked = { id: 'next', ...next };
      const [after, first] = [await guard.gate(THREAD, asked), await anew.guard.gate(THREAD, asked)];
      expect(after.verdict).toBe(first.verdict);
    }),
    { numRuns: 100 },
  ));
