import { expect, test } from 'vitest';
import { defaultSettings, newSite, type Settings } from '../../entrypoints/background/settings.ts';
import { readBackup, writeBackup } from '../../entrypoints/options/backup/backup-file.ts';
import { changesNothing, differenceOf } from '../../entrypoints/options/backup/difference.ts';
import '../../entrypoints/ui/i18n/options-texts.ts';
import { READ_BEFORE_WRITE } from '../support/session.ts';

const BUNDLED = new Set(['read-before-write']);
const mine = { name: 'mine', text: READ_BEFORE_WRITE, savedAt: 1 };
const settings: Settings = { ...defaultSettings(), sets: [mine] };
const file = (change: object = {}, document: object = {}): string =>
  JSON.stringify({ interlock: 'backup', version: 1, savedAt: '', settings: { ...settings, ...change }, ...document });
const places = (text: string): readonly string[] => {
  const read = readBackup(text, BUNDLED);
  return read.ok ? [] : read.problems.map(({ place }) => String(place));
};

test('what was saved is read back as it was', () => {
  expect(readBackup(writeBackup(settings, 0), BUNDLED)).toEqual({ ok: true, settings });
});

test('a backup of older settings is brought up to date', () => {
  const [{ match, mode, sets }] = settings.sites as [Settings['sites'][number]];
  const read = readBackup(file({ version: 1, sites: [{ match, mode, sets }] }), BUNDLED);
  expect(read).toEqual({ ok: true, settings: { ...settings, sites: [newSite(match)] } });
});

test.each([
  ['{\n  "interlock": backup\n}', ['2:16']],
  ['{"interlock": "backup", "version": 1', ['1:37']],
  ['[]', ['interlock']],
  ['{"machines":[]}', ['interlock']],
  [file({}, { version: 2 }), ['version']],
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
  expect(differenceOf(before, after)).toEqual({
    sites: {
      added: ['https://new.example/*'],
      replaced: ['*://localhost/*'],
      removed: ['*://[::1]/*'],
      same: ['*://127.0.0.1/*'],
    },
    sets: { added: ['new'], replaced: ['changed'], removed: ['old'], same: ['mine'] },
    reordered: false,
  });
});

test('another order of the same sites is a change', () => {
  const after = { ...settings, sites: [...settings.sites].reverse() };
  expect(differenceOf(settings, after).reordered).toBe(true);
  expect(changesNothing(differenceOf(settings, after))).toBe(false);
});

test('when a set was saved does not matter', () => {
  expect(changesNothing(differenceOf(settings, { ...settings, sets: [{ ...mine, savedAt: 9 }] }))).toBe(true);
});
