/**
 * The page's history made true: splices unfolded, reminders at their places. Pure.
 */
import type { Reminder } from '../../tool-call.ts';
import type { Entry, ModelAdapter } from '../model-adapter.ts';
import { marksOf } from './marks.ts';
import { matches, type Splice, unfolded } from './splice.ts';

/** A reminder that stays where it was first put. */
export interface Placed {
  /** Id of the call behind whose result it stands. */
  readonly after: string;
  readonly reminder: Reminder;
}

export interface Truth {
  readonly entries: readonly Entry[];
  /** Splices that were found elsewhere than they were made, as they are now. */
  readonly moved: readonly Splice[];
  /** Names of splices whose place is gone from a history that is long enough to have it. */
  readonly dropped: readonly string[];
}

/** What the model is to read, given what the page sends. Nothing to change: `entries` is the same list. */
export function truthOf(
  adapter: ModelAdapter,
  entries: readonly Entry[],
  splices: readonly Splice[],
  placed: readonly Placed[],
): Truth {
  if (splices.length === 0 && placed.length === 0) return { entries, moved: [], dropped: [] };
  const marks = splices.length === 0 ? [] : marksOf(entries);
  const places = new Map<number, Splice>();
  const moved: Splice[] = [];
  const dropped: string[] = [];
  for (const splice of splices) {
    const at = placeOf(entries, marks, splice, places);
    if (at !== null && unfolded(adapter, entries, at, splice) !== null) {
      places.set(at, splice);
      const before = marks[at - 1] ?? '';
      if (at !== splice.at || before !== splice.before) moved.push({ ...splice, at, before });
    } else if (entries.length > splice.at) dropped.push(splice.name);
  }
  const whole: Entry[] = [];
  for (let at = 0; at < entries.length; ) {
    const splice = places.get(at);
    const put = splice === undefined ? null : unfolded(adapter, entries, at, splice);
    whole.push(...(put?.entries ?? entries.slice(at, at + 1)));
    at += put?.taken ?? 1;
  }
  return { entries: reminded(adapter, whole, placed), moved, dropped };
}

/** Where the splice belongs: where it was made, or the only other place that fits. */
function placeOf(
  entries: readonly Entry[],
  marks: readonly string[],
  splice: Splice,
  taken: ReadonlyMap<number, Splice>,
): number | null {
  const [first] = splice.shown;
  if (first === undefined) return null;
  const fits = (at: number): boolean => {
    const entry = entries[at];
    return entry !== undefined && !taken.has(at) && matches(entry, first);
  };
  if (fits(splice.at) && (marks[splice.at - 1] ?? '') === splice.before) return splice.at;
  const others = entries.flatMap((_, at) => (fits(at) ? [at] : []));
  const [only] = others;
  return others.length === 1 && only !== undefined ? only : null;
}

/** Puts the reminders behind the results they follow, in the order given. Those whose result is not there are left out. */
export function reminded(
  adapter: ModelAdapter,
  entries: readonly Entry[],
  placed: readonly Placed[],
): readonly Entry[] {
  let whole = entries;
  const grown = new Map<string, number>();
  for (const { after, reminder } of placed) {
    const at = whole.findLastIndex(({ results }) => results.some(({ call }) => call === after));
    if (at === -1) continue;
    const result = whole[at]?.results.map(({ call }) => call).join('\n') ?? '';
    const put = at + (grown.get(result) ?? 0);
    const next = adapter.remind(whole, put, reminder);
    grown.set(result, put - at + next.length - whole.length);
    whole = next;
  }
  return whole;
}
