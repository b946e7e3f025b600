/**
 * What is in force where: settings, turned into one compiled machine set a site. Pure. A site whose sets do not compile or do
 * not go together is broken, and every call there is refused; it is never guarded by half its machines.
 */
import type { MachineSet } from '../../engine/dsl/machine.ts';
import { compileSets, observed } from './machine-sets.ts';
import { newSite, type Settings, type SettingsState, type Site } from './settings.ts';
import { siteFor } from './sites.ts';

export type Force =
  /** Not guarded: no site entry, or switched off. */
  | { readonly kind: 'off' }
  | { readonly kind: 'broken'; readonly reason: string }
  | {
      readonly kind: 'guarded';
      readonly match: string;
      readonly mode: 'enforce' | 'observe';
      readonly set: MachineSet;
    };

export interface Forces {
  /** Why the settings cannot be used at all; then every page is broken. */
  readonly fault: string | null;
  /** Site entries whose machines cannot be used, and why. */
  readonly broken: readonly { readonly match: string; readonly reason: string }[];
  readonly settings: Settings | null;
  /** The set that has to be at work for each site entry that is in force. */
  readonly sets: ReadonlyMap<string, MachineSet>;
  /** What holds on the page at `url`. */
  at(url: string): Force;
  /** What holds under a site entry. */
  of(match: string): Force;
}

/** Not guarded. */
export const OFF: Force = { kind: 'off' };

export function forcesOf(state: SettingsState): Forces {
  if (!state.ok) {
    const broken: Force = {
      kind: 'broken',
      reason: `Interlock's settings cannot be used, so no tool call is run here. ${state.reason}`,
    };
    return { fault: state.reason, broken: [], settings: null, sets: new Map(), at: () => broken, of: () => broken };
  }
  const { settings } = state;
  const compiled = new Map<string, Force>();
  const sites = new Map(settings.sites.map((site) => [site.match, forceOf(site, settings, compiled)]));
  const of = (match: string): Force => sites.get(match) ?? OFF;
  const inForce = [...sites].flatMap(([match, force]) =>
    force.kind === 'guarded' ? [[match, force.set] as const] : [],
  );
  return {
    fault: null,
    broken: [...sites].flatMap(([match, force]) => (force.kind === 'broken' ? [{ match, reason: force.reason }] : [])),
    settings,
    sets: new Map(inForce),
    of,
    at: (url) => {
      const site = siteFor(settings.sites, url);
      return site === null ? OFF : of(site.match);
    },
  };
}

/** Sites with the same mode and sets share what was compiled. */
function forceOf({ match, mode, sets }: Site, settings: Settings, compiled: Map<string, Force>): Force {
  if (mode === 'off') return OFF;
  const shared = JSON.stringify([mode, sets]);
  const known = compiled.get(shared);
  if (known !== undefined) return known.kind === 'guarded' ? { ...known, match } : known;
  const result = compileSets(sets, settings);
  const force: Force = result.ok
    ? { kind: 'guarded', match, mode, set: mode === 'observe' ? observed(result.set) : result.set }
    : {
        kind: 'broken',
        reason: `The machines for this site cannot be used, so no tool call is run here. ${result.reason}`,
      };
  compiled.set(shared, force);
  return force;
}

/** What a site says beside its machines. */
export type SiteRules = Pick<Site, 'thread' | 'failed' | 'askTimeoutMs' | 'settleTimeoutMs'>;

/** What holds under a site entry; the defaults where there is none (any more). */
export function rulesOf(settings: Settings | null, match: string): SiteRules {
  return settings?.sites.find((site) => site.match === match) ?? newSite(match);
}
