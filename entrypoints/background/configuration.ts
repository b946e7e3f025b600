/**
 * Reads and changes the configuration on behalf of the options page. Runs in the background.
 *
 * INVARIANT: nothing that does not compile is ever saved or put in force; the old sets stay as they are.
 */
import type { GuardService } from './guard-service.ts';
import { BUNDLED, compileSets, compileText } from './machine-sets.ts';
import { type SetRef, type Settings, type SiteMode, sameSet } from './settings.ts';
import type { SettingsStore } from './settings-store.ts';
import type { Configuration, SetView } from './ui-messages.ts';

/** What the options page shows. */
export async function configuration(
  service: GuardService,
  permitted: (match: string) => Promise<boolean>,
): Promise<Configuration> {
  const { settings, of } = await service.forces();
  const own = settings?.sets ?? [];
  return {
    problems: service.problems.list(),
    usable: settings !== null,
    sets: [
      ...[...BUNDLED].map(([name, text]) => setView({ from: 'bundled', name }, text)),
      ...own.map(({ name, text }) => setView({ from: 'own', name }, text)),
    ],
    sites: await Promise.all(
      (settings?.sites ?? []).map(async (site) => {
        const force = of(site.match);
        return {
          ...site,
          machines: force.kind === 'guarded' ? force.set.machines.map((m) => m.name) : [],
          fault: force.kind === 'broken' ? force.reason : null,
          permitted: await permitted(site.match).catch(notPermitted),
        };
      }),
    ),
  };
}

/** A pattern that the browser cannot answer for is not guarded, and no reason to show nothing of all the others. */
function notPermitted(error: unknown): boolean {
  console.error('Interlock: the browser does not say whether a site is permitted.', error);
  return false;
}

function setView(ref: SetRef, text: string): SetView {
  const compiled = compileText(text);
  return compiled.ok
    ? { ref, text, machines: compiled.set.machines.map((m) => m.name), fault: null }
    : { ref, text, machines: [], fault: compiled.reason };
}

/** Saves an own set under its name. Rejects with an `Error` for people when it, or what it is part of, would not compile. */
export async function saveSet(store: SettingsStore, name: string, text: string, now: number): Promise<void> {
  const trimmed = name.trim();
  if (trimmed === '') throw new Error('A set needs a name.');
  const compiled = compileText(text);
  if (!compiled.ok) throw new Error(`Not saved: ${compiled.reason}`);
  await store.update((settings) => {
    const saved = { name: trimmed, text, savedAt: now };
    const known = settings.sets.some((s) => s.name === trimmed);
    const sets = known ? settings.sets.map((s) => (s.name === trimmed ? saved : s)) : [...settings.sets, saved];
    return checkedSettings({ ...settings, sets }, settings);
  });
}

/** Deletes an own set and takes it out of every site. */
export async function deleteSet(store: SettingsStore, name: string): Promise<void> {
  const gone: SetRef = { from: 'own', name };
  await store.update((settings) => ({
    ...settings,
    sets: settings.sets.filter((s) => s.name !== name),
    sites: settings.sites.map((site) => ({ ...site, sets: site.sets.filter((ref) => !sameSet(ref, gone)) })),
  }));
}

/** Puts a set in force on a site, or takes it out. */
export async function switchSet(store: SettingsStore, match: string, set: SetRef, on: boolean): Promise<void> {
  await store.update((settings) => {
    const sites = settings.sites.map((site) => {
      if (site.match !== match) return site;
      const others = site.sets.filter((ref) => !sameSet(ref, set));
      return { ...site, sets: on ? [...others, set] : others };
    });
    return checkedSettings({ ...settings, sites }, settings);
  });
}

export async function setMode(store: SettingsStore, match: string, mode: SiteMode): Promise<void> {
  await store.update((settings) => ({
    ...settings,
    sites: settings.sites.map((site) => (site.match === match ? { ...site, mode } : site)),
  }));
}

/** Refuses a change that would break a site which works now. One that is broken already may be mended step by step. */
export function checkedSettings(after: Settings, before: Settings): Settings {
  for (const { match, sets } of after.sites) {
    const result = compileSets(sets, after);
    if (result.ok) continue;
    const old = before.sites.find((site) => site.match === match);
    const worked = old !== undefined && compileSets(old.sets, before).ok;
    if (worked) throw new Error(`Not saved: on ${match} the machines would not go together. ${result.reason}`);
  }
  return after;
}
