/**
 * Which instances are those of a set: machines of two sets may share a name, so the sites that use the set decide. Pure.
 */
import type { SiteEntry, StateCount } from '../../background/ui-messages.ts';
import { idOf, type Selection } from '../model.ts';

/** The counts of the sites that use a set. A new set that was never saved is in force nowhere. */
export function statesOf(
  selection: Selection,
  sites: readonly SiteEntry[],
  states: readonly StateCount[],
): readonly StateCount[] {
  const using = new Set(
    sites.filter(({ sets }) => sets.some((ref) => idOf(ref) === idOf(selection))).map(({ match }) => match),
  );
  return states.filter(({ match }) => using.has(match));
}

/** How many instances of a machine are in which state, all sites together. */
export function tally(states: readonly StateCount[], machine: string | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of states) {
    if (one.machine === machine) counts.set(one.state, (counts.get(one.state) ?? 0) + one.count);
  }
  return counts;
}
