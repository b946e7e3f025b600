/**
 * Makes an extension page follow the chosen language: its texts, `<html lang>` and its title. Runs in extension pages.
 */
import { effect } from '@preact/signals';
import { type Key, language, setLanguage, t } from './i18n.ts';
import { followLanguage, type LanguageStorage } from './stored-language.ts';

/** Resolves when the page may be drawn: the stored language is loaded. */
export async function followPageLanguage(
  storage: LanguageStorage,
  title: Extract<Key, `${string}.pageTitle`>,
): Promise<void> {
  await followLanguage(storage, navigator.languages, setLanguage);
  effect(() => {
    document.documentElement.lang = language.value;
    document.title = t(title);
  });
}
