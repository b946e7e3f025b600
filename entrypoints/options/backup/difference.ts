/**
 * What an import would change. Pure.
 */
import type { LanguageChoice } from '../../ui/i18n/stored-language.ts';
import type { BackedUp, BackupContent } from './backup-file.ts';

export interface Difference {
  readonly sites: Changes;
  readonly sets: Changes;
  /** Whether the same sites stand in another order. */
  readonly reordered: boolean;
  /** `to` is null when the file does not say. */
  readonly language: { readonly from: LanguageChoice; readonly to: LanguageChoice | null };
}

/** Names, each in one list. */
export interface Changes {
  readonly added: readonly string[];
  readonly replaced: readonly string[];
  readonly removed: readonly string[];
  readonly same: readonly string[];
}

export function differenceOf(known: BackedUp, content: BackupContent): Difference {
  const { settings: before } = known;
  const { settings: after } = content;
  const keep = after.sites.filter((site) => before.sites.some(({ match }) => match === site.match));
  const kept = before.sites.filter((site) => after.sites.some(({ match }) => match === site.match));
  return {
    sites: changes(before.sites, after.sites, ({ match }) => match, JSON.stringify),
    sets: changes(
      before.sets,
      after.sets,
      ({ name }) => name,
      ({ text }) => text,
    ),
    reordered: keep.some(({ match }, index) => kept[index]?.match !== match),
    language: { from: known.language, to: content.language },
  };
}

export const changesNothing = ({ sites, sets, reordered, language: { from, to } }: Difference): boolean =>
  !reordered &&
  (to === null || to === from) &&
  [sites, sets].every(({ added, replaced, removed }) => added.length + replaced.length + removed.length === 0);

function changes<T>(
  before: readonly T[],
  after: readonly T[],
  name: (item: T) => string,
  content: (item: T) => string,
): Changes {
  const old = new Map(before.map((item) => [name(item), content(item)]));
  const fresh = new Map(after.map((item) => [name(item), content(item)]));
  const inBoth = [...fresh.keys()].filter((key) => old.has(key));
  return {
    added: [...fresh.keys()].filter((key) => !old.has(key)),
    replaced: inBoth.filter((key) => old.get(key) !== fresh.get(key)),
    removed: [...old.keys()].filter((key) => !fresh.has(key)),
    same: inBoth.filter((key) => old.get(key) === fresh.get(key)),
  };
}
