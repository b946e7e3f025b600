/**
 * Code points that an automaton cannot tell apart share a class, so that its table stays small.
 */
import { BEGIN_LINE, END_LINE, type Nfa, NO_WORD_BOUNDARY, WORD_BOUNDARY } from './nfa.ts';

/** What a position's assertions want to know about the character beside it. */
export const KIND = { edge: 0, other: 1, newline: 2, word: 3 };

/** Work allowed for one alphabet; expressions beyond it are left to re2js. */
const MAX_COMPARISONS = 1_000_000;
const MAX_POINT = 0x10ffff;

export interface Alphabet {
  /** Number of classes. */
  readonly size: number;
  /** Class of each unit below 256. */
  readonly latin: Uint16Array;
  /** Class of any code point, a lone surrogate included. */
  classOf(codePoint: number): number;
  /** Which tests each class passes. */
  readonly passes: readonly ReadonlySet<number>[];
  /** `KIND` of each class; always `other` when the automaton has no such assertions. */
  readonly kinds: readonly number[];
  /** Inclusive code point ranges, in order and without gaps, with their class. */
  readonly ranges: readonly { readonly low: number; readonly high: number; readonly cls: number }[];
}

/** The alphabet of an automaton, or null when it would be too large. */
export function alphabetOf(nfa: Nfa): Alphabet | null {
  const asksLine = (nfa.assertions & (BEGIN_LINE | END_LINE)) !== 0;
  const asksWord = (nfa.assertions & (WORD_BOUNDARY | NO_WORD_BOUNDARY)) !== 0;
  const starts = rangeStarts(nfa, asksLine, asksWord);
  if (starts.length * nfa.tests.length > MAX_COMPARISONS) return null;
  const classes = new Map<string, number>();
  const passes: ReadonlySet<number>[] = [];
  const kinds: number[] = [];
  const ranges = starts.map((low, at) => {
    const passed = nfa.tests.flatMap((test, index) => (test.accepts(low) ? [index] : []));
    const kind = kindOf(low, asksLine, asksWord);
    const name = `${kind}:${passed.join()}`;
    let cls = classes.get(name);
    if (cls === undefined) {
      cls = passes.push(new Set(passed)) - 1;
      classes.set(name, cls);
      kinds.push(kind);
    }
    return { low, high: (starts[at + 1] ?? MAX_POINT + 1) - 1, cls };
  });
  const classOf = finder(
    starts,
    Uint16Array.from(ranges, ({ cls }) => cls),
  );
  const latin = Uint16Array.from({ length: 256 }, (_, unit) => classOf(unit));
  return { size: passes.length, latin, classOf, passes, kinds, ranges };
}

function rangeStarts(nfa: Nfa, asksLine: boolean, asksWord: boolean): readonly number[] {
  const starts = new Set([0]);
  const cut = (low: number, high: number) => {
    starts.add(low);
    if (high < MAX_POINT) starts.add(high + 1);
  };
  for (const { runes } of nfa.tests)
    for (let at = 0; at < runes.length; at += 2) cut(runes[at] ?? 0, runes[at + 1] ?? 0);
  if (asksLine) cut(0x0a, 0x0a);
  if (asksWord) {
    cut(0x30, 0x39);
    cut(0x41, 0x5a);
    cut(0x5f, 0x5f);
    cut(0x61, 0x7a);
  }
  return [...starts].sort((a, b) => a - b);
}

/** Word characters are ASCII, as in RE2. */
function kindOf(codePoint: number, asksLine: boolean, asksWord: boolean): number {
  if (asksLine && codePoint === 0x0a) return KIND.newline;
  return asksWord && codePoint < 128 && /\w/.test(String.fromCharCode(codePoint)) ? KIND.word : KIND.other;
}

/** Binary search for the last start that is not above the code point. */
function finder(starts: readonly number[], classes: Uint16Array): (codePoint: number) => number {
  return (codePoint) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= codePoint) low = middle;
      else high = middle - 1;
    }
    return classes[low] ?? 0;
  };
}
