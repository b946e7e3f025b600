import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../engine/state/stores/memory.ts';
import { play } from '../../../entrypoints/options/try/play.ts';
import { conversationsOf, traceOf } from '../../../entrypoints/options/try/trace-of.ts';
import { whatIf } from '../../../entrypoints/options/try/what-if.ts';
import { benchOf, machinesOf, READ_BEFORE_WRITE } from '../../support/session.ts';

const free = { signal: new AbortController().signal, progress: () => undefined };
const READ_FREELY = READ_BEFORE_WRITE.replace('from: read', "from: '*'");

/** A write that was denied, then a read and a write. */
async function recorded(thread = 't1') {
  const store = createMemoryStore();
  const { guard } = benchOf(READ_BEFORE_WRITE, { store });
  for (const [id, tool] of [
    ['c1', 'Write'],
    ['c2', 'Read'],
    ['c3', 'Write'],
  ] as const) {
    const { verdict } = await guard.gate(thread, { id, tool, args: { file_path: '/a' } });
    if (verdict === 'allow') await guard.settle(thread, id, { status: 'success', content: 'ok' });
  }
  return store;
}

test('a recorded conversation played again gives the verdicts it had', async () => {
  const store = await recorded();
  const trace = traceOf(await Array.fromAsync(store.journal()));
  const timeline = await play(trace, machinesOf(READ_BEFORE_WRITE), free);
  const verdicts = timeline?.steps.flatMap(({ said }) =>
    said.flatMap((one) => (one.type === 'verdict' ? one.verdict : [])),
  );
  expect(verdicts).toEqual(['deny', 'allow', 'allow']);
});

test('conversations are listed with their calls', async () => {
  const store = await recorded();
  expect(conversationsOf(await Array.fromAsync(store.journal()))).toMatchObject([{ thread: 't1', calls: 3 }]);
});

test('the machines that were in force would have decided the same', async () => {
  const found = await whatIf(await recorded(), machinesOf(READ_BEFORE_WRITE), free);
  expect(found?.summary).toMatchObject({ decisions: 3, changed: 0 });
});

test('a decision that others would have made is found', async () => {
  expect(READ_FREELY).not.toBe(READ_BEFORE_WRITE);
  const found = await whatIf(await recorded(), machinesOf(READ_FREELY), free);
  expect(found?.findings).toMatchObject([{ kind: 'changed', from: 'deny', to: 'allow', call: { id: 'c1' } }]);
});
