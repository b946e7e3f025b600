import { expect, test } from 'vitest';
import { type ActionApi, badgeText, keepBadge } from '../../entrypoints/background/badge.ts';
import { setLanguage } from '../../entrypoints/ui/i18n/i18n.ts';
import { ASKING, gate, HINT, quiet, reply, settingsWith, type TestPort, type World, world } from './support.ts';

const nothing = async (): Promise<void> => undefined;
/** A toolbar button that takes everything and says nothing. */
const DEAF: ActionApi = { setBadgeText: nothing, setTitle: nothing, setBadgeBackgroundColor: nothing };

/** A page with a call that waits. */
async function held(w: World): Promise<TestPort> {
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  await quiet();
  return page;
}

test.each([
  [0, 0, '', 'Interlock'],
  [1, 0, '1', 'Interlock: 1 call waits for you'],
  [12, 0, '12', 'Interlock: 12 calls wait for you'],
  [1_500, 0, '999+', 'Interlock: 1,500 calls wait for you'],
  [3, 2, '3', 'Interlock: 3 calls wait for you'],
  [0, 1, '!', 'Interlock: something is wrong. Open for details.'],
  [null, 0, '!', 'Interlock: something is wrong. Open for details.'],
])('with %s waiting and %s problems the badge says %j', (waiting, problems, text, title) => {
  expect(badgeText(waiting, problems)).toMatchObject({ text, title });
});

test('the badge says the same in the language that is chosen, as soon as it is', async () => {
  const titles: string[] = [];
  const w = world({ settings: settingsWith(ASKING) });
  await keepBadge({ ...DEAF, setTitle: async ({ title }) => void titles.push(title) }, w.service)();
  await held(w);
  await setLanguage('zh-CN');
  await expect.poll(() => titles.at(-1)).toBe('Interlock：1 个调用等待你决定');
  await setLanguage('en');
  await expect.poll(() => titles.at(-1)).toBe('Interlock: 1 call waits for you');
});

test('the badge counts up when a call waits and is cleared when none does', async () => {
  const shown: string[] = [];
  const w = world({ settings: settingsWith(ASKING) });
  await keepBadge({ ...DEAF, setBadgeText: async ({ text }) => void shown.push(text) }, w.service)();
  const page = await held(w);
  page.say({ type: 'withdraw', call: 'c1', why: 'cancelled', thread: HINT });
  await reply(page);
  await quiet();
  expect(shown).toEqual(['', '1', '']);
});
