/** Where browsers live, in the order in which they are taken. Pure: no look at the disk. */
import { posix, win32 } from 'node:path';

export type BrowserKind = 'chromium' | 'firefox';

export interface BrowserPlace {
  readonly kind: BrowserKind;
  /** For people. */
  readonly name: string;
  /** Absolute path of the executable. */
  readonly path: string;
}

/** What the order depends on. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Names on PATH. Packages of the system come before snaps: a snap sees only part of the disk. */
const LINUX: readonly (readonly [BrowserKind, string, readonly string[]])[] = [
  ['chromium', 'Chromium', ['chromium', 'chromium-browser']],
  ['chromium', 'Google Chrome', ['google-chrome-stable', 'google-chrome', 'chrome']],
  ['chromium', 'Microsoft Edge', ['microsoft-edge-stable', 'microsoft-edge']],
  ['chromium', 'Brave', ['brave-browser', 'brave']],
  ['firefox', 'Firefox', ['firefox', 'firefox-esr']],
];
const MAC: readonly (readonly [BrowserKind, string, string])[] = [
  ['chromium', 'Google Chrome', 'Google Chrome.app/Contents/MacOS/Google Chrome'],
  ['chromium', 'Chromium', 'Chromium.app/Contents/MacOS/Chromium'],
  ['chromium', 'Microsoft Edge', 'Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
  ['chromium', 'Brave', 'Brave Browser.app/Contents/MacOS/Brave Browser'],
  ['firefox', 'Firefox', 'Firefox.app/Contents/MacOS/firefox'],
];
const WINDOWS: readonly (readonly [BrowserKind, string, string])[] = [
  ['chromium', 'Google Chrome', 'Google\\Chrome\\Application\\chrome.exe'],
  ['chromium', 'Chromium', 'Chromium\\Application\\chrome.exe'],
  ['chromium', 'Microsoft Edge', 'Microsoft\\Edge\\Application\\msedge.exe'],
  ['chromium', 'Brave', 'BraveSoftware\\Brave-Browser\\Application\\brave.exe'],
  ['firefox', 'Firefox', 'Mozilla Firefox\\firefox.exe'],
];

/** All places to look at, best first. INTERLOCK_BROWSER (an absolute path, or a name on PATH) is the only one if it is set. */
export function browserPlaces(machine: Machine): readonly BrowserPlace[] {
  const wanted = machine.env['INTERLOCK_BROWSER'];
  if (wanted !== undefined && wanted !== '') return chosen(wanted, machine);
  switch (machine.platform) {
    case 'win32':
      return WINDOWS.flatMap(([kind, name, tail]) =>
        ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((variable) => {
          const folder = machine.env[variable];
          return folder === undefined ? [] : [{ kind, name, path: win32.join(folder, tail) }];
        }),
      );
    case 'darwin':
      return MAC.flatMap(([kind, name, tail]) =>
        ['/', machine.home].map((folder) => ({ kind, name, path: posix.join(folder, 'Applications', tail) })),
      );
    default: {
      const places = LINUX.flatMap(([kind, name, commands]) =>
        commands.flatMap((command) => onPath(kind, name, command, machine)),
      );
      const isSnap = ({ path }: BrowserPlace) => path.startsWith('/snap/');
      return [...places.filter((place) => !isSnap(place)), ...places.filter(isSnap)];
    }
  }
}

function chosen(wanted: string, machine: Machine): readonly BrowserPlace[] {
  const kind = /firefox/i.test(wanted) ? 'firefox' : 'chromium';
  const { isAbsolute } = machine.platform === 'win32' ? win32 : posix;
  return isAbsolute(wanted) ? [{ kind, name: wanted, path: wanted }] : onPath(kind, wanted, wanted, machine);
}

function onPath(kind: BrowserKind, name: string, command: string, { platform, env }: Machine): readonly BrowserPlace[] {
  const { join, delimiter } = platform === 'win32' ? win32 : posix;
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...new Set([...folders, ...(platform === 'linux' ? ['/usr/bin', '/snap/bin'] : [])])].map((folder) => ({
    kind,
    name,
    path: join(folder, command),
  }));
}
