/** Where browsers are looked for, and in which order. */
import { expect, it } from 'vitest';
import { browserPlaces, type Machine } from '../../scripts/start/browser-places.ts';

const paths = (machine: Machine) => browserPlaces(machine).map(({ path }) => path);
const linux = (env: Machine['env']): Machine => ({ platform: 'linux', home: '/home/u', env });

it('takes only what INTERLOCK_BROWSER names', () => {
  expect(browserPlaces(linux({ INTERLOCK_BROWSER: '/opt/x/firefox', PATH: '/bin' }))).toEqual([
    { kind: 'firefox', name: '/opt/x/firefox', path: '/opt/x/firefox' },
  ]);
});

it('looks on PATH for a bare name in INTERLOCK_BROWSER', () => {
  expect(paths(linux({ INTERLOCK_BROWSER: 'my-chrome', PATH: '/a:/b' }))).toEqual([
    '/a/my-chrome',
    '/b/my-chrome',
    '/usr/bin/my-chrome',
    '/snap/bin/my-chrome',
  ]);
});

it('looks past an empty INTERLOCK_BROWSER', () => {
  expect(paths(linux({ INTERLOCK_BROWSER: '', PATH: '/a' }))).toContain('/a/chromium');
});

it('prefers Chromium to Chrome to Edge to Firefox on Linux, and all of them to snaps', () => {
  const found = paths(linux({ PATH: '/snap/bin:/usr/bin' }));
  const order = [
    '/usr/bin/chromium',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/microsoft-edge-stable',
    '/usr/bin/firefox-esr',
    '/snap/bin/chromium',
  ];
  const places = order.map((path) => found.indexOf(path));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

it('looks into both folders of applications on macOS', () => {
  const found = paths({ platform: 'darwin', home: '/Users/u', env: {} });
  expect(found.slice(0, 2)).toEqual([
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Users/u/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]);
});

it('looks into the program folders that Windows has', () => {
  const found = paths({ platform: 'win32', home: 'C:\\Users\\u', env: { ProgramFiles: 'C:\\Program Files' } });
  expect(found).toEqual([
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files\\Chromium\\Application\\chrome.exe',
    'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
    'C:\\Program Files\\BraveSoftware\\Brave-Browser\\Application\\brave.exe',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ]);
});
