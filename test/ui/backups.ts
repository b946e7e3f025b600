/**
 * Files for the backup view: one that changes something of everything, one with mistakes. Plain data.
 */
import { defaultSettings, newSite } from '../../entrypoints/background/settings.ts';
import { writeBackup } from '../../entrypoints/options/backup/backup-file.ts';
import { NOW } from './scenes.ts';

const { sites, ...others } = defaultSettings();
const [first, second] = sites;
const text =
  'machines:\n  - name: mine\n    initial: one\n    transitions:\n      - { on: Read, from: one, to: one }\n';

export const OTHER_SETTINGS = writeBackup(
  {
    language: 'zh-CN',
    settings: {
      ...others,
      sites: [
        ...(second === undefined ? [] : [second]),
        ...(first === undefined ? [] : [{ ...first, mode: 'observe' as const }]),
        newSite('https://playground.example.org/*'),
      ],
      sets: [{ name: 'release-train', text, savedAt: NOW }],
    },
  },
  NOW,
);

export const BAD_BACKUP = JSON.stringify({
  interlock: 'backup',
  version: 1,
  savedAt: '',
  settings: {
    version: 2,
    sites: [
      { ...newSite('localhost'), mode: 'on' },
      { ...newSite('*://x/*'), failed: '' },
    ],
    sets: [],
  },
});
