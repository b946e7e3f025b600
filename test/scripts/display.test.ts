/** With a display `npm start` opens a window; without one it plays the tour. */
import { expect, it } from 'vitest';
import { type DisplayEnv, hasDisplay } from '../../scripts/start/display.ts';

const none = () => false;
const only = (there: string) => (path: string) => path === there;

it.each<[string, DisplayEnv, (path: string) => boolean, boolean]>([
  ['no display', {}, none, false],
  ['an X display', { DISPLAY: ':0' }, only('/tmp/.X11-unix/X0'), true],
  ['an X display with a screen', { DISPLAY: ':10.0' }, only('/tmp/.X11-unix/X10'), true],
  ['the name of an X display that is not there', { DISPLAY: ':0' }, none, false],
  ['an X display of another machine', { DISPLAY: 'desk:0' }, none, true],
  ['Wayland', { WAYLAND_DISPLAY: 'wayland-0', XDG_RUNTIME_DIR: '/run/user/1' }, only('/run/user/1/wayland-0'), true],
  ['Wayland that is not there', { WAYLAND_DISPLAY: 'wayland-0', XDG_RUNTIME_DIR: '/run/user/1' }, none, false],
  ['a display that is not to be used', { DISPLAY: ':0', INTERLOCK_HEADLESS: '1' }, () => true, false],
])('on Linux with %s', (_name, env, exists, seen) => {
  expect(hasDisplay('linux', env, exists)).toBe(seen);
});

it('on a Mac there is one, but not in continuous integration and not for a remote shell', () => {
  expect(hasDisplay('darwin', {})).toBe(true);
  expect(hasDisplay('darwin', { CI: 'true' })).toBe(false);
  expect(hasDisplay('darwin', { SSH_CONNECTION: '1 2 3 4' })).toBe(false);
});
