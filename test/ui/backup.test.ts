import { expect, test } from 'vitest';
import { defaultSettings, newSite, type Settings } from '../../entrypoints/background/settings.ts';
import { type BackedUp, readBackup, writeBackup } from '../../entrypoints/options/backup/backup-file.ts';
import { changesNothing, differenceOf } from '../../entrypoints/options/backup/difference.ts';
import '../../entrypoints/ui/i18n/options-texts.ts';
import { READ_BEFORE_WRITE } from '../support/session.ts';

const BUNDLED = new Set(['read-before-write']);
const mine = { name: 'mine', text: READ_BEFORE_WRITE, savedAt: 1 };
const settings: Settings = { ...defaultSettings(), sets: [mine] };
const known = (of: Settings): BackedUp => ({ settings: of, language: 'en' });
const file = (change: object = {}, document: object = {}): string =>
  JSON.stringify({ interlock: 'backup', version: 1, savedAt: '', settings: { ...settings, ...change }, ...document });
const places = (text: string): readonly string[] => {
  const read = readBackup(text, BUNDLED);
  return read.ok ? [] : read.problems.map(({ place }) => String(place));
};

test('what was saved is read back as it was', () => {
  expect(readBackup(writeBackup({ settings, language: 'zh-CN' }, 0), BUNDLED)).toEqual({
    ok: true,
    settings,
    language: 'zh-CN',
  });
});

test('a backup of older settings is brought up to date', () => {
  const [{ match, mode, sets }] = settings.sites as [Settings['sites'][number]];
  const read = readBackup(file({ version: 1, sites: [{ match, mode, sets }] }), BUNDLED);
  expect(read).toEqual({ ok: true, settings: { ...settings, sites: [newSite(match)] }, language: null });
});

test.each([
  ['{\n  "interlock": backup\n}', ['2:16']],
  ['{"interlock": "backup", "version": 1', ['1:37']],
  ['[]', ['interlock']],
  ['{"machines":[]}', ['interlock']],
  [file({}, { version: 3 }), ['version']],
  [file({}, { version: 'two' }), ['version']],
  [file({}, { version: 2 }), ['language']],
  [file({}, { version: 2, language: 'de' }), ['language']],
  [file({}, { language: 'en' }), ['']],
  [file({ version: 9 }), ['settings']],
  [
    file({ sites: [{ ...newSite('*://localhost/*'), mode: 'on', failed: '' }] }),
    ['settings.sites.0.mode', 'settings.sites.0.failed'],
  ],
  [file({ sets: [{ ...mine, text: 'machines:\n  - nme: x\n' }] }), ['set “mine”, 2:5', 'set “mine”, 2:5']],
  [file({ sites: [{ ...newSite('*://localhost/*'), sets: [{ from: 'own', name: 'lost' }] }] }), ['*://localhost/*']],
  [
    file({ sites: [{ ...newSite('*://localhost/*'), sets: [{ from: 'bundled', name: 'mine' }] }] }),
    ['*://localhost/*'],
  ],
])('each mistake of a file has its place (%#)', (text, expected) => {
  expect(places(text).slice(0, expected.length)).toEqual(expected);
  expect(places(text).length).toBeGreaterThanOrEqual(expected.length);
});

test('a preview names what is added, replaced, removed and left', () => {
  const before: Settings = { ...settings, sets: [mine, { ...mine, name: 'old' }, { ...mine, name: 'changed' }] };
  const after: Settings = {
    ...settings,
    sites: [
      { ...newSite('*://localhost/*'), mode: 'off' },
      newSite('*://127.0.0.1/*'),
      newSite('https://new.example/*'),
    ],
    sets: [mine, { ...mine, name: 'changed', text: 'machines: []' }, { ...mine, name: 'new' }],
  };
  expect(differenceOf(known(before), known(after))).toEqual({
    sites: {
      added: ['https://new.example/*'],
      replaced: ['*://localhost/*'],
      removed: ['*://[::1]/*'],
      same: ['*://127.0.0.1/*'],
    },
    sets: { added: ['new'], replaced: ['changed'], removed: ['old'], same: ['mine'] },
    reordered: false,
    language: { from: 'en', to: 'en' },
  });
});

test('another order of the same sites is a change', () => {
  const after = { ...settings, sites: [...settings.sites].reverse() };
  expect(differenceOf(known(settings), known(after)).reordered).toBe(true);
  expect(changesNothing(differenceOf(known(settings), known(after)))).toBe(false);
});

test('when a set was saved does not matter', () => {
  expect(changesNothing(differenceOf(known(settings), known({ ...settings, sets: [{ ...mine, savedAt: 9 }] })))).toBe(
    true,
  );
});

test('another language is a change, and none said is no change', () => {
  const before = known(settings);
  expect(changesNothing(differenceOf(before, { settings, language: 'browser' }))).toBe(false);
  expect(changesNothing(differenceOf(before, { settings, language: null }))).toBe(true);
});

test('every field of the settings is in a backup', () => {
  const { settings: written } = JSON.parse(writeBackup(known(settings), 0));
  expect(Object.keys(written).sort()).toEqual(Object.keys(defaultSettings()).sort());
});
