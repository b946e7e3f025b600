/**
 * The popup: connects to the background and draws. `?tab=N` says which tab it is about when it is not opened from the toolbar.
 */
import { render } from 'preact';
import browser from 'webextension-polyfill';
import { UI_PORT } from '../background/ui-messages.ts';
import { followPageLanguage } from '../ui/i18n/follow-page.ts';
import { App } from './app.tsx';
import { Model } from './model.ts';
import '../ui/theme.css';
import './style.css';

const root = document.getElementById('app');
if (root === null) throw new Error('The popup page has no place to draw in.');

const model = new Model({
  connect: () => browser.runtime.connect({ name: UI_PORT }),
  tab: await currentTab(),
});
await followPageLanguage(browser.storage, 'popup.pageTitle');
render(<App model={model} browser={{ openOptions, showTab }} />, root);

async function currentTab(): Promise<number | null> {
  const named = new URLSearchParams(location.search).get('tab');
  if (named !== null && /^\d+$/.test(named)) return Number(named);
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? null;
}

function openOptions(): void {
  browser.runtime.openOptionsPage();
}

async function showTab(id: number): Promise<void> {
  const tab = await browser.tabs.update(id, { active: true });
  if (tab.windowId !== undefined) await browser.windows.update(tab.windowId, { focused: true });
}
