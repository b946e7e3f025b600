/**
 * The word that was probably meant.
 */
import { distance } from 'fastest-levenshtein';
import { type Message, msg } from '../say.ts';

/** Longer than any word of the language; nothing that long is a slip of the finger. */
const LONGEST = 64;

/** "Did you mean "x"?" for the nearest of `words`, if one is near enough to be a slip. */
export function didYouMean(written: string, words: Iterable<string>): Message | undefined {
  const near = nearest(written, words);
  return near === undefined ? undefined : msg`Did you mean "${near}"?`;
}

/** The nearest of `words` that is at most a third of its letters away, and one in the shortest words; undefined when none is. */
export function nearest(written: string, words: Iterable<string>): string | undefined {
  if (written.length > LONGEST) return undefined;
  const bare = plain(written);
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const word of words) {
    if (word.length > LONGEST || word === written) continue;
    const steps = slips(bare, plain(word));
    if (steps < least && steps <= Math.max(1, Math.floor(Math.max(word.length, written.length) / 3))) {
      best = word;
      least = steps;
    }
  }
  return best;
}

/** Edits from one to the other; letters in another order are one slip, however many. */
function slips(a: string, b: string): number {
  return a !== b && letters(a) === letters(b) ? 1 : distance(a, b);
}

const letters = (word: string): string => [...word].sort().join('');

/** Case and separators are not what people get wrong: `onViolation`, `on-violation` and `on_violation` are one word. */
const plain = (word: string): string => word.toLowerCase().replaceAll(/[\s_-]/g, '');
