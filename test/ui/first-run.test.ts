import { expect, test } from 'vitest';
import { createMemoryStore } from '../../engine/state/stores/memory.ts';
import { Demo } from '../../entrypoints/first-run/demo.ts';
import { LiveCalls } from '../../entrypoints/first-run/live-calls.ts';
import { benchOf, READ_BEFORE_WRITE } from '../support/session.ts';

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('the engine refuses the first write, and allows it after the read', async () => {
  const demo = new Demo(turn);
  expect(await demo.run(0)).toMatchObject({ verdict: 'deny', reason: 'Read notes.md before writing.', moves: [] });
  expect(await demo.run(1)).toMatchObject({ verdict: 'allow', moves: [{ from: 'unread', to: 'read' }] });
  expect(await demo.run(2)).toMatchObject({ verdict: 'allow', moves: [{ from: 'read', to: 'written' }] });
});

test('the deletion waits for the person, and runs only when it is allowed', async () => {
  const demo = new Demo(turn);
  const asked = await demo.run(3);
  expect(asked).toMatchObject({ verdict: 'ask', decided: null, moves: [] });
  expect(await demo.decide(3, asked, false)).toMatchObject({ decided: 'denied', moves: [] });
});

test('only calls made since the page was opened are shown, with their verdict, reason and state', async () => {
  const store = createMemoryStore();
  const { guard } = benchOf(READ_BEFORE_WRITE, { store });
  const live = new LiveCalls(async () => ({
    newest: () => store.newest(),
    journal: (from) => store.journal(from),
    close: async () => undefined,
  }));
  const gate = (id: string, tool: string) => guard.gate('t', { id, tool, args: { file_path: '/a' } });
  await gate('c0', 'Write');
  await live.grown(await store.newest());
  await gate('c1', 'Write');
  await gate('c2', 'Read');
  await guard.settle('t', 'c2', { status: 'success', content: 'x' });
  await live.grown(await store.newest());
  expect(live.calls.value).toMatchObject([
    { id: 'c2', tool: 'Read', verdict: 'allow', reason: null, moves: [{ to: 'read' }] },
    { id: 'c1', tool: 'Write', verdict: 'deny', reason: expect.any(String), moves: [] },
  ]);
});
