/**
 * How the extension is built: Manifest V3 for Chromium and Firefox from the same folders.
 *
 * `imports: false`: nothing is imported that the source does not name, so readers and Deno can resolve every name.
 * The manifest asks for little: local addresses only; every other site is a permission the user grants when adding it.
 */
import { defineConfig } from 'wxt';

/** Local addresses, guarded from the start. The site list of the settings begins with the same patterns. */
const LOCAL_ADDRESSES = ['*://localhost/*', '*://127.0.0.1/*', '*://[::1]/*'];

export default defineConfig({
  imports: false,
  manifestVersion: 3,
  hooks: {
    // The popup is opened again and again, and each file costs it milliseconds: it is built by itself, as one script beside
    // those that are loaded when they are wanted.
    'entrypoints:grouped'(_, groups) {
      const pages = groups.find((group) => Array.isArray(group) && group.some(({ name }) => name === 'popup'));
      if (!Array.isArray(pages) || pages.length === 1) return;
      const at = pages.findIndex(({ name }) => name === 'popup');
      groups.push(pages.splice(at, 1));
    },
    'vite:build:extendConfig'(entrypoints, { build }) {
      const output = build?.rollupOptions?.output;
      if (entrypoints.length > 1 || entrypoints[0]?.name !== 'popup' || output === undefined) return;
      Object.assign(output, { codeSplitting: { groups: [{ name: 'popup', tags: ['$initial'] }] } });
    },
  },
  manifest: ({ browser }) => ({
    // Texts of `public/_locales`: the browser shows them in its own language.
    name: '__MSG_name__',
    description: '__MSG_description__',
    default_locale: 'en',
    permissions: ['storage', 'alarms', 'scripting', 'notifications', ...(browser === 'firefox' ? [] : ['sidePanel'])],
    host_permissions: LOCAL_ADDRESSES,
    // Asked for host by host, when the person adds a site.
    optional_host_permissions: ['*://*/*'],
    action: { default_title: '__MSG_name__' },
    commands: {
      // Keys that Chrome and Firefox leave free: theirs come first. The popup begins with the oldest call.
      _execute_action: { suggested_key: { default: 'Alt+Shift+L' } },
      'stop-all-calls': {
        suggested_key: { default: 'Alt+Shift+K' },
        description: '__MSG_stopAllCalls__',
      },
    },
    ...(browser === 'firefox'
      ? {
          sidebar_action: { default_panel: 'popup.html', default_title: '__MSG_name__', open_at_install: false },
          browser_specific_settings: {
            gecko: {
              id: 'interlock@interlock.dev',
              // The first version that runs content scripts in the page's own world.
              strict_min_version: '128.0',
              data_collection_permissions: { required: ['none'] },
            },
          },
        }
      : // `light-dark()` in the pages' style sheets.
        { side_panel: { default_path: 'popup.html' }, minimum_chrome_version: '123' }),
  }),
});
