/**
 * The background: a service worker in Chromium, an event page in Firefox. Wires browser events to the parts, and stops there.
 *
 * INVARIANT: every listener is registered while this script first runs; the browser wakes a worker only for those.
 */
import browser from 'webextension-polyfill';
import { defineBackground } from 'wxt/utils/define-background';
import { openIndexedDbStore } from '../../engine/state/stores/indexed-db.ts';
import { setLanguage } from '../ui/i18n/i18n.ts';
import { followLanguage } from '../ui/i18n/stored-language.ts';
import { keepBadge } from './badge.ts';
import { type PageUse, readPageUse } from './coverage.ts';
import { Endings } from './endings.ts';
import { GuardService } from './guard-service.ts';
import { InstanceBoard } from './instance-board.ts';
import { KillSwitch } from './kill-switch.ts';
import { keepNotifying, WAITING_NOTIFICATION } from './notifications.ts';
import { openView } from './open-view.ts';
import type { CurrentPage } from './overview.ts';
import { PageCalls, type PageCallsOptions } from './page-calls.ts';
import { PAGE_PORT } from './page-messages.ts';
import { servePage } from './page-port.ts';
import { isOwnPage } from './ports.ts';
import { SessionMemory } from './session-memory.ts';
import { SettingsStore } from './settings-store.ts';
import { pagesOf } from './site-pages.ts';
import { SiteScripts } from './site-scripts.ts';
import { stopAll } from './stop.ts';
import { keepSweeping, SWEEP_ALARM } from './sweeps.ts';
import { LOOKING_PORT, type SeenPage, UI_PORT } from './ui-messages.ts';
import { serveUi } from './ui-port.ts';

/** How long a call waits for its page to reconnect before it is withdrawn. */
const GRACE_MS = 5_000;

/** Name of the keyboard shortcut in the manifest. */
const STOP_COMMAND = 'stop-all-calls';

export default defineBackground(main);

function main(): void {
  const settings = new SettingsStore(browser.storage.local);
  const killSwitch = new KillSwitch(browser.storage.local);
  const service = new GuardService({
    settings,
    killSwitch,
    openStore: () => openIndexedDbStore({ name: 'interlock' }),
    loadMemory: () => SessionMemory.load(browser.storage.session),
    session: browser.storage.session,
  });
  const calls = service
    .memory()
    .then((memory) => new PageCalls({ memory, withdraw, goesOn, graceMs: GRACE_MS, later }));
  const withdraw = (call: { readonly thread: string; readonly call: string }, why: string): Promise<void> =>
    service.withdraw(call.thread, call.call, why);
  const goesOn: PageCallsOptions['goesOn'] = (call, place) => service.turns.isOut(place, call);
  const endings = new Endings(service);
  const board = new InstanceBoard(service);
  const siteScripts = new SiteScripts(
    browser.permissions,
    browser.scripting,
    browser.runtime.getManifest().host_permissions ?? [],
  );
  const updateBadge = keepBadge(browser.action, service);
  const sweep = keepSweeping({ service, alarms: browser.alarms, later });
  const popup = browser.runtime.getURL('/popup.html');
  const looking = new Set<unknown>();
  const notifying = keepNotifying({
    service,
    notifications: browser.notifications,
    iconUrl: browser.runtime.getURL('/icon/128.png'),
    watched: () => looking.size > 0,
    later,
  });
  const own = { id: browser.runtime.id, base: browser.runtime.getURL('') };

  const currentPage = async (tab: number): Promise<CurrentPage | null> => {
    const url = await browser.tabs.get(tab).then(
      (found) => found.url,
      () => undefined, // The tab is gone.
    );
    if (url === undefined || !URL.canParse(url)) return null;
    return { url, told: (await service.memory()).toldMode(tab, new URL(url).origin) };
  };

  const pageUse = async (tab: number): Promise<PageUse> => {
    const [main] = await browser.scripting.executeScript({ target: { tabId: tab }, func: readPageUse });
    // What comes back is what `readPageUse`, our own function, gave.
    return main?.result as PageUse;
  };

  const titleOf = (tab: number): Promise<string | null> =>
    browser.tabs.get(tab).then(
      ({ title }) => title ?? null,
      () => null, // The tab is gone.
    );

  const reconcile = async (): Promise<void> => {
    const { settings: known } = await service.forces();
    if (known !== null) await siteScripts.reconcile(known);
  };
  const permissionsChanged = (): void => {
    // Reloading tells pages and views; what is permitted is part of what they show.
    service.reload().then(reconcile).catch(report);
  };
  browser.permissions.onAdded.addListener(permissionsChanged);
  browser.permissions.onRemoved.addListener(permissionsChanged);

  const openPages = async (match: string): Promise<readonly SeenPage[]> =>
    pagesOf(match, await browser.tabs.query({}), await service.memory());

  /** The tab of the call that has waited longest. */
  const oldestTab = async (): Promise<number | undefined> => {
    const [oldest] = await service.waiting();
    return oldest === undefined ? undefined : (await service.memory()).thread(oldest.thread)?.tab;
  };

  /** Opens the view, about that tab; about none when that cannot be told, which the view says. */
  const openOldest = async (): Promise<void> => {
    const tab = await oldestTab().catch((error: unknown) => {
      report(error);
      return undefined;
    });
    await openView(browser, popup, tab);
  };

  browser.runtime.onConnect.addListener((port) => {
    if (port.name === PAGE_PORT) {
      servePage(port, service, calls);
    } else if (port.name === UI_PORT && isOwnPage(port.sender, own)) {
      serveUi(port, {
        board,
        pageUse,
        service,
        settings,
        killSwitch,
        endings,
        siteScripts,
        pagesOf: openPages,
        currentPage,
        titleOf,
        later,
      });
    } else if (port.name === LOOKING_PORT && isOwnPage(port.sender, own)) {
      looking.add(port);
      notifying.seen();
      port.onDisconnect.addListener(() => looking.delete(port));
    } else {
      console.warn('Interlock: a connection was refused.', port.name, port.sender?.url);
      port.disconnect();
    }
  });
  browser.storage.onChanged.addListener((changes, area) => {
    if (area === 'local' && 'settings' in changes) service.reload().then(reconcile).catch(report);
  });
  browser.tabs.onRemoved.addListener((tab) => {
    calls.then((known) => known.tabGone(tab)).catch(report);
  });
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === SWEEP_ALARM) sweep().catch(report);
  });

  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') browser.tabs.create({ url: '/first-run.html' }).catch(report);
  });

  browser.commands.onCommand.addListener((command) => {
    // The shortcut only ever stops: lifting takes a decision in the popup.
    if (command === STOP_COMMAND) stopAll(service, killSwitch, 'shortcut').catch(report);
  });

  browser.notifications.onClicked.addListener((id) => {
    if (id === WAITING_NOTIFICATION) openOldest().catch(report);
  });

  const inherit = async (): Promise<void> => {
    const unfinished = await service.unfinished();
    (await calls).inherit(unfinished);
    await service.endSwitchedOff();
  };
  Promise.all([updateBadge(), sweep(), inherit(), reconcile(), speak()]).catch(report);
}

/** The person's language, for what the background itself says to them. */
function speak(): Promise<void> {
  return followLanguage(browser.storage, [browser.i18n.getUILanguage()], setLanguage);
}

function later(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

function report(error: unknown): void {
  console.error('Interlock:', error);
}
