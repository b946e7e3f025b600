/**
 * Skipping: in a state that most characters lead back to, the next character that leads out can be found by the runtime's own
 * search, which is many times faster than the table.
 */
import type { Alphabet } from './alphabet.ts';

/** From `at` (a unit about to be read), the place of the next unit that must be looked at; the edge of the text if there is none. */
export type Skip = (text: string, at: number) => number;

interface Units {
  readonly low: number;
  readonly high: number;
}

/** The skip of a state that leaves itself on the classes in `exits`, or null where the table is as good. */
export function skipFor(alphabet: Alphabet, exits: ReadonlySet<number>, backward: boolean): Skip | null {
  const units = exitUnits(alphabet, exits);
  const [only] = units;
  if (only === undefined) return backward ? () => -1 : (text) => text.length;
  if (units.length === 1 && only.low === only.high) {
    const char = String.fromCharCode(only.low);
    if (backward) return (text, at) => (at < 0 ? -1 : text.lastIndexOf(char, at));
    return (text, at) => orEnd(text.indexOf(char, at), text);
  }
  return backward ? null : classSkip(units);
}

/** One class of units without repetition: the runtime's regular expressions scan it without ever going back. */
function classSkip(units: readonly Units[]): Skip {
  const hex = (unit: number) => `\\u${unit.toString(16).padStart(4, '0')}`;
  const search = new RegExp(`[${units.map(({ low, high }) => `${hex(low)}-${hex(high)}`).join('')}]`, 'g');
  return (text, at) => {
    search.lastIndex = at;
    return search.test(text) ? search.lastIndex - 1 : text.length;
  };
}

function orEnd(found: number, text: string): number {
  return found < 0 ? text.length : found;
}

/** The units that may begin an exit. All surrogates do if any code point made of them does. */
function exitUnits(alphabet: Alphabet, exits: ReadonlySet<number>): readonly Units[] {
  const units: Units[] = [];
  let surrogates = false;
  for (const { low, high, cls } of alphabet.ranges) {
    if (!exits.has(cls)) continue;
    if (low < 0xd800) units.push({ low, high: Math.min(high, 0xd7ff) });
    if (high >= 0xe000 && low <= 0xffff) units.push({ low: Math.max(low, 0xe000), high: Math.min(high, 0xffff) });
    if (high > 0xffff || (low <= 0xdfff && high >= 0xd800)) surrogates = true;
  }
  return surrogates ? [...units, { low: 0xd800, high: 0xdfff }] : units;
}
