/**
 * Text search whose time is linear whatever the text: the runtime's `indexOf` for short needles, Knuth-Morris-Pratt for long
 * ones, on which V8's search (its tables cover 250 units) degrades to needle times text.
 */

const LONG = 200;
const tables = new Map<string, Int32Array>();
const MAX_TABLES = 50;

/** Like `text.indexOf(needle, from)`. */
export function findText(text: string, needle: string, from: number): number {
  if (needle.length <= LONG) return text.indexOf(needle, from);
  const table = borders(needle);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && needle.charCodeAt(matched) !== unit) matched = table[matched - 1] ?? 0;
    if (needle.charCodeAt(matched) === unit) matched++;
    if (matched === needle.length) return at - matched + 1;
  }
  return -1;
}

/** For each prefix of the needle, the length of its longest proper border. */
function borders(needle: string): Int32Array {
  const known = tables.get(needle);
  if (known !== undefined) return known;
  const table = new Int32Array(needle.length);
  for (let at = 1, matched = 0; at < needle.length; at++) {
    while (matched > 0 && needle.charCodeAt(matched) !== needle.charCodeAt(at)) matched = table[matched - 1] ?? 0;
    if (needle.charCodeAt(matched) === needle.charCodeAt(at)) matched++;
    table[at] = matched;
  }
  if (tables.size >= MAX_TABLES) tables.clear();
  tables.set(needle, table);
  return table;
}
