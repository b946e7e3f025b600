/**
 * Keeps the language a person chose in the extension's storage, and follows it: a change in one page shows in all. Nothing
 * stored means the browser's language. Runs in extension pages, in the background and in the bridge; brings no texts along.
 */
import { type Language, languageFor } from './language.ts';

/** The part of a browser's storage API that is used here. */
export interface LanguageStorage {
  readonly local: {
    get(key: string): Promise<Record<string, unknown>>;
    set(items: Record<string, unknown>): Promise<void>;
    remove(key: string): Promise<void>;
  };
  readonly onChanged: {
    addListener(
      listener: (changes: Readonly<Record<string, { readonly newValue?: unknown }>>, area: string) => void,
    ): void;
  };
}

/** What a person has chosen: a language, or nothing, which leaves it to the browser. */
export type LanguageChoice = Language | 'browser';

const KEY = 'language';

/** What shows a language; rejects when it cannot. */
type Show = (language: Language) => Promise<void>;

/** Shows the stored language, now and whenever another is stored. Resolves when the first one is shown; never rejects. */
export async function followLanguage(
  storage: LanguageStorage,
  preferred: readonly string[],
  show: Show,
): Promise<void> {
  const follow = (stored: unknown): Promise<void> => show(known(stored) ?? languageFor(preferred));
  storage.onChanged.addListener((changes, area) => {
    const change = changes[KEY];
    if (area === 'local' && change !== undefined) follow(change.newValue).catch(report);
  });
  try {
    await follow((await storage.local.get(KEY))[KEY]);
  } catch (error) {
    report(error);
    await follow(undefined).catch(report);
  }
}

/** The choice that is stored. Rejects when the storage does. */
export async function storedLanguage(storage: Pick<LanguageStorage, 'local'>): Promise<LanguageChoice> {
  return known((await storage.local.get(KEY))[KEY]) ?? 'browser';
}

/** Stores a choice; `followLanguage` then shows it, here and elsewhere. Rejects when the storage does. */
export async function storeLanguage(storage: Pick<LanguageStorage, 'local'>, choice: LanguageChoice): Promise<void> {
  await (choice === 'browser' ? storage.local.remove(KEY) : storage.local.set({ [KEY]: choice }));
}

const known = (stored: unknown): Language | null => (stored === 'en' || stored === 'zh-CN' ? stored : null);

function report(error: unknown): void {
  console.error('Interlock: the language could not be read or shown.', error);
}
