/**
 * Renaming and deleting own sets, and taking a deletion back. Each is some orders to the background, in an order in which a
 * failure half way loses nothing. Pure but for the orders.
 */
import { type SetRef, sameSet } from '../../background/settings.ts';
import type { Configuration, SiteOrder } from '../../background/ui-messages.ts';
import type { Answer } from '../model.ts';

export interface SetOrders {
  saveSet(name: string, text: string): Promise<Answer>;
  deleteSet(name: string): Promise<Answer>;
  changeSites(order: SiteOrder): Promise<Answer>;
}

/** A set that was deleted, with all that is needed to bring it back. */
export interface Deleted {
  readonly name: string;
  readonly text: string;
  /** Sites it was in force on, and its place among the sets there. */
  readonly sites: readonly { readonly match: string; readonly at: number }[];
}

const own = (name: string): SetRef => ({ from: 'own', name });

/** What there is to remember of a set before it is deleted; `null` when there is none of that name. */
export function remember({ sets, sites }: Configuration, name: string): Deleted | null {
  const set = sets.find(({ ref }) => sameSet(ref, own(name)));
  if (set === undefined) return null;
  const places = sites.map(({ match, sets: refs }) => ({
    match,
    at: refs.findIndex((ref) => sameSet(ref, own(name))),
  }));
  return { name, text: set.text, sites: places.filter(({ at }) => at >= 0) };
}

/** Saves the set again and puts it back in force where it was. Sites that are gone meanwhile are left out. */
export async function restore(deleted: Deleted, { sites }: Configuration, orders: SetOrders): Promise<Answer> {
  const saved = await orders.saveSet(deleted.name, deleted.text);
  if (!saved.ok) return saved;
  for (const { match, at } of deleted.sites) {
    const site = sites.find((one) => one.match === match);
    if (site === undefined) continue;
    const others = site.sets.filter((ref) => !sameSet(ref, own(deleted.name)));
    const answer = await orders.changeSites({
      do: 'change',
      match,
      change: { sets: [...others.slice(0, at), own(deleted.name), ...others.slice(at)] },
    });
    if (!answer.ok) return answer;
  }
  return { ok: true };
}

/** Gives a set another name; where it is in force it stays in force, at its place. `to` must not be taken. */
export async function rename(
  from: string,
  to: string,
  { sets, sites }: Configuration,
  orders: SetOrders,
): Promise<Answer> {
  const set = sets.find(({ ref }) => sameSet(ref, own(from)));
  if (set === undefined) return { ok: true };
  const saved = await orders.saveSet(to, set.text);
  if (!saved.ok) return saved;
  for (const site of sites) {
    if (!site.sets.some((ref) => sameSet(ref, own(from)))) continue;
    const renamed = site.sets.map((ref) => (sameSet(ref, own(from)) ? own(to) : ref));
    const answer = await orders.changeSites({ do: 'change', match: site.match, change: { sets: renamed } });
    if (!answer.ok) return answer;
  }
  return orders.deleteSet(from);
}
