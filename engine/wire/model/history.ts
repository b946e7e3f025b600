/**
 * The page's history made true: splices unfolded, reminders at their places. Pure.
 */
import type { Reminder } from '../../tool-call.ts';
import type { Entry, ModelAdapter } from '../model-adapter.ts';
import { argsMark, marksOf } from './marks.ts';
import { matches, type Splice, unfolded } from './splice.ts';

/** A reminder that stays where it was first put. */
export interface Placed {
  /** Id of the call behind whose result it stands. */
  readonly after: string;
  /** `argsMark` of that call as the model made it: some models number their calls anew in every answer. */
  readonly args: string;
  /** How many earlier calls were just the same; null when it stands behind the last one. */
  readonly nth: number | null;
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
  const places = placed.map((one) => resultsFor(entries, one).at(one.nth ?? -1) ?? -1);
  let whole = entries;
  // From the end, so that what is added moves nothing that is still looked for.
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const before = whole.length;
    for (const [index, { reminder }] of placed.entries())
      if (places[index] === at) whole = adapter.remind(whole, at + whole.length - before, reminder);
  }
  return whole;
}

/** The reminders with their places told apart from those behind calls that are just the same and come later. */
export function fixed(entries: readonly Entry[], placed: readonly Placed[]): readonly Placed[] {
  return placed.map((one) => {
    const { length } = one.nth === null ? resultsFor(entries, one) : [];
    return length === 0 ? one : { ...one, nth: length - 1 };
  });
}

/** Places of the results that the reminder may follow. */
function resultsFor(entries: readonly Entry[], { after, args }: Placed): readonly number[] {
  return entries.flatMap(({ results }, at) => {
    if (!results.some(({ call }) => call === after)) return [];
    const made = entries[at - 1]?.calls.find(({ id }) => id === after);
    return made === undefined || argsMark(made) === args ? [at] : [];
  });
}
