/**
 * The page's history made true: splices unfolded, reminders at their places. Pure.
 */
import type { Reminder } from '../../tool-call.ts';
import type { Entry, ModelAdapter } from '../model-adapter.ts';
import { demanded, markBefore, placeAt } from './anchor.ts';
import { argsMark } from './marks.ts';
import { matches, type Splice, unfolded } from './splice.ts';

/** A reminder that stays where it was first put. */
export interface Placed {
  /** Id of the call behind whose result it stands. */
  readonly after: string;
  /**
   * `argsMark` of that call as the model made it, and as the page sends it: some models number their calls anew in every answer, and
   * some clients write the arguments anew.
   */
  readonly args: readonly string[];
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
  const places = placesOf(adapter, entries, splices);
  const inOrder = [...places].toSorted(([a], [b]) => a - b);
  const moved = inOrder.flatMap(([at, splice]): Splice[] => {
    const place = placeAt(entries, at);
    return at === splice.at && place.before === splice.before ? [] : [{ ...splice, at, ...place }];
  });
  const placedOnes = new Set(places.values());
  const dropped = splices.filter((splice) => !placedOnes.has(splice) && entries.length > splice.at);
  const whole: Entry[] = [];
  for (let at = 0; at < entries.length; ) {
    const splice = places.get(at);
    const put = splice === undefined ? null : unfolded(adapter, entries, at, splice);
    whole.push(...(put?.entries ?? entries.slice(at, at + 1)));
    at += put?.taken ?? 1;
  }
  return { entries: reminded(adapter, whole, placed), moved, dropped: dropped.map(({ name }) => name) };
}

/**
 * Where the splices belong: where they were made, or else at the only other place that fits. Of those that were shown as the same, the
 * newest comes first: what a history loses as a rule is its beginning.
 */
function placesOf(
  adapter: ModelAdapter,
  entries: readonly Entry[],
  splices: readonly Splice[],
): ReadonlyMap<number, Splice> {
  const places = new Map<number, Splice>();
  const fitting = (splice: Splice, where: 'here' | 'elsewhere'): readonly number[] =>
    entries.flatMap((_, at) =>
      !places.has(at) && fits(entries, at, splice, where) && unfolded(adapter, entries, at, splice) !== null
        ? [at]
        : [],
    );
  for (const where of ['here', 'elsewhere'] as const) {
    const placed = new Set(places.values());
    let open = splices.filter((splice) => !placed.has(splice)).toReversed();
    for (const splice of open) {
      const found = fitting(splice, where);
      const alike = open.filter((other) => found.every((at) => fits(entries, at, other, where)));
      const last = found.at(-1);
      if (last !== undefined && found.length <= alike.length) places.set(last, splice);
      open = open.filter((other) => other !== splice);
    }
  }
  return places;
}

/** Whether the entry can be the one that the splice begins with: at its place in an unchanged history, or anywhere else. */
function fits(entries: readonly Entry[], at: number, splice: Splice, where: 'here' | 'elsewhere'): boolean {
  const [entry, first] = [entries[at], splice.shown[0]];
  if (entry === undefined || first === undefined || !matches(entry, first, 'alike')) return false;
  if ((markBefore(entries, at) === splice.before) !== (where === 'here')) return false;
  const how = demanded(entries, at, splice);
  return how === 'alike' || (how === 'same' && matches(entry, first, how));
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
    const made = (entries[at - 1]?.calls ?? []).filter(({ id }) => id === after);
    return made.length === 0 || made.some((call) => args.includes(argsMark(call))) ? [at] : [];
  });
}
