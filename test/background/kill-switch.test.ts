import { expect, test } from 'vitest';
import { decide } from '../../entrypoints/background/approvals.ts';
import { STOPPED_REASON } from '../../entrypoints/background/kill-switch.ts';
import { defaultSettings } from '../../entrypoints/background/settings.ts';
import { liftStop, stopAll } from '../../entrypoints/background/stop.ts';
import { ASKING, gate, HINT, MemoryArea, quiet, reply, settingsWith, type World, world } from './support.ts';

const stop = (w: World): Promise<void> => stopAll(w.service, w.killSwitch, 'popup');
const lift = (w: World): Promise<void> => liftStop(w.service, w.killSwitch);

test('refuses every call while it is on, and says why', async () => {
  const w = world();
  const page = w.page();
  await stop(w);
  page.say(gate('c1', 'read_file', 'a.txt'));
  expect(await reply(page)).toEqual({ type: 'verdict', call: 'c1', verdict: 'deny', reason: STOPPED_REASON });
});

test('refuses on sites that only observe, and on those that are off', async () => {
  const off = defaultSettings().sites.map((site) => ({ ...site, mode: 'off' as const }));
  const observing = defaultSettings().sites.map((site) => ({ ...site, mode: 'observe' as const }));
  for (const sites of [off, observing]) {
    const w = world({ settings: { ...defaultSettings(), sites } });
    await stop(w);
    const page = w.page();
    page.say({ type: 'hello' });
    expect(await reply(page)).toMatchObject({ type: 'policy', mode: 'enforce' });
    page.say(gate('c1', 'read_file', 'a.txt'));
    expect(await reply(page)).toMatchObject({ verdict: 'deny', reason: STOPPED_REASON });
  }
});

test('pages that are connected hear of it at once, and of its end', async () => {
  const sites = defaultSettings().sites.map((site) => ({ ...site, mode: 'off' as const }));
  const w = world({ settings: { ...defaultSettings(), sites } });
  const page = w.page();
  page.say({ type: 'hello' });
  expect(await reply(page)).toMatchObject({ mode: 'off' });
  await stop(w);
  expect(await reply(page)).toMatchObject({ type: 'policy', mode: 'enforce' });
  await lift(w);
  expect(await reply(page)).toMatchObject({ type: 'policy', mode: 'off' });
});

test('denies what waits, and the model reads why', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ verdict: 'ask' });
  await stop(w);
  expect(await reply(page)).toMatchObject({ verdict: 'deny', reason: expect.stringContaining(STOPPED_REASON) });
  expect(await w.service.waiting()).toEqual([]);
  const resolved = (await Array.fromAsync(w.store.journal())).find(({ happening }) => happening.type === 'resolved');
  expect(resolved?.happening).toMatchObject({ outcome: 'rejected', note: STOPPED_REASON });
});

test('a call that stands in line behind a running one is refused, not run', async () => {
  const w = world({ settings: settingsWith(ASKING.replace('from: approved', 'from: [there, gone]')) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ call: 'c1', verdict: 'allow' });
  page.say(gate('c2', 'delete_file', 'a.txt'));
  await quiet();
  await stop(w);
  expect(await reply(page)).toMatchObject({ call: 'c2', verdict: 'deny', reason: STOPPED_REASON });
});

test('a refusal by it is in the journal, with its call and its reason', async () => {
  const w = world();
  await stop(w);
  const page = w.page();
  page.say(gate('c1', 'read_file', 'a.txt'));
  await reply(page);
  const [entry] = await Array.fromAsync(w.store.journal());
  expect(entry?.happening).toMatchObject({
    type: 'gated',
    call: { tool: 'read_file' },
    verdict: 'deny',
    violations: [{ reason: STOPPED_REASON }],
  });
});

test('is still on when worker and browser were started again', async () => {
  const w = world();
  await stop(w);
  const after = world({ local: w.local, session: new MemoryArea(), store: w.store });
  const page = after.page();
  page.say(gate('c1', 'read_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ verdict: 'deny', reason: STOPPED_REASON });
});

test('calls are decided on again after it was lifted, in this worker and in the next', async () => {
  const w = world();
  await stop(w);
  await lift(w);
  for (const [call, of] of [['c1', w] as const, ['c2', w.restarted()] as const]) {
    const page = of.page();
    page.say(gate(call, 'read_file', `${call}.txt`));
    expect(await reply(page)).toMatchObject({ verdict: 'allow' });
  }
});

test.each([{ stop: 'maybe' }, { stop: { at: 1, by: 'nobody' } }, {}, 'off', null, { stop: null, more: 1 }])(
  'is on when its stored state cannot be understood: %j',
  async (value) => {
    const local = new MemoryArea();
    local.items.set('killSwitch', value);
    const w = world({ local });
    expect(await w.service.stopped()).toMatchObject({ by: 'unreadable' });
    const page = w.page();
    page.say(gate('c1', 'read_file', 'a.txt'));
    expect(await reply(page)).toMatchObject({ verdict: 'deny', reason: STOPPED_REASON });
  },
);

class BrokenArea extends MemoryArea {
  readable = true;
  writable = true;

  override async get(key: string): Promise<Record<string, unknown>> {
    if (!this.readable && key === 'killSwitch') throw new Error('The disk is gone.');
    return super.get(key);
  }

  override async set(items: Record<string, unknown>): Promise<void> {
    if (!this.writable) throw new Error('The disk is full.');
    return super.set(items);
  }
}

test('is on when its storage cannot be read, and can be lifted once it can be written', async () => {
  const local = new BrokenArea();
  local.readable = false;
  const w = world({ local });
  expect(await w.service.stopped()).toMatchObject({ by: 'unreadable' });
  await lift(w);
  expect(await w.service.stopped()).toBeNull();
});

test('holds when it could not be stored, and says so', async () => {
  const local = new BrokenArea();
  local.writable = false;
  const w = world({ local });
  await expect(stop(w)).rejects.toThrow('The disk is full.');
  expect(w.service.problems.list()).toMatchObject([{ message: expect.stringContaining('could not be stored') }]);
  const page = w.page();
  page.say(gate('c1', 'read_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ verdict: 'deny', reason: STOPPED_REASON });
});

test('stays on when lifting could not be stored', async () => {
  const local = new BrokenArea();
  const w = world({ local });
  await stop(w);
  local.writable = false;
  await expect(lift(w)).rejects.toThrow('The disk is full.');
  expect(await w.service.stopped()).not.toBeNull();
});

test('throwing it twice keeps when and by whom it was thrown first', async () => {
  const w = world();
  await stopAll(w.service, w.killSwitch, 'shortcut');
  w.now += 1_000;
  await stop(w);
  expect(await w.service.stopped()).toEqual({ at: 1_000_000, by: 'shortcut' });
});

test('refuses under a store that fails, too', async () => {
  const w = world({ openStore: async () => Promise.reject(new Error('The disk is full.')) });
  await stop(w);
  const page = w.page();
  page.say(gate('c1', 'read_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ verdict: 'deny' });
});

test('a run that starts while it is on starts', async () => {
  const w = world();
  await stop(w);
  const page = w.page();
  page.say({ type: 'run', thread: HINT });
  await quiet();
  expect((await Array.fromAsync(w.store.journal())).map((entry) => entry.happening.type)).toEqual(['run_started']);
});

test('refuses a call that had been let through when its page has not been told', async () => {
  const before = world();
  const lost = before.page();
  lost.say(gate('c1', 'read_file', 'a.txt'));
  await reply(lost);
  const w = before.restarted();
  await stop(w);
  const page = w.page();
  page.say(gate('c1', 'read_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ verdict: 'deny', reason: STOPPED_REASON });
  await quiet();
  expect(await w.service.unfinished()).toEqual([]);
});

test('a call that was allowed and stands in line is over, also when the switch is lifted before its page is back', async () => {
  const text = `${ASKING}      - { on: 'look(path ~ "*")', from: there, to: there }\n`;
  const w = world({ settings: settingsWith(text) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  page.say(gate('c2', 'look', 'a.txt'));
  await reply(page);
  const ticket = (await w.service.waiting())[0]?.id ?? '';
  const decided = decide(w.service, { ticket, approve: true, again: false });
  await quiet();
  page.end();
  await stop(w);
  expect(await decided).toMatchObject({ kind: 'refused' });
  await lift(w);
  const back = w.page();
  back.say(gate('c1', 'delete_file', 'a.txt'));
  expect(await reply(back)).toMatchObject({ verdict: 'deny', reason: expect.stringContaining(STOPPED_REASON) });
});

test('holds for every answer from the moment it is thrown, while it is still being stored', async () => {
  const sites = defaultSettings().sites.map((site) => ({ ...site, mode: 'off' as const }));
  for (const settings of [defaultSettings(), { ...defaultSettings(), sites }]) {
    const w = world({ settings });
    const page = w.page();
    await w.service.forces();
    void w.killSwitch.engage('popup');
    page.say(gate('c1', 'read_file', 'a.txt'));
    expect(await reply(page)).toMatchObject({ verdict: 'deny', reason: STOPPED_REASON });
  }
});

test('thrown while it is being lifted, it stays on, in this worker and in the next', async () => {
  const w = world();
  await w.killSwitch.engage('popup');
  const lifting = w.killSwitch.lift();
  await Promise.all([lifting, w.killSwitch.engage('shortcut')]);
  expect(await w.killSwitch.current()).not.toBeNull();
  expect(await w.restarted().killSwitch.current()).not.toBeNull();
});

test('takes back what was allowed for the rest of a run', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  const ticket = (await w.service.waiting())[0]?.id ?? '';
  await decide(w.service, { ticket, approve: true, grant: 'call', again: false });
  await reply(page);
  page.say({ type: 'settle', call: 'c1', status: 'error', content: 'no', thread: HINT });
  await reply(page);
  await stop(w);
  await lift(w);
  page.say(gate('c2', 'delete_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ verdict: 'ask' });
});
