/**
 * What a person changes about the sites. Each order is applied as a whole or not at all. Runs in the background.
 */
import { checkedSettings } from './configuration.ts';
import { compileSets } from './machine-sets.ts';
import type { Settings } from './settings.ts';
import type { SettingsStore } from './settings-store.ts';
import type { SiteScripts } from './site-scripts.ts';
import type { SiteOrder } from './ui-messages.ts';

/** Carries out an order. Rejects with an `Error` for people; nothing was changed then. */
export async function orderSite(store: SettingsStore, scripts: SiteScripts, order: SiteOrder): Promise<void> {
  const adds = order.do === 'add' ? [order.site] : order.do === 'replace_all' ? order.sites : [];
  const known = await store.current();
  for (const { match } of adds) {
    const is = known.ok && known.settings.sites.some((site) => site.match === match);
    if (!is && !(await scripts.permitted(match))) throw new Error(`The browser does not permit access to ${match}.`);
  }
  const settings = await store.update((before) => {
    const after = checkedSettings(changed(before, order), before);
    for (const { match, sets } of adds) {
      const result = compileSets(sets, after);
      if (!result.ok) throw new Error(`Not saved: on ${match} the machines cannot be used. ${result.reason}`);
    }
    return after;
  });
  if (order.do === 'remove' || order.do === 'replace_all') await scripts.giveBack(settings);
}

function changed(settings: Settings, order: SiteOrder): Settings {
  const { sites } = settings;
  switch (order.do) {
    case 'add': {
      const at = order.at ?? sites.length;
      return { ...settings, sites: [...sites.slice(0, at), order.site, ...sites.slice(at)] };
    }
    case 'change':
      return {
        ...settings,
        sites: sites.map((site) => (site.match === order.match ? { ...site, ...order.change } : site)),
      };
    case 'remove':
      return { ...settings, sites: sites.filter((site) => site.match !== order.match) };
    case 'move': {
      const moved = sites.find((site) => site.match === order.match);
      const others = sites.filter((site) => site !== moved);
      const to = Math.max(0, Math.min(order.to, others.length));
      return moved === undefined
        ? settings
        : { ...settings, sites: [...others.slice(0, to), moved, ...others.slice(to)] };
    }
    case 'replace_all':
      // Field by field: one that a backup forgot would not compile here.
      return { version: settings.version, sites: [...order.sites], sets: [...order.sets] };
  }
}
