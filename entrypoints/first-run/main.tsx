/**
 * The page that opens once, after the installation. Static: it asks nothing of the background and loads nothing from outside.
 */
import { render } from 'preact';
import browser from 'webextension-polyfill';
import { followPageLanguage } from '../ui/i18n/follow-page.ts';
import { storeLanguage } from '../ui/i18n/stored-language.ts';
import { App } from './app.tsx';
import '../ui/theme.css';
import './style.css';

/** What the local console of the project is called. */
const CONSOLE_TITLE = 'Agent console';

const root = document.getElementById('app');
if (root === null) throw new Error('The page has no place to draw in.');

await followPageLanguage(browser.storage, 'firstRun.pageTitle');
const open = await browser.tabs.query({ title: `${CONSOLE_TITLE}*` }).catch(() => []);
const found = open[0]?.id ?? null;
render(
  <App
    openOptions={() => browser.runtime.openOptionsPage()}
    showConsole={found === null ? null : () => browser.tabs.update(found, { active: true })}
    chooseLanguage={(language) => storeLanguage(browser.storage, language)}
  />,
  root,
);
