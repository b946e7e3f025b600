/** A site is switched off while calls of its pages wait: they end, visibly, and none is let through by it. */
import { expect, test } from 'vitest';
import type { PageReply } from '../../entrypoints/background/page-messages.ts';
import type { Settings } from '../../entrypoints/background/settings.ts';
import { OFF_REASON } from '../../entrypoints/background/switched-off.ts';
import { ASKING, gate, quiet, reply, settingsWith, type TestPort, type World, world } from './support.ts';

const ON = settingsWith(ASKING);
const OFF: Settings = { ...ON, sites: ON.sites.map((site) => ({ ...site, mode: 'off' })) };
const REMOVED: Settings = { ...ON, sites: [] };
const asking = gate('c1', 'delete_file', 'a.txt');
const refused = { type: 'verdict', call: 'c1', verdict: 'deny' };

async function held(): Promise<{ w: World; page: TestPort; ticket: string }> {
  const w = world({ settings: ON });
  const page = w.page();
  page.say({ type: 'hello' });
  await reply(page);
  page.say(asking);
  expect(await reply(page)).toMatchObject({ verdict: 'ask' });
  return { w, page, ticket: (await w.service.waiting())[0]?.id ?? '' };
}

async function put(w: World, settings: Settings): Promise<void> {
  await w.local.set({ settings });
  await w.service.reload();
}

async function asks(w: World, message: unknown = asking): Promise<PageReply> {
  const page = w.page();
  page.say({ type: 'hello' });
  await reply(page);
  page.say(message);
  return reply(page);
}

test.each([
  ['switched off', OFF],
  ['removed', REMOVED],
])('a call that waits when its site is %s is refused, also when the page asks about it again', async (_, settings) => {
  const { w, page } = await held();
  await put(w, settings);
  expect(await reply(page)).toMatchObject({ type: 'policy', mode: 'off' });
  expect(await reply(page)).toMatchObject(refused);
  page.end();
  expect(await asks(w)).toMatchObject(refused);
  expect(await asks(w.restarted())).toMatchObject(refused);
});

test('a call whose site was switched off while nobody was at work is refused', async () => {
  const { w } = await held();
  await w.local.set({ settings: OFF });
  expect(await asks(w.restarted())).toMatchObject(refused);
});

test('a call that was given up for want of its page is refused, though the site is off now', async () => {
  const { w, page } = await held();
  page.end();
  await quiet();
  w.timers.elapse();
  await quiet();
  await put(w, OFF);
  expect(await asks(w)).toMatchObject(refused);
});

test('switching a site off ends what waits there at once, with the reason, whether or not its page is connected', async () => {
  const { w, page, ticket } = await held();
  page.end();
  await put(w, OFF);
  expect(await w.service.ticket(ticket)).toMatchObject({ status: 'abandoned', note: OFF_REASON });
});

test('a worker that starts after a site was switched off ends what waits there', async () => {
  const { w, ticket } = await held();
  await w.local.set({ settings: OFF });
  const after = w.restarted();
  await after.service.endSwitchedOff();
  expect(await after.service.ticket(ticket)).toMatchObject({ status: 'abandoned', note: OFF_REASON });
});

test('what waits on a site that is still on waits on', async () => {
  const { w, ticket } = await held();
  await put(w, { ...ON, sites: ON.sites.map((s) => (s.match.includes('127.0.0.1') ? { ...s, mode: 'off' } : s)) });
  expect((await w.service.ticket(ticket))?.status).toBe('pending');
});

test('a call that is made after its site was switched off is not guarded', async () => {
  const { w } = await held();
  await put(w, OFF);
  expect(await asks(w, gate('c2', 'delete_file', 'a.txt'))).toEqual({ type: 'verdict', call: 'c2', verdict: 'allow' });
});

test('a call that runs when its site is switched off may end', async () => {
  const w = world({ settings: ON });
  expect(await asks(w, gate('c1', 'read_file', 'a.txt'))).toMatchObject({ verdict: 'allow' });
  await put(w, OFF);
  const { thread } = asking as { thread: unknown };
  expect(await asks(w, { type: 'settle', call: 'c1', status: 'success', content: '', thread })).toMatchObject({
    type: 'settled',
  });
  expect(await w.service.unfinished()).toEqual([]);
});
