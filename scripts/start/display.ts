/** Whether a window could be seen by anybody. */

export function hasDisplay(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['INTERLOCK_HEADLESS']) return false;
  if (platform === 'darwin' || platform === 'win32') return !env['CI'] && !env['SSH_CONNECTION'];
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}
