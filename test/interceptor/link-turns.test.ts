/** What the link carries besides calls and results: turns, steps, notes, and what is kept with a conversation. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConversationPolicy, PageRequest } from '../../entrypoints/background/page-messages.ts';
import { createLink, type Link } from '../../entrypoints/interceptor.content/link.ts';
import { captureNatives } from '../../entrypoints/interceptor.content/natives.ts';
import { FakeBackground } from './fake-background.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const thread = { protocol: 'openai-chat', id: 'c1' };
const asked = { call: 'load:call', tool: 'write_file', args: { path: 'a' }, thread };

interface Bench {
  readonly link: Link;
  readonly background: FakeBackground;
  readonly policies: [string, ConversationPolicy][];
}

function bench({ bridge = true }: { readonly bridge?: boolean } = {}): Bench {
  const policies: Bench['policies'] = [];
  const { link, ...ends } = createLink({
    natives: captureNatives(globalThis),
    load: 'load',
    onPolicy: (...policy) => policies.push(policy),
  });
  return { link, background: new FakeBackground(ends, bridge), policies };
}

const types = (heard: readonly PageRequest[]): string[] => heard.map(({ type }) => type);

test('a turn may end when the background says so', async () => {
  const { link, background } = bench();
  background.runEnds = ['complete'];
  expect(await link.endRun(thread)).toEqual({ decision: 'complete' });
  expect(background.of('end_run')).toMatchObject([{ thread }]);
});

test('a turn goes on with what the background tells the model', async () => {
  const { link, background } = bench();
  background.runEnds = [{ continue: 'Write b.' }];
  expect(await link.endRun(thread)).toEqual({ decision: 'continue', message: 'Write b.' });
});

test('each end of a turn has a name of its own that begins with that of the page load', async () => {
  const { link, background } = bench();
  background.runEnds = ['complete', { continue: 'More.' }];
  const ends = [link.endRun(thread), link.endRun(thread)];
  expect((await Promise.all(ends)).map(({ decision }) => decision)).toEqual(['complete', 'continue']);
  const names = background.of('end_run').map(({ end }) => end);
  expect(new Set(names).size).toBe(2);
  expect(names.every((name) => name.startsWith('load:'))).toBe(true);
});

test('a turn is complete when the background does not answer for half a minute', async () => {
  const { link, background } = bench();
  background.runEnds = ['silent'];
  const end = link.endRun(thread);
  await pass(35_000);
  expect(await end).toEqual({ decision: 'complete' });
});

test('a turn is complete at once when the extension is gone', async () => {
  const { link, background } = bench();
  background.runEnds = ['silent'];
  const end = link.endRun(thread);
  background.notice('dead');
  expect(await end).toEqual({ decision: 'complete' });
});

test('a turn that was given up is not ended later', async () => {
  const { link, background } = bench();
  await pass(1);
  background.notice('down');
  const end = link.endRun(thread);
  await pass(35_000);
  expect(await end).toEqual({ decision: 'complete' });
  background.notice('up');
  await pass(1);
  expect(background.of('end_run')).toEqual([]);
});

test('the end of a turn is asked about again, by the same name, after a lost connection', async () => {
  const { link, background } = bench();
  background.runEnds = ['silent', { continue: 'More.' }];
  const end = link.endRun(thread);
  await background.until('end_run');
  background.notice('down');
  background.notice('up');
  expect(await end).toEqual({ decision: 'continue', message: 'More.' });
  const [first, second] = background.of('end_run');
  expect(second).toEqual(first);
});

test('what is kept comes back with the conversation that has come as far', async () => {
  const { link, background } = bench();
  link.reached('openai-chat', 'c1', 'mark 1');
  link.reached('openai-chat', 'c1', 'mark 2');
  link.keep('splice', { at: 1 }, thread);
  link.keep('gone', 'soon', thread);
  link.keep('gone', null, thread);
  expect(await link.recall('openai-chat', ['mark 9', 'mark 2'])).toEqual({ id: 'c1', kept: [['splice', { at: 1 }]] });
  expect(await link.recall('anthropic', ['mark 2'])).toBe(null);
  expect(background.of('recall').map(({ ends }) => ends)).toEqual([['mark 9', 'mark 2'], ['mark 2']]);
});

test('nothing is recalled when the background does not answer for half a minute', async () => {
  const { link, background } = bench();
  background.recalls = false;
  const recalled = link.recall('openai-chat', ['mark']);
  await pass(35_000);
  expect(await recalled).toBe(null);
});

test('nothing is recalled without a bridge', async () => {
  const { link } = bench({ bridge: false });
  const recalled = link.recall('openai-chat', ['mark']);
  await pass(5_000);
  expect(await recalled).toBe(null);
});

test('steps and notes reach the background as they are', async () => {
  const { link, background } = bench();
  const note = { kind: 'spliced', calls: ['load:call'], text: 'One call was put back.' } as const;
  link.step(thread);
  link.note(note, thread);
  await background.until('note');
  expect(background.heard).toEqual([
    { type: 'step', thread },
    { type: 'note', note, thread },
  ]);
});

test('messages arrive in the order in which they were made, also when some were made without a connection', async () => {
  const { link, background } = bench();
  await pass(1);
  background.notice('down');
  await pass(1);
  link.run(thread);
  link.keep('a', 1, thread);
  const first = link.gate(asked);
  link.step(thread);
  link.reached('openai-chat', 'c1', 'mark');
  link.note({ kind: 'moved', calls: [], text: 'A splice was moved.' }, thread);
  const end = link.endRun(thread);
  background.notice('up');
  await Promise.all([first, end]);
  link.step(thread);
  await background.until('step', 2);
  expect(types(background.heard)).toEqual(['run', 'keep', 'gate', 'step', 'reached', 'note', 'end_run', 'step']);
});

test('what needs no answer is said once, although the connection is lost again', async () => {
  const { link, background } = bench({ bridge: true });
  await pass(1);
  background.notice('down');
  await pass(1);
  link.step(thread);
  link.keep('a', 1, thread);
  for (const state of ['up', 'down', 'up'] as const) {
    background.notice(state);
    await pass(1);
  }
  expect(types(background.heard)).toEqual(['step', 'keep']);
});

test('a call that stands in line says so, and is decided later', async () => {
  const { link, background } = bench();
  background.decide = () => 'queued';
  const onQueued = vi.fn();
  const decision = link.gate(asked, onQueued);
  await background.until('gate');
  await pass(1);
  expect(onQueued).toHaveBeenCalledTimes(1);
  background.reply({ type: 'queued', call: asked.call });
  background.resolve(true);
  expect(await decision).toEqual({ verdict: 'allow' });
  expect(onQueued).toHaveBeenCalledTimes(1);
});

test('a call that stands in line says so again after a lost connection', async () => {
  const { link, background } = bench();
  background.decide = () => 'queued';
  const onQueued = vi.fn();
  link.gate(asked, onQueued);
  await background.until('gate');
  background.notice('down');
  background.notice('up');
  await background.until('gate', 2);
  await pass(1);
  expect(onQueued).toHaveBeenCalledTimes(2);
});

test('whether a call stands in line is asked only where somebody wants to know', async () => {
  const { link, background } = bench();
  await link.gate(asked);
  await link.gate({ ...asked, call: 'load:other' }, () => undefined);
  expect(background.of('gate').map(({ tellQueued }) => tellQueued)).toEqual([undefined, true]);
});

test('a call that is withdrawn while it stands in line is denied', async () => {
  const { link, background } = bench();
  background.decide = () => 'queued';
  const decision = link.gate(asked, () => undefined);
  link.withdraw(asked.call, 'The page gave it up.', thread);
  expect(await decision).toEqual({ verdict: 'deny', reason: 'The page gave it up. The call was not run.' });
});

test('how conversations are told apart comes with the policy', async () => {
  const { background, policies } = bench();
  const conversations = { id: { from: 'url', pattern: '/c/(\\w+)' } } as const;
  await pass(1);
  background.conversations = conversations;
  background.notice('up');
  await pass(1);
  expect(policies).toEqual([
    ['enforce', { id: null }],
    ['enforce', conversations],
  ]);
});

test('what is given out has no prototype that the page could add to', async () => {
  const { link, background } = bench();
  background.runEnds = [{ continue: 'More.' }];
  link.reached('openai-chat', 'c1', 'mark');
  const given = [await link.endRun(thread), await link.recall('openai-chat', ['mark'])];
  expect(given.map((one) => Object.getPrototypeOf(one))).toEqual([null, null]);
});
