/**
 * What the options page gets from the browser, played: every permission is given, files go nowhere, the journal is made up.
 */
import type { BrowserActions } from '../../entrypoints/options/browser-actions.ts';
import { setLanguage } from '../../entrypoints/ui/i18n/i18n.ts';

/** How many entries the made-up journal has. */
export const JOURNAL_LENGTH = 0;

export const fakeBrowser: BrowserActions = {
  chooseLanguage: setLanguage,
  permit: async () => true,
  openStore: async () => ({
    newest: async () => JOURNAL_LENGTH - 1,
    journal: () =>
      (async function* () {
        yield* [];
      })(),
  }),
  save: () => undefined,
};
