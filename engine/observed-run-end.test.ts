/** The end of a run where machines only observe. */
import { expect, test } from 'vitest';
import { benchOf, call, THREAD } from '../test/support/session.ts';
import type { Happening } from './state/journal.ts';

const WATCHED = `
machines:
  - name: watched
    mode: observe
    initial: open
    terminal: [done]
    transitions: [{ on: work, from: '*', to: begun }]
  - name: enforced
    initial: open
    terminal: [done]
    transitions: [{ on: other, from: '*', to: begun }]
continuation: { max_continuations: 1, message: "Finish: {summary}" }
`;

async function ended(...tools: readonly string[]): Promise<{ decision: string; happening: Happening | undefined }> {
  const { guard, store } = benchOf(WATCHED);
  for (const tool of tools) {
    await guard.gate(THREAD, call(tool, tool));
    await guard.settle(THREAD, tool, { status: 'success', content: '' });
  }
  const { decision } = await guard.endRun(THREAD);
  return { decision, happening: (await Array.fromAsync(store.journal())).at(-1)?.happening };
}

test('the run ends, and the record says what machines in observe mode would have told the model', async () => {
  expect(await ended('work')).toEqual({
    decision: 'complete',
    happening: {
      type: 'run_ended',
      decision: 'complete',
      message: null,
      observed: 'Finish: watched[]=begun',
    },
  });
});

test('what only is observed is no part of what the model is told', async () => {
  const { decision, happening } = await ended('work', 'other');
  expect(decision).toBe('continue');
  expect(happening).toMatchObject({ message: 'Finish: enforced[]=begun', observed: 'Finish: watched[]=begun' });
});

test('where nothing observed is unfinished, the record says nothing of it', async () => {
  expect((await ended()).happening).toEqual({ type: 'run_ended', decision: 'complete', message: null });
});
