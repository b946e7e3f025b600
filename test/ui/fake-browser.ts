/**
 * What the options page gets from the browser, played: every permission is given, files go nowhere, the journal is made up.
 */
import type { BrowserActions } from '../../entrypoints/options/browser-actions.ts';
import { setLanguage } from '../../entrypoints/ui/i18n/i18n.ts';
import { journalEntry } from './journal-entries.ts';

/** As Chromium puts it. */
const WHY = 'UnknownError: Internal error opening backing store for indexedDB.open.';

/** What the scene's journal is: so many entries, or a store that cannot be opened. */
export function fakeBrowser(journal: number | 'broken'): BrowserActions {
  return {
    chooseLanguage: (choice) => setLanguage(choice === 'browser' ? 'en' : choice),
    languageChoice: async () => 'en',
    permit: async () => true,
    async openStore() {
      if (journal === 'broken') throw new Error(`Cannot use store "interlock": ${WHY}`);
      return {
        newest: async () => journal - 1,
        async *journal(from = 0) {
          for (let seq = from; seq < journal; seq++) yield journalEntry(seq);
        },
        close: async () => undefined,
      };
    },
    save: () => undefined,
  };
}
