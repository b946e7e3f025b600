/** Messages that cannot be carried: the one call fails, with the reason, and everything else goes on. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BridgeNotice, PageReply } from '../../entrypoints/background/page-messages.ts';
import { createLink, type Link } from '../../entrypoints/interceptor.content/link.ts';
import { captureNatives } from '../../entrypoints/interceptor.content/natives.ts';
import { FakeBackground } from './fake-background.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const thread = { protocol: 'mcp', id: 's1' };
const asked = { call: 'load:1', tool: 'write_file', args: { path: 'a' }, thread };
const done = { status: 'success', content: 'x' } as const;
const unsent = (of: 'gate' | 'settle' | 'end_run' | 'recall', name: string): BridgeNotice => ({
  type: 'unsent',
  of,
  name,
  reason: 'It is too large.',
});

function bench(): { link: Link; background: FakeBackground; receive: (message: PageReply | BridgeNotice) => void } {
  const { link, ...ends } = createLink({
    natives: captureNatives(globalThis),
    load: 'load',
    onPolicy: () => undefined,
  });
  return { link, background: new FakeBackground(ends), receive: ends.receive };
}

test('a call that cannot be carried is denied with the reason', async () => {
  const { link, background, receive } = bench();
  background.decide = () => 'silent';
  const decision = link.gate(asked);
  receive(unsent('gate', asked.call));
  expect(await decision).toEqual({ verdict: 'deny', reason: 'It is too large. The call was not run.' });
});

test('a call that cannot be carried is not sent again when the connection comes back', async () => {
  const { link, background, receive } = bench();
  background.decide = () => 'silent';
  const decision = link.gate(asked);
  await background.until('gate');
  receive(unsent('gate', asked.call));
  await decision;
  background.notice('down');
  background.notice('up');
  await link.endRun(thread);
  expect(background.of('gate')).toHaveLength(1);
});

test('a result that cannot be carried is told as not recorded, and its call ends', async () => {
  const { link, background, receive } = bench();
  background.settles = false;
  const recorded = link.settle(asked.call, done, thread);
  receive(unsent('settle', asked.call));
  expect(await recorded).toMatchObject({ unrecorded: 'It is too large.' });
  await background.until('withdraw');
  expect(background.of('withdraw')).toMatchObject([{ call: asked.call, thread }]);
});

test('a result that the background refuses ends its call, too', async () => {
  const { link, background } = bench();
  background.settles = false;
  const recorded = link.settle(asked.call, done, thread);
  background.reply({ type: 'unrecorded', call: asked.call, reason: 'Interlock cannot read this.' });
  expect(await recorded).toMatchObject({ unrecorded: 'Interlock cannot read this.' });
  await background.until('withdraw');
  expect(background.of('withdraw')).toMatchObject([{ call: asked.call, thread }]);
});

test('a verdict that comes once more says nothing about the result', async () => {
  const { link, background } = bench();
  background.settles = false;
  const recorded = link.settle(asked.call, done, thread);
  background.reply({ type: 'verdict', call: asked.call, verdict: 'allow' });
  background.reply({ type: 'verdict', call: asked.call, verdict: 'deny', reason: 'Not now.' });
  background.reply({ type: 'settled', call: asked.call, reminders: [] });
  expect(await recorded).toMatchObject({ unrecorded: null });
  expect(background.of('withdraw')).toEqual([]);
});

test('a turn whose end cannot be carried is complete, and a recall finds nothing', async () => {
  const { link, background, receive } = bench();
  background.runEnds = ['silent'];
  background.recalls = false;
  const end = link.endRun(thread);
  const recall = link.recall('openai-chat', ['m']);
  receive(unsent('end_run', 'load:1'));
  receive(unsent('recall', 'load:2'));
  expect([await end, await recall]).toEqual([{ decision: 'complete' }, null]);
});

test('a value that cannot be cloned fails its own call, and what comes after it is sent', async () => {
  const { link, background } = bench();
  const odd = { path: () => 'a' } as unknown as typeof asked.args;
  const [first, second] = await Promise.all([
    link.gate({ ...asked, args: odd }),
    link.gate({ ...asked, call: 'load:2' }),
  ]);
  expect(first).toMatchObject({ verdict: 'deny', reason: expect.stringContaining('The call was not run.') });
  expect(second).toEqual({ verdict: 'allow' });
  expect(background.of('gate').map(({ call }) => call)).toEqual(['load:2']);
});

test('what cannot be cloned does not hold up what was asked before there was a bridge', async () => {
  const { link, ...ends } = createLink({
    natives: captureNatives(globalThis),
    load: 'load',
    onPolicy: () => undefined,
  });
  const odd = { path: () => 'a' } as unknown as typeof asked.args;
  const both = Promise.all([link.gate({ ...asked, args: odd }), link.gate({ ...asked, call: 'load:2' })]);
  new FakeBackground(ends);
  expect((await both).map(({ verdict }) => verdict)).toEqual(['deny', 'allow']);
});
