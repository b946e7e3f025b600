/**
 * What the options page asks of the browser. Given from outside, so that views can be looked at without an extension.
 */
import type { LanguageChoice } from '../ui/i18n/stored-language.ts';
import type { JournalStore } from '../ui/journal-store.ts';

export interface BrowserActions {
  /** Stores the choice; what is shown follows it. */
  readonly chooseLanguage: (choice: LanguageChoice) => Promise<void>;
  /** The choice that is stored. Rejects when the storage does. */
  readonly languageChoice: () => Promise<LanguageChoice>;
  /**
   * Asks the person whether the extension may be on these origins. To be called in the very click that wants it: browsers
   * ask only then. False when they said no.
   */
  readonly permit: (origins: readonly string[]) => Promise<boolean>;
  /** The stored state, to be read only: whoever wants something changed asks the background. */
  readonly openStore: () => Promise<JournalStore>;
  /** Hands the person a file. */
  readonly save: (name: string, content: Blob) => void;
}
