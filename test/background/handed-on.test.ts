/** Running calls of a page that is loaded anew: those its conversation has put down as out are its own again. */
import { expect, test } from 'vitest';
import type { Sender } from '../../entrypoints/background/ports.ts';
import { quiet, reply, settingsWith, type TestPort, type World, world } from './support.ts';

const thread = { protocol: 'openai-chat', id: 'c1' };
const open = { type: 'gate', call: 'load:m1', tool: 'read_text_file', args: { path: '/a.txt' }, thread };
const shown = { id: 'call_0', tool: 'read_text_file', args: 'm' };
const turn = {
  at: 1,
  before: 'm',
  behind: 'm',
  calls: [{ call: 'load:m1', shown, args: 'm' }],
  splice: null,
  id: null,
};

async function hello(w: World, sender: Partial<Sender> = {}): Promise<TestPort> {
  const page = w.page(sender);
  page.say({ type: 'hello' });
  await reply(page);
  return page;
}

/** A page whose call runs; `turns` is what its conversation has put down of it. */
async function running(turns: unknown, w = world()): Promise<{ w: World; page: TestPort }> {
  const page = await hello(w);
  page.say(open);
  expect(await reply(page)).toMatchObject({ verdict: 'allow' });
  page.say({ type: 'keep', name: 'turns', value: turns, thread });
  return { w, page };
}

/** How the call ended, or that it has not. */
async function end(w: World): Promise<string> {
  await quiet();
  w.timers.elapse();
  await quiet();
  const ends = (await Array.fromAsync(w.store.journal())).flatMap(({ happening }) =>
    happening.type === 'settled' ? [happening.outcome] : [],
  );
  return ends.at(-1) ?? 'none';
}

const settle = (page: TestPort): void =>
  page.say({ type: 'settle', call: 'load:m1', status: 'success', content: 'text', thread });

test('the next load of the page comes with the result', async () => {
  const { w, page } = await running([turn]);
  page.end();
  const next = await hello(w, { documentId: 'doc-2' });
  expect(await end(w)).toBe('none');
  settle(next);
  await reply(next);
  expect(await end(w)).toBe('settled');
});

test('so does the load after the next, and one that a new worker hears', async () => {
  const { w, page } = await running([turn]);
  page.end();
  const next = await hello(w, { documentId: 'doc-2' });
  await quiet();
  next.end();
  await hello(w, { documentId: 'doc-3' });
  expect(await end(w)).toBe('none');
  const after = w.restarted();
  (await after.calls).inherit(await after.service.unfinished());
  const last = await hello(after, { documentId: 'doc-4' });
  expect(await end(after)).toBe('none');
  settle(last);
  await reply(last);
  expect(await end(after)).toBe('settled');
});

test('when that one is gone as well, the call ends', async () => {
  const { w, page } = await running([turn]);
  page.end();
  const next = await hello(w, { documentId: 'doc-2' });
  await quiet();
  next.end();
  expect(await end(w)).toBe('abandoned');
});

test.each<[string, unknown, Partial<Sender>]>([
  ['that was not put down as out', [], {}],
  ['of which the record is damaged', [{ ...turn, at: 'one' }], {}],
  ['whose tab went on to another origin', [turn], { url: 'http://localhost:9999/app' }],
])('a call %s ends with its page', async (_, turns, sender) => {
  const { w, page } = await running(turns);
  page.end();
  await hello(w, { documentId: 'doc-2', ...sender });
  expect(await end(w)).toBe('abandoned');
});

test('where all calls of a tab are one thread, a call ends with its page', async () => {
  const settings = settingsWith('machines: []');
  const sites = settings.sites.map((site) => ({ ...site, thread: { identity: 'tab' as const, capture: null } }));
  const { w, page } = await running([turn], world({ settings: { ...settings, sites } }));
  page.end();
  await hello(w, { documentId: 'doc-2' });
  expect(await end(w)).toBe('abandoned');
});

test('the result settles the call where it was gated, though by then the tab is the thread of all calls', async () => {
  const { w, page } = await running([turn]);
  page.end();
  const next = await hello(w, { documentId: 'doc-2' });
  await quiet();
  await w.settings.update((settings) => ({
    ...settings,
    sites: settings.sites.map((site) => ({ ...site, thread: { identity: 'tab', capture: null } })),
  }));
  await w.service.reload();
  settle(next);
  await reply(next);
  expect(await end(w)).toBe('settled');
});
