/** The worker is killed between the end of a run and what follows from it: grants end with their run all the same. */
import { expect, test } from 'vitest';
import { decide } from '../../entrypoints/background/approvals.ts';
import { ASKING, gate, HINT, quiet, reply, settingsWith, type TestPort, type World, world } from './support.ts';

async function ask(page: TestPort, call: string): Promise<string> {
  page.say(gate(call, 'delete_file', 'a.txt'));
  const verdict = await reply(page);
  return verdict.type === 'verdict' ? verdict.verdict : verdict.type;
}

/** The same call is allowed until the run ends. */
async function granted(): Promise<{ w: World; page: TestPort }> {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say({ type: 'run', thread: HINT });
  await ask(page, 'c1');
  const ticket = (await w.service.waiting())[0]?.id ?? '';
  await decide(w.service, { ticket, approve: true, grant: 'call', again: false });
  await reply(page);
  page.say({ type: 'settle', call: 'c1', status: 'error', content: 'no', thread: HINT });
  await reply(page);
  await quiet();
  return { w, page };
}

/** What is written to session storage while `work` is done is lost with the worker. */
async function killedAfter(w: World, work: () => Promise<void>): Promise<World> {
  const before = structuredClone(w.session.items.get('grants'));
  await work();
  await quiet();
  w.session.items.set('grants', before);
  const after = w.restarted();
  after.now = w.now + 1;
  return after;
}

test('a grant is there after the worker was killed in the middle of its run', async () => {
  const { w } = await granted();
  const after = await killedAfter(w, async () => undefined);
  expect(await ask(after.page(), 'c2')).toBe('allow');
});

test('a grant whose run ended right before the worker was killed has ended', async () => {
  const { w, page } = await granted();
  const after = await killedAfter(w, async () => {
    page.say({ type: 'end_run', end: 'e1', thread: HINT });
    expect(await reply(page)).toMatchObject({ decision: 'complete' });
  });
  expect(await ask(after.page(), 'c2')).toBe('ask');
  expect((await after.service.grants()).list()).toEqual([]);
});

test('a grant ended by a new run right before the worker was killed has ended', async () => {
  const { w, page } = await granted();
  const after = await killedAfter(w, async () => {
    page.say({ type: 'run', thread: HINT });
    await quiet();
  });
  expect(await ask(after.page(), 'c2')).toBe('ask');
  expect((await after.service.grants()).list()).toEqual([]);
});

test('a call that waited before a new run began cannot be granted for it after the worker was killed', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  await ask(page, 'c1');
  await quiet();
  w.now += 1_000;
  const after = await killedAfter(w, async () => {
    page.say({ type: 'run', thread: HINT });
    await quiet();
  });
  const ticket = (await after.service.waiting())[0]?.id ?? '';
  expect(await decide(after.service, { ticket, approve: true, grant: 'call', again: false })).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('run that this call belongs to is over'),
  });
});
