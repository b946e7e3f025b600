/**
 * Telling by its text alone that a stretch of a stream holds nothing but words.
 *
 * Runs anywhere.
 */

/** A letter or underscore that JSON text spells as an escape: no serializer does, and a name may hide in it. */
const ESCAPED = /\\u00[4-7]/;

// Hardly any text has such an escape at all, and to look for fixed words is several times as fast.
export const hasEscapedName = (text: string): boolean => text.includes('\\u00') && ESCAPED.test(text);

/** Whether every `type` in the text is one of these; a value that is written with escapes is none of them. */
export function onlyTypes(types: readonly string[]): (text: string) => boolean {
  const names = types.map((type) => type.replaceAll('.', '\\.')).join('|');
  const other = new RegExp(`"type"(?!\\s*:\\s*"(?:${names})"\\s*[,}])`);
  return (text) => !other.test(text) && !hasEscapedName(text);
}
