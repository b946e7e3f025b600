/** Settings that change under calls that wait, while other sites keep the machines that were in force. */
import { expect, test } from 'vitest';
import { decide } from '../../entrypoints/background/approvals.ts';
import { defaultSettings, type Settings } from '../../entrypoints/background/settings.ts';
import { ASKING, DENYING, gate, MemoryArea, quiet, reply, settingsWith, type World, world } from './support.ts';

/** The first site, that of the page, gets a set of its own; all others keep theirs. */
function replaced(settings: Settings, text: string): Settings {
  const sites = settings.sites.map((site, index) =>
    index === 0 ? { ...site, sets: [{ from: 'own' as const, name: 'other' }] } : site,
  );
  return { ...settings, sites, sets: [...settings.sets, { name: 'other', text, savedAt: 0 }] };
}

async function replace(w: World, settings: Settings): Promise<void> {
  await w.local.set({ settings });
  await w.service.reload();
}

test('an approval of a question that the machines in force have not asked is refused', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  page.end();
  const ticket = (await w.service.waiting())[0]?.id ?? '';
  await replace(w, replaced(settingsWith(ASKING), DENYING));
  expect(await decide(w.service, { ticket, approve: true, again: false })).toMatchObject({ kind: 'refused' });
  const back = w.page();
  back.say(gate('c1', 'delete_file', 'a.txt'));
  expect(await reply(back)).toMatchObject({ verdict: 'deny', reason: 'Deleting a.txt is not allowed.' });
});

test('a call that stands in line where the machines are replaced is decided by the new ones', async () => {
  const w = world();
  const page = w.page();
  page.say(gate('c1', 'read_text_file', 'a.txt'));
  await reply(page);
  page.say(gate('c2', 'read_text_file', 'a.txt'));
  await quiet();
  expect(page.pending).toBe(0);
  await replace(w, replaced(defaultSettings(), ASKING));
  expect(await reply(page)).toEqual({ type: 'verdict', call: 'c2', verdict: 'allow' });
});

test('a call that was let through by replaced machines and not told is denied, and settles nothing', async () => {
  const before = world({ settings: settingsWith(ASKING) });
  const lost = before.page();
  lost.say(gate('c1', 'read_file', 'a.txt'));
  await reply(lost);
  const w = before.restarted();
  await replace(w, replaced(settingsWith(ASKING), DENYING));
  const page = w.page();
  page.say(gate('c1', 'read_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ verdict: 'deny', reason: expect.stringContaining('Make it again') });
});

/** Answers the first read of the settings after `hold` only when it is released. */
class SlowArea extends MemoryArea {
  hold: Promise<void> | null = null;

  override async get(key: string): Promise<Record<string, unknown>> {
    const held = key === 'settings' ? this.hold : null;
    const value = await super.get(key);
    if (held !== null) {
      this.hold = null;
      await held;
    }
    return value;
  }
}

test('of two reloads the later one holds, whichever storage answers first', async () => {
  const local = new SlowArea();
  const w = world({ local, settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c0', 'read_file', 'a.txt'));
  await reply(page);
  const slow = Promise.withResolvers<void>();
  local.hold = slow.promise;
  const first = w.service.reload();
  await quiet();
  await replace(w, settingsWith(DENYING));
  slow.resolve();
  await first;
  page.say(gate('c1', 'delete_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ verdict: 'deny', reason: 'Deleting a.txt is not allowed.' });
});
