/** Whether a window could be seen by anybody. */
import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

export interface DisplayEnv {
  /** Set = as if there were no display. */
  readonly INTERLOCK_HEADLESS?: string | undefined;
  readonly CI?: string | undefined;
  readonly DISPLAY?: string | undefined;
  readonly WAYLAND_DISPLAY?: string | undefined;
  readonly XDG_RUNTIME_DIR?: string | undefined;
  readonly SSH_CONNECTION?: string | undefined;
}

/** @param exists whether a file is there; containers often inherit the name of a display but not its socket */
export function hasDisplay(
  platform: NodeJS.Platform,
  env: DisplayEnv,
  exists: (path: string) => boolean = existsSync,
): boolean {
  if (env.INTERLOCK_HEADLESS) return false;
  if (platform === 'darwin' || platform === 'win32') return !env.CI && !env.SSH_CONNECTION;
  const wayland = env.WAYLAND_DISPLAY;
  if (wayland && exists(isAbsolute(wayland) ? wayland : join(env.XDG_RUNTIME_DIR ?? '', wayland))) return true;
  const local = /^(?:unix)?:(?<number>\d+)/.exec(env.DISPLAY ?? '')?.groups?.['number'];
  return local === undefined ? Boolean(env.DISPLAY) : exists(`/tmp/.X11-unix/X${local}`);
}
