import { expect, test } from 'vitest';
import { keepSweeping } from '../../entrypoints/background/sweeps.ts';
import { ASKING, gate, quiet, reply, settingsWith, type World, world } from './support.ts';

function swept(w: World): { sweep: () => Promise<void>; alarms: number[] } {
  const alarms: number[] = [];
  const api = { create: (_: string, { when }: { when: number }) => void alarms.push(when) };
  return { sweep: keepSweeping({ service: w.service, alarms: api, later: w.timers.later }), alarms };
}

test('an alarm is set for the moment at which the wait is over', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const { alarms } = swept(w);
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  w.timers.elapse();
  await quiet();
  expect(alarms).toEqual([1_600_000]);
});

test('the alarm ends what is overdue', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const { sweep } = swept(w);
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  w.now = 1_600_000;
  await sweep();
  expect(await reply(page)).toMatchObject({ verdict: 'deny' });
});

test('what is due sooner than an alarm can ring has a timer, too', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const { sweep, alarms } = swept(w);
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  w.timers.elapse();
  await quiet();
  w.now = 1_590_000;
  await sweep();
  expect(alarms.at(-1)).toBe(1_620_000);
  expect(w.timers.waiting).toContain(10_000);
});

test('a result that never comes is settled by a sweep, and the next call of the instance goes on', async () => {
  const w = world();
  const { sweep } = swept(w);
  const page = w.page();
  page.say(gate('c1', 'read_text_file', 'a.txt'));
  await reply(page);
  page.say(gate('c2', 'read_text_file', 'a.txt'));
  await quiet();
  expect(page.pending).toBe(0);
  w.now += 600_000;
  await sweep();
  expect(await reply(page)).toMatchObject({ call: 'c2', verdict: 'allow' });
});

test('with nothing under way no alarm is set', async () => {
  const { sweep, alarms } = swept(world());
  await sweep();
  expect(alarms).toEqual([]);
});
