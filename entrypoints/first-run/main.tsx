/**
 * The page that opens once, after the installation. It reads the journal and the titles of local tabs, calls no tool, changes
 * nothing, and loads nothing from outside.
 */
import { signal } from '@preact/signals';
import { render } from 'preact';
import browser from 'webextension-polyfill';
import { openIndexedDbStore } from '../../engine/state/stores/indexed-db.ts';
import { type StopView, UI_PORT } from '../background/ui-messages.ts';
import { followPageLanguage } from '../ui/i18n/follow-page.ts';
import { storeLanguage } from '../ui/i18n/stored-language.ts';
import { Link } from '../ui/link.ts';
import { App } from './app.tsx';
import { LiveCalls } from './live-calls.ts';
import '../ui/theme.css';
import './style.css';

/** What the local console of the project is called. */
const CONSOLE_TITLE = 'Agent console';

const root = document.getElementById('app');
if (root === null) throw new Error('The page has no place to draw in.');

const showConsole = signal<(() => void) | null>(null);
const findConsole = async (): Promise<void> => {
  const open = await browser.tabs.query({ title: `${CONSOLE_TITLE}*` }).catch((error: unknown) => {
    console.error('Interlock: the open tabs cannot be looked through.', error);
    return [];
  });
  const id = open[0]?.id;
  showConsole.value = id === undefined ? null : () => browser.tabs.update(id, { active: true });
};
browser.tabs.onUpdated.addListener(findConsole);
browser.tabs.onRemoved.addListener(findConsole);

const stop = signal<StopView | null>(null);
const live = new LiveCalls(() => openIndexedDbStore({ name: 'interlock' }));
new Link({
  connect: () => browser.runtime.connect({ name: UI_PORT }),
  watch: [{ type: 'watch_journal' }, { type: 'watch_stop' }],
  receive: (reply) => {
    if (reply.type === 'journal') live.grown(reply.newest);
    else if (reply.type === 'stop') stop.value = reply.stop;
  },
  // Connected again, it is told anew how far the journal has come.
  lost: () => undefined,
});
await followPageLanguage(browser.storage, 'firstRun.pageTitle');
await findConsole();
render(
  <App
    openOptions={() => browser.runtime.openOptionsPage()}
    showConsole={showConsole}
    live={live}
    stop={stop}
    chooseLanguage={(language) => storeLanguage(browser.storage, language)}
  />,
  root,
);
