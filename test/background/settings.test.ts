import { expect, test } from 'vitest';
import { defaultSettings, newSite, readSettings } from '../../entrypoints/background/settings.ts';
import { migrate } from '../../entrypoints/background/settings-migrations.ts';

const problem = (stored: unknown): string => {
  const state = readSettings(stored);
  return state.ok ? '' : state.reason;
};

test('without stored settings, local addresses are enforced with read-before-write', () => {
  const state = readSettings(undefined);
  expect(state.ok && state.settings.sites).toEqual(
    ['*://localhost/*', '*://127.0.0.1/*', '*://[::1]/*'].map((match) => ({
      match,
      mode: 'enforce',
      sets: [{ from: 'bundled', name: 'read-before-write' }],
      thread: { identity: 'conversation', capture: null },
      failed: null,
      askTimeoutMs: 600_000,
      settleTimeoutMs: 600_000,
    })),
  );
});

test('what was stored is read back as it was', () => {
  const stored = { ...defaultSettings(), sets: [{ name: 'mine', text: 'machines: []', savedAt: 5 }] };
  expect(readSettings(structuredClone(stored))).toEqual({ ok: true, settings: stored });
});

test('settings of a newer version are refused, and said to be newer', () => {
  expect(problem({ ...defaultSettings(), version: 3 })).toContain('newer Interlock');
});

test.each([null, 'x', 7, [], [defaultSettings()]])('settings that are no object are refused: %j', (stored) => {
  expect(problem(stored)).toContain('not an object');
});

test.each([undefined, 'one', 0, 1.5, Number.NaN])('settings without a usable version are refused: %s', (version) => {
  expect(problem({ ...defaultSettings(), version })).toContain('version');
});

test('an unknown mode is refused with its place', () => {
  const [first] = defaultSettings().sites;
  expect(problem({ ...defaultSettings(), sites: [{ ...first, mode: 'enforced' }] })).toContain('"sites.0.mode"');
});

test('an unknown key is refused: it may have meant something', () => {
  expect(problem({ ...defaultSettings(), killSwitch: true })).not.toBe('');
});

test('a match pattern that browsers would not take is refused', () => {
  expect(problem({ ...defaultSettings(), sites: [newSite('localhost')] })).toContain('"sites.0.match"');
});

test('the same match pattern twice is refused: a thread has one set', () => {
  const [first] = defaultSettings().sites;
  expect(problem({ ...defaultSettings(), sites: [first, first] })).toContain('"sites"');
});

test('two own sets of one name are refused', () => {
  const set = { name: 'mine', text: '', savedAt: 0 };
  expect(problem({ ...defaultSettings(), sets: [set, set] })).toContain('"sets"');
});

test('settings of version 1 are carried over, with what held for every site until then', () => {
  const site = { match: '*://localhost/*', mode: 'observe', sets: [] };
  expect(readSettings({ version: 1, sites: [site], sets: [] })).toEqual({
    ok: true,
    settings: { version: 2, sites: [{ ...newSite(site.match), mode: 'observe', sets: [] }], sets: [] },
  });
});

test.each([
  ['thread.capture.pattern', { thread: { identity: 'conversation', capture: { from: 'url', pattern: '/c/\\w+' } } }],
  ['thread.capture.pattern', { thread: { identity: 'conversation', capture: { from: 'url', pattern: '/c/(\\w+' } } }],
  ['failed', { failed: '' }],
  ['askTimeoutMs', { askTimeoutMs: 10 }],
  ['settleTimeoutMs', { settleTimeoutMs: 90_000_000 }],
])('a rule of a site that cannot be used is refused with its place: %s', (place, rule) => {
  const sites = [{ ...newSite('https://example.org/*'), ...rule }];
  expect(problem({ ...defaultSettings(), sites })).toContain(`"sites.0.${place}"`);
});

const steps = [
  { from: 1, up: (old: Readonly<Record<string, unknown>>) => ({ ...old, trail: `${String(old['trail'] ?? '')}1` }) },
  { from: 2, up: (old: Readonly<Record<string, unknown>>) => ({ ...old, trail: `${String(old['trail'])}2` }) },
];

test('migrations run in order up to the version that is wanted', () => {
  expect(migrate({ version: 1 }, 3, [...steps].reverse())).toEqual({ ok: true, value: { version: 3, trail: '12' } });
});

test('a migration starts at the version that is stored', () => {
  expect(migrate({ version: 2, trail: 'x' }, 3, steps)).toEqual({ ok: true, value: { version: 3, trail: 'x2' } });
});

test('a missing migration is a reason, not a guess', () => {
  expect(migrate({ version: 1 }, 3, steps.slice(1))).toMatchObject({ ok: false });
});

test('a migration that throws says what it could not carry over', () => {
  const throwing = [
    {
      from: 1,
      up: (): Record<string, unknown> => {
        throw new Error('no list of sites');
      },
    },
  ];
  expect(migrate({ version: 1 }, 2, throwing)).toEqual({
    ok: false,
    reason: 'The stored settings could not be brought from version 1 to 2: no list of sites',
  });
});

test('a migration does not change what is stored', () => {
  const stored = Object.freeze({ version: 1 });
  migrate(stored, 3, steps);
  expect(stored).toEqual({ version: 1 });
});
