/**
 * Expressions that are only text, with or without anchors, as the string tests they are. Anything else gives null.
 */
import { finderFor } from './find.ts';

const PLAIN = /^(\^?)((?:[^\\.+*?()|[\]{}^$\ud800-\udfff]|\\[!-/:-@[-`{-~])*)(\$?)$/;

/**
 * The test of an expression like `^git `, `\.env$` or `rm -rf`. A leading `.*` (or trailing) adds nothing to an unanchored search.
 * Surrogates are left to the automaton: half a pair must not match.
 */
export function plainTest(source: string): ((text: string) => boolean) | null {
  const found = PLAIN.exec(source.replace(/^(?:\.\*)+/, '').replace(/(?:\.\*)+$/, ''));
  if (found === null) return null;
  const [, begin, escaped = '', end] = found;
  const text = escaped.replace(/\\(.)/gs, '$1');
  if (begin !== '' && end !== '') return (value) => value === text;
  if (begin !== '') return (value) => value.startsWith(text);
  if (end !== '') return (value) => value.endsWith(text);
  const find = finderFor(text);
  return (value) => find(value, 0) >= 0;
}
