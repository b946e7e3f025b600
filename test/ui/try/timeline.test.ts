import fc from 'fast-check';
import { expect, test } from 'vitest';
import { play } from '../../../entrypoints/options/try/play.ts';
import { outcomeOf } from '../../../entrypoints/options/try/step-text.ts';
import type { InstanceAt, Timeline } from '../../../entrypoints/options/try/timeline.ts';
import '../../../entrypoints/ui/i18n/options-texts.ts';
import { machinesOf, READ_BEFORE_WRITE } from '../../support/session.ts';

const machines = machinesOf(READ_BEFORE_WRITE);
const never = { signal: new AbortController().signal, progress: () => undefined };

async function played(text: string): Promise<Timeline> {
  const timeline = await play(text, machines, never);
  if (timeline === null) throw new Error('It was called off.');
  return timeline;
}

const call = (id: string, tool: string, path: string): string =>
  JSON.stringify({ type: 'call', id, tool, args: { file_path: path } });
const result = (id: string): string => JSON.stringify({ type: 'result', id, status: 'success', content: 'ok' });
const states = (instances: readonly InstanceAt[]): readonly string[] =>
  instances.map(({ key, state }) => `${key} ${state}`).sort();

const READ = [call('c1', 'Read', '/a'), result('c1')];

test('a step shows the state after it', async () => {
  const timeline = await played([...READ, call('c2', 'Write', '/a'), result('c2')].join('\n'));
  expect([1, 3].map((at) => states(timeline.instancesAt(at)))).toEqual([['/a read'], ['/a written']]);
});

test('before the first step there is nothing', async () => {
  expect((await played(READ.join('\n'))).instancesAt(-1)).toEqual([]);
});

test('what moved is told at the step that moved it', async () => {
  const { steps } = await played(READ.join('\n'));
  expect(steps.map(({ moves }) => moves.map(({ from, to }) => `${from} ${to}`))).toEqual([[], ['unread read']]);
});

test('a line that cannot be used is an error at its place, and the rest goes on', async () => {
  const { steps } = await played(['{"type":"cal"}', '', ...READ].join('\n'));
  expect(steps.map(({ line, said }) => [line, said[0]?.type])).toEqual([
    [1, 'error'],
    [3, 'verdict'],
    [4, 'advance'],
  ]);
});

test('a denied call is where the next stop is', async () => {
  const timeline = await played([...READ, call('c2', 'Write', '/b'), call('c3', 'Read', '/b')].join('\n'));
  expect([timeline.trouble(0, 1), timeline.trouble(2, 1), timeline.trouble(3, -1)]).toEqual([2, null, 2]);
  expect(timeline.steps.map((step) => outcomeOf(step)?.kind)).toEqual(['good', 'good', 'bad', 'good']);
});

test('a call that is never answered is told at the end', async () => {
  const { steps } = await played([call('c1', 'Read', '/a'), call('c2', 'Write', '/a')].join('\n'));
  expect(steps.at(-1)).toMatchObject({ step: 'end', said: [{ type: 'error', line: 2 }] });
});

test('a play that is called off gives nothing', async () => {
  const stop = new AbortController();
  const lines = Array.from({ length: 5_000 }, (_, n) => call(`c${n}`, 'Read', `/${n}`)).join('\n');
  const end = play(lines, machines, { signal: stop.signal, progress: () => stop.abort() });
  expect(await end).toBeNull();
});

test('the state at a step is that of its prefix, whatever comes after it and wherever one has looked before', async () => {
  const path = fc.constantFrom('/a', '/b');
  const step = fc.tuple(fc.constantFrom('Read', 'Write'), path);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.nat(), async (calls, seed) => {
      const lines = calls.flatMap(([tool, file], n) => [call(`c${n}`, tool, file), result(`c${n}`)]);
      const timeline = await played(lines.join('\n'));
      const at = seed % lines.length;
      timeline.instancesAt(lines.length - 1);
      const prefix = await played(lines.slice(0, at + 1).join('\n'));
      expect(states(timeline.instancesAt(at))).toEqual(states(prefix.instancesAt(at)));
    }),
    { numRuns: 30 },
  );
});

test('steps beyond the first whole state are found as well', async () => {
  const lines = Array.from({ length: 1_500 }, (_, n) => [call(`c${n}`, 'Read', `/${n}`), result(`c${n}`)]).flat();
  const timeline = await played(lines.join('\n'));
  expect([1_999, 2_001, 2_999].map((at) => timeline.instancesAt(at).length)).toEqual([1_000, 1_001, 1_500]);
});
