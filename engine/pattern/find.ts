/**
 * Search for a fixed text. Always linear in the searched text, and without the bad cases of V8's `indexOf`: it restarts a
 * vectored scan at every false start (`ab` in a megabyte of `a` takes a thousand times the scan for `b`), and for needles
 * beyond the 250 units its tables cover it degrades to needle times text.
 */

/** Like `text.indexOf(needle, from)` for a needle that is fixed. */
export type Finder = (text: string, from: number) => number;

/** In texts up to this length `indexOf` has no time to go wrong. */
const SHORT_TEXT = 2_000;
/** A compiled expression goes back at most over this many units at each place. */
const SHORT_NEEDLE = 8;
const LONG_NEEDLE = 200;

/** The best search for `needle`. */
export function finderFor(needle: string): Finder {
  const search = (text: string, from: number) => text.indexOf(needle, from);
  if (needle.length < 2) return search;
  const slow =
    needle.length <= SHORT_NEEDLE ? expressionFinder(needle) : needle.length > LONG_NEEDLE ? kmpFinder(needle) : search;
  return (text, from) => (text.length <= SHORT_TEXT ? text.indexOf(needle, from) : slow(text, from));
}

/** The needle as a native expression without repetition; the class at its end keeps V8 from running it as `indexOf`. */
function expressionFinder(needle: string): Finder {
  const units = Array.from(
    { length: needle.length },
    (_, at) => `\\u${needle.charCodeAt(at).toString(16).padStart(4, '0')}`,
  );
  const expression = new RegExp(`${units.slice(0, -1).join('')}[${units.at(-1) ?? ''}]`, 'g');
  return (text, from) => {
    expression.lastIndex = from;
    return expression.test(text) ? expression.lastIndex - needle.length : -1;
  };
}

/** Knuth-Morris-Pratt. */
function kmpFinder(needle: string): Finder {
  let table: Int32Array | null = null;
  return (text, from) => {
    table ??= borders(needle);
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && needle.charCodeAt(matched) !== unit) matched = table[matched - 1] ?? 0;
      if (needle.charCodeAt(matched) === unit) matched++;
      if (matched === needle.length) return at - matched + 1;
    }
    return -1;
  };
}

/** For each prefix of the needle, the length of its longest proper border. */
function borders(needle: string): Int32Array {
  const table = new Int32Array(needle.length);
  for (let at = 1, matched = 0; at < needle.length; at++) {
    while (matched > 0 && needle.charCodeAt(matched) !== needle.charCodeAt(at)) matched = table[matched - 1] ?? 0;
    if (needle.charCodeAt(matched) === needle.charCodeAt(at)) matched++;
    table[at] = matched;
  }
  return table;
}
