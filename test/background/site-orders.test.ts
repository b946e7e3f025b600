import { expect, test } from 'vitest';
import { newSite, type Settings } from '../../entrypoints/background/settings.ts';
import { SettingsStore } from '../../entrypoints/background/settings-store.ts';
import { orderSite } from '../../entrypoints/background/site-orders.ts';
import type { SiteScripts } from '../../entrypoints/background/site-scripts.ts';
import { MemoryArea } from './support.ts';

const EXAMPLE = 'https://example.org/*';
const LOCAL = ['*://localhost/*', '*://127.0.0.1/*', '*://[::1]/*'];

function desk(permitted = true) {
  const store = new SettingsStore(new MemoryArea());
  const given: Settings[] = [];
  const scripts = {
    permitted: async () => permitted,
    giveBack: async (settings: Settings) => {
      given.push(settings);
    },
  } as unknown as SiteScripts;
  const sites = async (): Promise<Settings['sites']> => {
    const state = await store.reload();
    return state.ok ? state.settings.sites : [];
  };
  return {
    given,
    store,
    sites,
    matches: async () => (await sites()).map(({ match }) => match),
    order: (order: Parameters<typeof orderSite>[2]) => orderSite(store, scripts, order),
  };
}

test('a site is added at the end, or where it was', async () => {
  const { order, matches } = desk();
  await order({ do: 'add', site: newSite(EXAMPLE) });
  await order({ do: 'add', site: newSite('https://first.example/*'), at: 0 });
  expect(await matches()).toEqual(['https://first.example/*', ...LOCAL, EXAMPLE]);
});

test('a site that the browser does not permit is not added', async () => {
  const { order, matches } = desk(false);
  await expect(order({ do: 'add', site: newSite(EXAMPLE) })).rejects.toThrow('permit');
  expect(await matches()).toEqual(LOCAL);
});

test('the same pattern is not added twice', async () => {
  const { order, matches } = desk();
  await order({ do: 'add', site: newSite(EXAMPLE) });
  await expect(order({ do: 'add', site: newSite(EXAMPLE) })).rejects.toThrow('twice');
  expect(await matches()).toHaveLength(4);
});

test('a change touches one site and what it names', async () => {
  const { order, sites } = desk();
  await order({ do: 'change', match: '*://localhost/*', change: { askTimeoutMs: 60_000 } });
  const [first, second] = await sites();
  expect(first).toEqual({ ...newSite('*://localhost/*'), askTimeoutMs: 60_000 });
  expect(second).toEqual(newSite('*://127.0.0.1/*'));
});

test('a change that cannot be used is refused, and nothing is changed', async () => {
  const { order, sites } = desk();
  const change = { thread: { identity: 'conversation' as const, capture: { from: 'url' as const, pattern: '(' } } };
  await expect(order({ do: 'change', match: '*://localhost/*', change })).rejects.toThrow('thread.capture.pattern');
  expect(await sites()).toEqual(LOCAL.map(newSite));
});

test('a site is removed, and what the browser permitted is given back', async () => {
  const { order, matches, given } = desk();
  await order({ do: 'add', site: newSite(EXAMPLE) });
  await order({ do: 'remove', match: EXAMPLE });
  expect(await matches()).toEqual(LOCAL);
  expect(given.at(-1)?.sites).toHaveLength(3);
});

test('a site is moved within the list, and no further', async () => {
  const { order, matches } = desk();
  await order({ do: 'move', match: '*://[::1]/*', to: 0 });
  expect(await matches()).toEqual(['*://[::1]/*', '*://localhost/*', '*://127.0.0.1/*']);
  await order({ do: 'move', match: '*://[::1]/*', to: 99 });
  expect(await matches()).toEqual(LOCAL);
});

test('a backup takes the place of everything, or of nothing', async () => {
  const { order, matches, store } = desk();
  const sets = [{ name: 'mine', text: 'machines: []', savedAt: 1 }];
  await order({ do: 'replace_all', sites: [newSite(EXAMPLE)], sets });
  expect(await matches()).toEqual([EXAMPLE]);
  const missing = { ...newSite('*://localhost/*'), sets: [{ from: 'own' as const, name: 'lost' }] };
  await expect(order({ do: 'replace_all', sites: [missing], sets: [] })).rejects.toThrow('lost');
  const state = await store.reload();
  expect(state.ok && state.settings).toMatchObject({ sets, sites: [newSite(EXAMPLE)] });
});
