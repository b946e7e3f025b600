/**
 * The options page: connects to the background and draws.
 */
import { render } from 'preact';
import browser from 'webextension-polyfill';
import { openIndexedDbStore } from '../../engine/state/stores/indexed-db.ts';
import { UI_PORT } from '../background/ui-messages.ts';
import { followPageLanguage } from '../ui/i18n/follow-page.ts';
import { storedLanguage, storeLanguage } from '../ui/i18n/stored-language.ts';
import { App } from './app.tsx';
import type { BrowserActions } from './browser-actions.ts';
import { draftStore } from './machines/draft-store.ts';
import { Model } from './model.ts';
import '../ui/theme.css';
import './style.css';

const root = document.getElementById('app');
if (root === null) throw new Error('The options page has no place to draw in.');

const model = new Model(() => browser.runtime.connect({ name: UI_PORT }), draftStore(localStorage));
addEventListener('beforeunload', (event) => {
  if (model.unsaved) event.preventDefault();
});
const actions: BrowserActions = {
  chooseLanguage: (choice) => storeLanguage(browser.storage, choice),
  languageChoice: () => storedLanguage(browser.storage),
  permit: (origins) => browser.permissions.request({ origins: [...origins] }),
  openStore: () => openIndexedDbStore({ name: 'interlock' }),
  save(name, content) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(content);
    link.download = name;
    link.click();
    // The browser has taken hold of the content by then.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  },
};
await followPageLanguage(browser.storage, 'common.pageTitle');
render(<App model={model} browser={actions} />, root);
