/**
 * The languages that everything is said in. Runs wherever something is said, and brings none of the texts along. Pure.
 */

/** As in `<html lang>`. */
export type Language = 'en' | 'zh-CN';

/** The language to begin with for somebody whose browser prefers `preferred` (as `navigator.languages`). */
export function languageFor(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const [primary] = tag.toLowerCase().split('-');
    if (primary === 'zh') return 'zh-CN';
    if (primary === 'en') return 'en';
  }
  return 'en';
}
