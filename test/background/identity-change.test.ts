/** What tells the threads of a site apart is changed while a call is under way: the call stays in the thread it was gated in. */
import { expect, test } from 'vitest';
import { decide } from '../../entrypoints/background/approvals.ts';
import type { Settings } from '../../entrypoints/background/settings.ts';
import { ASKING, gate, HINT, reply, settingsWith, type TestPort, type World, world } from './support.ts';

const BEFORE = settingsWith(ASKING);
const identity = (of: 'origin' | 'tab'): Settings => ({
  ...BEFORE,
  sites: BEFORE.sites.map((site) => ({ ...site, thread: { ...site.thread, identity: of } })),
});
const settle = { type: 'settle', call: 'c1', status: 'success', content: 'done', thread: HINT };

async function put(w: World, settings: Settings): Promise<void> {
  await w.local.set({ settings });
  await w.service.reload();
}

/** A call that runs, or waits. */
async function underWay(tool: string): Promise<{ w: World; page: TestPort; thread: string }> {
  const w = world({ settings: BEFORE });
  const page = w.page();
  page.say(gate('c1', tool, 'a.txt'));
  await reply(page);
  return { w, page, thread: (await w.service.unfinished())[0]?.thread ?? '' };
}

const moved = async (w: World): Promise<unknown[]> =>
  (await Array.fromAsync(w.store.journal())).flatMap(({ thread, happening }) =>
    happening.type === 'settled' && happening.outcome === 'settled'
      ? happening.transitions.map(({ key, to }) => [thread, key, to])
      : [],
  );

test.each(['origin', 'tab'] as const)(
  'a result moves the thread its call was gated in, now that it is the %s',
  async (of) => {
    const { w, page, thread } = await underWay('never');
    await put(w, identity(of));
    page.say(settle);
    expect(await reply(page)).toMatchObject({ type: 'settled', call: 'c1' });
    expect(await moved(w)).toEqual([[thread, 'a.txt', 'approved']]);
    expect(await w.service.unfinished()).toEqual([]);
  },
);

test('a result that comes after the worker was killed does so, too', async () => {
  const { w, thread } = await underWay('never');
  await w.local.set({ settings: identity('origin') });
  const after = w.restarted();
  const page = after.page();
  page.say(settle);
  await reply(page);
  expect(await moved(after)).toEqual([[thread, 'a.txt', 'approved']]);
});

test('a call that is given up is given up in its own thread', async () => {
  const { w, page } = await underWay('never');
  await put(w, identity('origin'));
  page.say({ type: 'withdraw', call: 'c1', why: 'cancelled', thread: HINT });
  await reply(page);
  expect(await w.service.unfinished()).toEqual([]);
});

test('a waiting call that is asked about again is the one that waits', async () => {
  const { w, thread } = await underWay('delete_file');
  await w.local.set({ settings: identity('origin') });
  const after = w.restarted();
  const page = after.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ verdict: 'ask' });
  const waiting = await after.service.waiting();
  expect(waiting.map((call) => call.thread)).toEqual([thread]);
  await decide(after.service, { ticket: waiting[0]?.id ?? '', approve: true, again: false });
  expect(await reply(page)).toMatchObject({ verdict: 'allow' });
});

test('a call of the same id in another tab is another call', async () => {
  const { w, thread } = await underWay('never');
  await put(w, identity('tab'));
  const other = w.page({ tab: { id: 8 }, documentId: 'doc-8' });
  other.say(gate('c1', 'never', 'a.txt'));
  await reply(other);
  const threads = (await w.service.unfinished()).map((call) => call.thread);
  expect(threads).toHaveLength(2);
  expect(threads).toContain(thread);
});
