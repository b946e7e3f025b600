import { expect, test } from 'vitest';
import { configuration, deleteSet, saveSet, setMode, switchSet } from '../../entrypoints/background/configuration.ts';
import { BUNDLED } from '../../entrypoints/background/machine-sets.ts';
import { SettingsStore } from '../../entrypoints/background/settings-store.ts';
import { ASKING, MemoryArea, settingsWith, world } from './support.ts';

const HOST = '*://localhost/*';
const OWN = { from: 'own', name: 'mine' } as const;

async function stored(
  store: SettingsStore,
): Promise<Extract<Awaited<ReturnType<SettingsStore['current']>>, { ok: true }>['settings']> {
  const state = await store.reload();
  if (!state.ok) throw new Error(state.reason);
  return state.settings;
}

test('the bundled machines are there by the names of their files', () => {
  expect([...BUNDLED.keys()]).toEqual(
    expect.arrayContaining(['read-before-write', 'confirm-before-delete', 'dry-run-before-publish']),
  );
});

test('a set that compiles is saved under its name', async () => {
  const store = new SettingsStore(new MemoryArea());
  await saveSet(store, '  mine ', ASKING, 5);
  expect((await stored(store)).sets).toEqual([{ name: 'mine', text: ASKING, savedAt: 5 }]);
});

test('a set that does not compile is not saved, and the old one stays', async () => {
  const store = new SettingsStore(new MemoryArea());
  await saveSet(store, 'mine', ASKING, 5);
  await expect(saveSet(store, 'mine', 'machines: [', 6)).rejects.toThrow(/Line 1, column/);
  expect((await stored(store)).sets).toEqual([{ name: 'mine', text: ASKING, savedAt: 5 }]);
});

test('a set without a name is not saved', async () => {
  await expect(saveSet(new SettingsStore(new MemoryArea()), ' ', ASKING, 5)).rejects.toThrow('name');
});

test('a set in force is not replaced by one that does not go with the others', async () => {
  const area = new MemoryArea();
  const store = new SettingsStore(area);
  await saveSet(store, 'mine', ASKING, 5);
  await switchSet(store, HOST, OWN, true);
  const clash = BUNDLED.get('read-before-write') ?? '';
  await expect(saveSet(store, 'mine', clash, 6)).rejects.toThrow('"read-before-write"');
  expect((await stored(store)).sets[0]?.text).toBe(ASKING);
});

test('a set is not put in force beside one that declares the same machine', async () => {
  const store = new SettingsStore(new MemoryArea());
  await saveSet(store, 'mine', BUNDLED.get('read-before-write') ?? '', 5);
  await expect(switchSet(store, HOST, OWN, true)).rejects.toThrow(HOST);
});

test('a set is put in force and taken out again on one site alone', async () => {
  const store = new SettingsStore(new MemoryArea());
  await saveSet(store, 'mine', ASKING, 5);
  await switchSet(store, HOST, OWN, true);
  await switchSet(store, HOST, OWN, true);
  expect((await stored(store)).sites.map((s) => s.sets.length)).toEqual([2, 1, 1]);
  await switchSet(store, HOST, OWN, false);
  expect((await stored(store)).sites.map((s) => s.sets.length)).toEqual([1, 1, 1]);
});

test('a deleted set is taken out of every site', async () => {
  const store = new SettingsStore(new MemoryArea());
  await saveSet(store, 'mine', ASKING, 5);
  await switchSet(store, HOST, OWN, true);
  await deleteSet(store, 'mine');
  const settings = await stored(store);
  expect(settings.sets).toEqual([]);
  expect(settings.sites[0]?.sets).toEqual([{ from: 'bundled', name: 'read-before-write' }]);
});

test('a mode is changed on one site alone', async () => {
  const store = new SettingsStore(new MemoryArea());
  await setMode(store, HOST, 'observe');
  expect((await stored(store)).sites.map((s) => s.mode)).toEqual(['observe', 'enforce', 'enforce']);
});

test('changes made at once do not lose each other', async () => {
  const store = new SettingsStore(new MemoryArea());
  await Promise.all([
    setMode(store, HOST, 'off'),
    setMode(store, '*://[::1]/*', 'off'),
    saveSet(store, 'mine', ASKING, 5),
  ]);
  const settings = await stored(store);
  expect(settings.sites.map((s) => s.mode)).toEqual(['off', 'enforce', 'off']);
  expect(settings.sets).toHaveLength(1);
});

test('unreadable settings are not overwritten by a change', async () => {
  const area = new MemoryArea();
  area.items.set('settings', { version: 99, mine: true });
  await expect(setMode(new SettingsStore(area), HOST, 'off')).rejects.toThrow('newer');
  expect(area.items.get('settings')).toEqual({ version: 99, mine: true });
});

test('starting over keeps the unreadable settings beside the defaults', async () => {
  const area = new MemoryArea();
  area.items.set('settings', { version: 99 });
  await new SettingsStore(area, () => 123).startOver();
  expect(area.items.get('settings.before-123')).toEqual({ version: 99 });
  expect((await new SettingsStore(area).current()).ok).toBe(true);
});

test('the options see sets, sites and what is in force', async () => {
  const seen = await configuration(world({ settings: settingsWith(ASKING) }).service, async () => true);
  expect(seen.usable).toBe(true);
  expect(seen.sets.find((s) => s.ref.from === 'own')).toEqual({
    ref: OWN,
    text: ASKING,
    machines: ['confirm'],
    fault: null,
  });
  expect(seen.sites[0]).toMatchObject({ match: HOST, machines: ['confirm'], fault: null });
});

test('the options see why a site is broken', async () => {
  const w = world({ settings: settingsWith('machines: [') });
  const seen = await configuration(w.service, async () => true);
  expect(seen.sites[0]?.fault).toContain('does not compile');
  expect(seen.problems).toMatchObject([{ code: 'machines' }]);
});

test('with unreadable settings the options show the problem and nothing to change', async () => {
  const seen = await configuration(world({ settings: { version: 99 } }).service, async () => true);
  expect(seen).toMatchObject({ usable: false, sites: [], problems: [{ code: 'settings' }] });
});

test('a site that the browser cannot answer for is not permitted, and the others are shown', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const permitted = async (match: string): Promise<boolean> => {
    if (match === HOST) throw new Error('Invalid value for origin pattern.');
    return true;
  };
  const seen = await configuration(w.service, permitted);
  expect(seen.sites.map((site) => site.permitted)).toEqual(seen.sites.map(({ match }) => match !== HOST));
});
