/** Session storage fails: no call waits of which nobody would know later, and the person is told. */
import { expect, test } from 'vitest';
import { SessionMemory } from '../../entrypoints/background/session-memory.ts';
import type { Settings } from '../../entrypoints/background/settings.ts';
import { ASKING, gate, MemoryArea, quiet, reply, settingsWith, type TestPort, type World, world } from './support.ts';

/** Storage that is full, until the test says otherwise. */
class FullArea extends MemoryArea {
  full = false;

  override async set(items: Record<string, unknown>): Promise<void> {
    if (this.full) throw new Error('QUOTA_BYTES quota exceeded');
    await super.set(items);
  }
}

const ON = settingsWith(ASKING);
const OFF: Settings = { ...ON, sites: ON.sites.map((site) => ({ ...site, mode: 'off' })) };
const asking = gate('c1', 'delete_file', 'a.txt');
const refusal = { type: 'verdict', call: 'c1', verdict: 'deny', reason: expect.stringContaining('quota exceeded') };

/** A page that has made a call before. */
async function bench(): Promise<{ w: World; session: FullArea; page: TestPort }> {
  const session = new FullArea();
  const w = world({ settings: ON, session });
  const page = await connected(w);
  page.say(gate('c0', 'read_file', 'a.txt'));
  await reply(page);
  await quiet();
  return { w, session, page };
}

async function connected(w: World): Promise<TestPort> {
  const page = w.page();
  page.say({ type: 'hello' });
  await reply(page);
  await quiet();
  return page;
}

test('a call that would wait is refused, with the reason, and nothing waits for a person', async () => {
  const { w, session, page } = await bench();
  session.full = true;
  page.say(asking);
  expect(await reply(page)).toMatchObject(refusal);
  await quiet();
  expect(await w.service.waiting()).toEqual([]);
});

test('the refusal stays when the worker was killed', async () => {
  const { w, session, page } = await bench();
  session.full = true;
  page.say(asking);
  await reply(page);
  await quiet();
  const again = await connected(w.restarted());
  again.say(asking);
  expect(await reply(again)).toMatchObject({ type: 'verdict', verdict: 'deny' });
});

test('no call that waits is let through when its site is switched off and the worker is killed', async () => {
  const { w, session, page } = await bench();
  session.full = true;
  page.say(asking);
  const told = await reply(page);
  await w.local.set({ settings: OFF });
  session.full = false;
  const later = await connected(w.restarted());
  later.say(asking);
  const then = await reply(later);
  expect([told, then]).not.toMatchObject([{ verdict: 'ask' }, { verdict: 'allow' }]);
});

test('a call that need not wait is let through all the same', async () => {
  const { session, page } = await bench();
  session.full = true;
  page.say(gate('c2', 'read_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ call: 'c2', verdict: 'allow' });
});

test('the person is told while it lasts, and not longer', async () => {
  const { w, session, page } = await bench();
  session.full = true;
  page.say(asking);
  await reply(page);
  expect(w.service.problems.list()).toMatchObject([{ code: 'store', message: expect.stringContaining('quota') }]);
  session.full = false;
  page.say({ ...asking, call: 'c2' });
  expect(await reply(page)).toMatchObject({ call: 'c2', verdict: 'ask' });
  expect(w.service.problems.list()).toEqual([]);
});

test('while the record cannot even be begun, every call is refused and the person is told', async () => {
  const session = new FullArea();
  session.full = true;
  const w = world({ settings: ON, session });
  w.calls.catch(() => undefined);
  const page = w.page();
  page.say(gate('c2', 'read_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ call: 'c2', verdict: 'deny' });
  expect(w.service.problems.list()).toMatchObject([{ remedy: expect.stringContaining('Every tool call is refused') }]);
});

test('what could not be stored is stored with the next attempt', async () => {
  const session = new FullArea();
  const memory = await SessionMemory.load(session);
  session.full = true;
  memory.hold({ thread: 't', call: 'c' }, 'doc');
  await expect(memory.stored()).rejects.toThrow('quota');
  session.full = false;
  await memory.stored();
  expect((await SessionMemory.load(session)).documentOf({ thread: 't', call: 'c' })).toBe('doc');
});
