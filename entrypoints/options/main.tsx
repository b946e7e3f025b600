/**
 * The options page: connects to the background and draws.
 */
import { render } from 'preact';
import browser from 'webextension-polyfill';
import { UI_PORT } from '../background/ui-messages.ts';
import { followPageLanguage } from '../ui/i18n/follow-page.ts';
import { storeLanguage } from '../ui/i18n/stored-language.ts';
import { App } from './app.tsx';
import { Model } from './model.ts';
import '../ui/theme.css';
import './style.css';

const root = document.getElementById('app');
if (root === null) throw new Error('The options page has no place to draw in.');

const model = new Model(() => browser.runtime.connect({ name: UI_PORT }));
addEventListener('beforeunload', (event) => {
  if (model.unsaved) event.preventDefault();
});
await followPageLanguage(browser.storage, 'common.pageTitle');
render(<App model={model} chooseLanguage={(language) => storeLanguage(browser.storage, language)} />, root);
