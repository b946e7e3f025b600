/**
 * What the options page asks of the browser. Given from outside, so that views can be looked at without an extension.
 */
import type { Language } from '../ui/i18n/language.ts';
import type { JournalStore } from '../ui/journal-store.ts';

export interface BrowserActions {
  /** Stores the choice; what is shown follows it. */
  readonly chooseLanguage: (language: Language) => Promise<void>;
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
