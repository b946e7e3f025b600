import { expect, test } from 'vitest';
import { keepNotifying } from '../../entrypoints/background/notifications.ts';
import { openView, type ViewApi } from '../../entrypoints/background/open-view.ts';
import { ASKING, gate, HINT, quiet, reply, settingsWith, type TestPort, type World, world } from './support.ts';

function notifying(watched = false, text = ASKING): { w: World; page: TestPort; told: string[]; seen: () => void } {
  const w = world({ settings: settingsWith(text) });
  return { w, page: w.page(), ...notify(w, watched) };
}

function notify({ service, timers }: World, watched = false): { told: string[]; seen: () => void } {
  const told: string[] = [];
  const notifications = {
    create: async (_: string, { message }: { readonly message: string }) => told.push(message),
    clear: async () => told.push('cleared'),
  };
  const { later } = timers;
  const { seen } = keepNotifying({ service, notifications, iconUrl: '', watched: () => watched, later });
  return { told, seen };
}

async function settled(w: World): Promise<void> {
  w.timers.elapse();
  await quiet();
}

test('a call that waits while nobody looks is told of, and the notification goes with the last', async () => {
  const { w, page, told } = notifying();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  await settled(w);
  expect(told).toEqual(['delete_file on localhost:5173']);
  page.say({ type: 'withdraw', call: 'c1', why: 'gone', thread: HINT });
  await reply(page);
  await settled(w);
  expect(told.at(-1)).toBe('cleared');
});

test('several calls are one notification', async () => {
  const { w, page, told } = notifying();
  for (const call of ['c1', 'c2', 'c3']) {
    page.say(gate(call, 'delete_file', `${call}.txt`));
    await reply(page);
  }
  await settled(w);
  expect(told).toEqual(['3 calls wait; the oldest is delete_file on localhost:5173']);
});

test('nobody is told of what they are looking at', async () => {
  const { w, page, told } = notifying(true);
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  await settled(w);
  expect(told).not.toContain('delete_file on localhost:5173');
});

test('a call that was told of once is not told of again when another is decided', async () => {
  const { w, page, told } = notifying();
  for (const call of ['c1', 'c2']) {
    page.say(gate(call, 'delete_file', `${call}.txt`));
    await reply(page);
  }
  await settled(w);
  page.say({ type: 'withdraw', call: 'c1', why: 'gone', thread: HINT });
  await reply(page);
  await settled(w);
  expect(told).toHaveLength(1);
});

test('what a worker before this one has told of goes when nothing waits any more', async () => {
  const { w, page } = notifying();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  await settled(w);
  const { told } = notify(w);
  page.say({ type: 'withdraw', call: 'c1', why: 'gone', thread: HINT });
  await reply(page);
  await settled(w);
  expect(told).toEqual(['cleared']);
});

test('a tool cannot hide anything in its name', async () => {
  const { w, page, told } = notifying(false, ASKING.replace("'delete_file(", "'delete*("));
  page.say({ ...gate('c1', 'delete_file', 'a.txt'), tool: 'delete\u202e_file\u200b' });
  await reply(page);
  await settled(w);
  expect(told).toEqual(['delete⟨RLO⟩_file⟨ZWSP⟩ on localhost:5173']);
});

test('who opens a view has seen the notification', async () => {
  const { w, page, told, seen } = notifying();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  await settled(w);
  seen();
  expect(told.at(-1)).toBe('cleared');
});

const api = (
  popup: () => Promise<void>,
  open: readonly { id: number; windowId: number }[],
): ViewApi & { readonly done: string[] } => {
  const done: string[] = [];
  return {
    done,
    action: {
      openPopup: async () => {
        await popup();
        done.push('popup');
      },
    },
    tabs: { query: async () => open, update: async (tab: number) => done.push(`tab ${tab}`) },
    windows: {
      create: async ({ url }: { readonly url: string }) => done.push(`window ${url}`),
      update: async (window: number) => done.push(`focus ${window}`),
    },
  };
};

const opens = async (): Promise<void> => undefined;
const refuses = async (): Promise<void> => Promise.reject(new Error('no'));

test.each([
  ['the popup', opens, [], ['popup']],
  ['a window where the popup cannot be opened', refuses, [], ['window popup.html?tab=7']],
  ['the view that is there already', opens, [{ id: 3, windowId: 9 }], ['tab 3', 'focus 9']],
] as const)('a click on the notification opens %s', async (_, popup, open, expected) => {
  const browser = api(popup, open);
  await openView(browser, 'popup.html', 7);
  expect(browser.done).toEqual(expected);
});
