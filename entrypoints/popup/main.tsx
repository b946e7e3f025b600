/**
 * The popup, and the same page at the side of the window: connects to the background and draws. `?tab=N` says which tab it is about
 * when it is not opened from the toolbar; at the side it is about the tab that is looked at.
 */
import { render } from 'preact';
import browser from 'webextension-polyfill';
import { LOOKING_PORT, UI_PORT } from '../background/ui-messages.ts';
import { followPageLanguage } from '../ui/i18n/follow-page.ts';
import { App } from './app.tsx';
import { keepLooking } from './looking.ts';
import { Model } from './model.ts';
import { isPopup, panelOpener } from './panel.ts';
import type { Shortcuts } from './waiting/key-help.tsx';
import '../ui/theme.css';
import './style.css';

/** How long the first drawing waits for the background. */
const PATIENCE_MS = 50;
/** How long it waits before it looks again who looks. */
const AGAIN_MS = 500;

const root = document.getElementById('app');
if (root === null) throw new Error('The popup page has no place to draw in.');

const texts = followPageLanguage(browser.storage, 'popup.pageTitle');
const named = namedTab();
const [here] = await browser.tabs.query({ active: true, currentWindow: true });
const model = new Model({
  connect: () => browser.runtime.connect({ name: UI_PORT }),
  tab: named ?? here?.id ?? null,
});
document.documentElement.classList.toggle('from-toolbar', isPopup());
if (!isPopup() && named === null) followTabs(here?.windowId ?? null);
keepLooking({
  connect: () => browser.runtime.connect({ name: LOOKING_PORT }),
  seen: isSeen,
  listen: (change) => {
    document.addEventListener('visibilitychange', () => {
      change();
      // A window that comes back has the focus a moment later, and not every browser says so.
      setTimeout(change, AGAIN_MS);
    });
    browser.windows.onFocusChanged.addListener(change);
  },
  later: (work) => setTimeout(work, AGAIN_MS),
});
await texts;
// A worker that is awake answers within milliseconds: then the page is drawn once, and not first without anything in it.
await Promise.race([model.spoken(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
render(
  <App model={model} browser={{ openOptions, showTab, openPanel: panelOpener(here?.windowId ?? null), shortcuts }} />,
  root,
);

function namedTab(): number | null {
  const tab = new URLSearchParams(location.search).get('tab');
  return tab !== null && /^\d+$/.test(tab) ? Number(tab) : null;
}

function followTabs(window: number | null): void {
  browser.tabs.onActivated.addListener(({ tabId, windowId }) => {
    if (windowId === window) model.look(tabId);
  });
}

/** A popup that loses the focus is gone; a panel or a window stays while the person is in another program. */
async function isSeen(): Promise<boolean> {
  if (document.visibilityState !== 'visible') return false;
  return isPopup() || (await browser.windows.getCurrent()).focused;
}

function openOptions(): void {
  browser.runtime.openOptionsPage();
}

async function showTab(id: number): Promise<void> {
  const tab = await browser.tabs.update(id, { active: true });
  if (tab.windowId !== undefined) await browser.windows.update(tab.windowId, { focused: true });
}

async function shortcuts(): Promise<Shortcuts> {
  const all = await browser.commands.getAll();
  const of = (name: string): string => all.find((command) => command.name === name)?.shortcut ?? '';
  return { open: of('_execute_action'), stop: of('stop-all-calls') };
}
