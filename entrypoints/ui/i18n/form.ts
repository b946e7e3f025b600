/**
 * English sentences found by their form. A form is a sentence with `{0}`, `{1}`, … for what was filled in; a translation of it
 * says what becomes of each place: `{0}` stays as it is, `{0:kind}` is put into words by its kind. Pure.
 */

export interface Form {
  /** What stands before, between and behind the places. */
  readonly fixed: readonly string[];
  readonly translation: string;
}

/** A translation's places. */
const PLACE = /\{(\d+)(?::(\w+))?\}/g;

/** A text in quotes, as JSON writes it: what stands in it is nobody's form. */
const QUOTED = /"(?:[^"\\]|\\.)*"/y;

/**
 * The forms of a table in the order in which they are tried: first those without places, then those that add a sentence to what
 * stands in their first place, then those that say most, for what says more fits less.
 */
export function formsOf(table: Readonly<Record<string, string>>): readonly Form[] {
  const rank = ({ fixed }: Form): number => {
    if (fixed.length === 1) return 0;
    return fixed[0] === '' && /^ \p{Lu}/u.test(fixed[1] ?? '') ? 1 : 2;
  };
  const length = ({ fixed }: Form): number => fixed.reduce((sum, part) => sum + part.length, 0);
  return Object.entries(table)
    .map(([form, translation]) => ({ fixed: form.split(/\{\d+\}/), translation }))
    .sort((a, b) => rank(a) - rank(b) || length(b) - length(a));
}

/** What was filled in, when `text` is of the form; else `null`. Takes time in proportion to the text. */
export function filledIn({ fixed }: Form, text: string): readonly string[] | null {
  const [first = '', ...rest] = fixed;
  if (rest.length === 0) return text === first ? [] : null;
  const last = rest.pop() ?? '';
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last) || end < first.length) return null;
  const values: string[] = [];
  let at = first.length;
  for (const part of rest) {
    const found = positionOf(part, text.slice(0, end), at);
    if (found < 0) return null;
    values.push(text.slice(at, found));
    at = found + part.length;
  }
  return [...values, text.slice(at, end)];
}

/** The translation with `values` in their places, each put into words by the kind of its place; `null` when one has none. */
export function inWords(
  { translation }: Form,
  values: readonly string[],
  word: (value: string, kind: string | undefined) => string | null,
): string | null {
  let complete = true;
  const shown = translation.replaceAll(PLACE, (_, index, kind) => {
    const put = word(values[Number(index)] ?? '', kind);
    complete &&= put !== null;
    return put ?? '';
  });
  return complete ? shown : null;
}

/** Where `part` first stands outside quotes; within them, when it stands nowhere else. */
function positionOf(part: string, text: string, from: number): number {
  for (let at = from; at < text.length; ) {
    if (text.startsWith(part, at)) return at;
    at = quoteEnd(text, at) ?? at + 1;
  }
  return text.indexOf(part, from);
}

/** Cuts at `separator` (which is left out), but not within quotes. */
export function cutAt(text: string, separator: RegExp): readonly string[] {
  const sticky = new RegExp(separator.source, 'y');
  const parts: string[] = [];
  let begun = 0;
  for (let at = 0; at < text.length; ) {
    sticky.lastIndex = at;
    const length = sticky.exec(text)?.[0].length ?? 0;
    if (length > 0) {
      parts.push(text.slice(begun, at));
      begun = at + length;
    }
    at = length > 0 ? begun : (quoteEnd(text, at) ?? at + 1);
  }
  return [...parts, text.slice(begun)];
}

function quoteEnd(text: string, at: number): number | null {
  if (text[at] !== '"') return null;
  QUOTED.lastIndex = at;
  const quoted = QUOTED.exec(text);
  return quoted === null ? null : at + quoted[0].length;
}
