import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../engine/state/stores/memory.ts';
import { play } from '../../../entrypoints/options/try/play.ts';
import { RecentEntries } from '../../../entrypoints/options/try/recent-entries.ts';
import { END, Trial } from '../../../entrypoints/options/try/trial.ts';
import { benchOf, machinesOf, READ_BEFORE_WRITE } from '../../support/session.ts';

const free = { signal: new AbortController().signal, progress: () => undefined };

/** A guard that writes a journal, and what the options page knows of it. */
function journaled() {
  const store = createMemoryStore();
  const { guard } = benchOf(READ_BEFORE_WRITE, { store });
  const newest = signal<number | null>(null);
  let broken = false;
  const source = {
    newest,
    openStore: async () => ({
      newest: () => store.newest(),
      journal: (from?: number) => {
        if (broken) throw new Error('the disk is gone');
        return store.journal(from);
      },
      close: async () => undefined,
    }),
  };
  const gate = async (tool: string, id: string, thread = 't1') =>
    (await guard.gate(thread, { id, tool, args: { file_path: '/a' } })).verdict;
  const settle = (id: string, thread = 't1') => guard.settle(thread, id, { status: 'success', content: 'ok' });
  return {
    source,
    gate,
    settle,
    run: async (tool: string, id: string, thread = 't1') => {
      const verdict = await gate(tool, id, thread);
      if (verdict === 'allow') await settle(id, thread);
    },
    /** The background says that the journal has grown. */
    tell: async () => {
      newest.value = await store.newest();
    },
    breakIt: (on: boolean) => {
      broken = on;
    },
  };
}

const types = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).type);

test('a recording begins when it is started and ends when it is stopped', async () => {
  const { source, run, tell } = journaled();
  const trial = new Trial();
  await run('Read', 'before');
  await trial.recorder.start(source);
  await run('Write', 'c1');
  await tell();
  await trial.recorder.stop();
  await run('Read', 'after');
  await tell();
  await trial.recorder.read();
  expect(types(trial.text.value)).toEqual(['call', 'result']);
  expect(trial.text.value).toContain('"c1"');
  expect(trial.recorder.state.value).toEqual({ on: false, calls: 1, fault: null });
});

test('calls come into the trace as the journal grows', async () => {
  const { source, run, tell } = journaled();
  const trial = new Trial();
  await trial.recorder.start(source);
  await run('Read', 'c1');
  await tell();
  await trial.recorder.read();
  expect(types(trial.text.value)).toEqual(['call', 'result']);
  await run('Write', 'c2');
  await tell();
  await trial.recorder.read();
  expect(trial.recorder.state.value).toEqual({ on: true, calls: 2, fault: null });
  expect(types(trial.text.value)).toEqual(['call', 'result', 'call', 'result']);
});

test('what was said last before the stop is in the recording though nobody told of it', async () => {
  const { source, run } = journaled();
  const trial = new Trial();
  await trial.recorder.start(source);
  await run('Read', 'c1');
  await trial.recorder.stop();
  expect(types(trial.text.value)).toEqual(['call', 'result']);
});

test('the result of a call that began before the recording is left out', async () => {
  const { source, gate, settle } = journaled();
  const trial = new Trial();
  await gate('Read', 'old');
  await trial.recorder.start(source);
  await settle('old');
  await gate('Read', 'new');
  await settle('new');
  await trial.recorder.stop();
  expect(types(trial.text.value)).toEqual(['call', 'result']);
});

test('conversations that are recorded at once keep their states apart', async () => {
  const { source, run } = journaled();
  const trial = new Trial();
  await trial.recorder.start(source);
  await run('Read', 'c1', 'one');
  await run('Write', 'c2', 'two');
  await run('Write', 'c3', 'one');
  await trial.recorder.stop();
  const timeline = await play(trial.text.value, machinesOf(READ_BEFORE_WRITE), free);
  const verdicts = timeline?.steps.flatMap(({ said }) =>
    said.flatMap((one) => (one.type === 'verdict' ? [one.verdict] : [])),
  );
  expect(verdicts).toEqual(['allow', 'deny', 'allow']);
});

test('a recording goes on after what was there', async () => {
  const { source, run } = journaled();
  const trial = new Trial();
  trial.write('{"type":"run_start"}');
  await trial.recorder.start(source);
  await run('Read', 'c1');
  await trial.recorder.stop();
  expect(types(trial.text.value)).toEqual(['run_start', 'call', 'result']);
});

test('a journal that cannot be read for a while loses nothing of the recording', async () => {
  const { source, run, tell, breakIt } = journaled();
  const trial = new Trial();
  await trial.recorder.start(source);
  breakIt(true);
  await run('Read', 'c1');
  await tell();
  await trial.recorder.read();
  expect(trial.recorder.state.value).toEqual({ on: true, calls: 0, fault: 'the disk is gone' });
  breakIt(false);
  await trial.recorder.read();
  expect(trial.recorder.state.value).toEqual({ on: true, calls: 1, fault: null });
  expect(types(trial.text.value)).toEqual(['call', 'result']);
});

test('a recording that is stopped before the journal is open records nothing', async () => {
  const { source, run, tell } = journaled();
  const trial = new Trial();
  const open = Promise.withResolvers<void>();
  const slow = { ...source, openStore: () => open.promise.then(source.openStore) };
  const started = trial.recorder.start(slow);
  await trial.recorder.stop();
  open.resolve();
  await started;
  await run('Read', 'c1');
  await tell();
  await trial.recorder.read();
  expect([trial.text.value, trial.recorder.state.value.on]).toEqual(['', false]);
});

test('a new trace is looked at from its beginning, a changed one at the same step', () => {
  const trial = new Trial();
  trial.go(3);
  trial.write('a');
  expect(trial.position.value).toBe(3);
  trial.replace('b', signal('opened'));
  expect(trial.position.value).toBe(0);
  trial.go(END);
  expect(trial.position.value).toBe(Number.POSITIVE_INFINITY);
});

test('the list of conversations takes in what is new, and says when it cannot', async () => {
  const { source, run, breakIt } = journaled();
  const recent = new RecentEntries(source.openStore);
  await run('Write', 'c1');
  await recent.look();
  const before = recent.entries.value?.length ?? 0;
  breakIt(true);
  await run('Write', 'c2');
  await recent.look();
  expect([recent.fault.value, recent.entries.value?.length]).toEqual(['the disk is gone', before]);
  breakIt(false);
  await recent.look();
  expect(recent.fault.value).toBe(null);
  const seqs = recent.entries.value?.map(({ seq }) => seq) ?? [];
  expect(seqs.length).toBeGreaterThan(before);
  expect(seqs).toEqual(seqs.map((_, at) => at));
});
