/**
 * The bridge: stands between the interceptor in the page's world and the background. It relays, and nothing else.
 *
 * Runs in the isolated world, from before the page's first script.
 */
import browser from 'webextension-polyfill';
import { defineContentScript } from 'wxt/utils/define-content-script';
import { type BridgeNotice, PAGE_PORT, type PageReply } from '../background/page-messages.ts';
import { languageFor } from '../ui/i18n/language.ts';
import { followLanguage } from '../ui/i18n/stored-language.ts';
import { followAsks } from './asks.ts';
import { meetInterceptor } from './handshake.ts';
import { createNotice } from './notice.ts';
import { noticeText } from './notice-text.ts';
import { createRelay, type Relay } from './relay.ts';

export default defineContentScript({
  matches: ['*://localhost/*', '*://127.0.0.1/*', '*://[::1]/*'],
  runAt: 'document_start',
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  // WXT would announce the script to the page.
  noScriptStartedPostMessage: true,
  main() {
    let relay: Relay | null = null;
    const notice = createNotice(document, noticeText, languageFor(navigator.languages));
    // Never rejects.
    followLanguage(browser.storage, navigator.languages, async (language) => notice.speak(language));
    const asks = followAsks((tools) => notice.show(tools));
    const page = meetInterceptor(document, (message) => {
      asks.sent(message);
      relay?.fromPage(message);
    });
    relay = createRelay({
      connect: () => browser.runtime.connect({ name: PAGE_PORT }),
      // In a script that outlived its extension the runtime has lost its id.
      alive: () => browser.runtime?.id !== undefined,
      toPage: (message: PageReply | BridgeNotice) => {
        asks.heard(message);
        page.post(message);
      },
      later: (work, ms) => setTimeout(work, ms),
    });
    // The only way to hear that a site is guarded again: a page that is not guarded sends nothing that would ask. A page
    // that comes out of the back-forward cache has heard nothing while it was in there.
    browser.storage.onChanged.addListener((_, area) => {
      if (area === 'local') relay?.wake();
    });
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) relay?.wake();
    });
  },
});
