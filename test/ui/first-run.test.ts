import { expect, test } from 'vitest';
import { createMemoryStore } from '../../engine/state/stores/memory.ts';
import { Demo } from '../../entrypoints/first-run/demo.ts';
import { LiveCalls } from '../../entrypoints/first-run/live-calls.ts';
import { benchOf, CONFIRM_DELETE, READ_BEFORE_WRITE } from '../support/session.ts';

/** The live list over a bench, which looks at all that happens from now on. */
async function watched(machines: string) {
  const store = createMemoryStore();
  const bench = benchOf(machines, { store });
  const live = new LiveCalls(async () => ({
    newest: () => store.newest(),
    journal: (from) => store.journal(from),
    close: async () => undefined,
  }));
  const look = async () => {
    await live.grown(await store.newest());
    return live.calls.value;
  };
  return { ...bench, look };
}

/** The live list, and one call that waits for a person. */
async function waiting() {
  const bench = await watched(CONFIRM_DELETE);
  await bench.look();
  await bench.guard.gate('t', { id: 'c1', tool: 'delete_file', args: { path: 'a' } });
  return bench;
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('the engine refuses the first write, and allows it after the read', async () => {
  const demo = new Demo(turn);
  expect(await demo.run(0)).toMatchObject({ verdict: 'deny', reason: 'Read notes.md before writing.', moves: [] });
  expect(await demo.run(1)).toMatchObject({ verdict: 'allow', moves: [{ from: 'unread', to: 'read' }] });
  expect(await demo.run(2)).toMatchObject({ verdict: 'allow', moves: [{ from: 'read', to: 'written' }] });
});

test('the deletion waits for the person, and does not run when it is denied', async () => {
  const demo = new Demo(turn);
  const asked = await demo.run(3);
  expect(asked).toMatchObject({ verdict: 'ask', decided: null, moves: [] });
  expect(await demo.decide(3, asked, false)).toMatchObject({ decided: 'denied', moves: [] });
});

test('the deletion runs when the person allows it', async () => {
  const demo = new Demo(turn);
  const asked = await demo.run(3);
  expect(await demo.decide(3, asked, true)).toMatchObject({ decided: 'allowed', moves: [{ to: 'deleted' }] });
});

test('only calls made since the page was opened are shown, with their verdict, reason and state', async () => {
  const { guard, look } = await watched(READ_BEFORE_WRITE);
  const gate = (id: string, tool: string) => guard.gate('t', { id, tool, args: { file_path: '/a' } });
  await gate('c0', 'Write');
  await look();
  await gate('c1', 'Write');
  await gate('c2', 'Read');
  await guard.settle('t', 'c2', { status: 'success', content: 'x' });
  expect(await look()).toMatchObject([
    { id: 'c2', tool: 'Read', verdict: 'allow', reason: null, moves: [{ to: 'read' }] },
    { id: 'c1', tool: 'Write', verdict: 'deny', reason: expect.any(String), moves: [] },
  ]);
});

test('a call that waits is shown as asked, and a person who denies it makes it denied', async () => {
  const { guard, look } = await waiting();
  expect(await look()).toMatchObject([{ id: 'c1', verdict: 'ask', ended: null }]);
  await guard.resolve('ticket-1', { approve: false, note: 'keep it' });
  expect(await look()).toMatchObject([
    { id: 'c1', verdict: 'deny', ended: 'rejected', reason: expect.stringContaining('keep it') },
  ]);
});

test('a call that nobody decides in time is shown as denied', async () => {
  const { guard, advance, look } = await waiting();
  advance(24 * 3_600_000);
  await guard.resolve('ticket-1', { approve: true });
  expect(await look()).toMatchObject([{ id: 'c1', verdict: 'deny', ended: 'expired' }]);
});

test('a call that a person allows is one line, and allowed', async () => {
  const { guard, look } = await waiting();
  await guard.resolve('ticket-1', { approve: true });
  await guard.settle('t', 'c1', { status: 'success', content: 'gone' });
  expect(await look()).toMatchObject([{ id: 'c1', verdict: 'allow', reason: null, ended: 'approved' }]);
});
