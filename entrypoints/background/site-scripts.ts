/**
 * Puts the two content scripts on the sites a person has added, for as long as the browser permits them, and gives back
 * what is no longer needed. Local addresses are in the manifest, and never here. Runs in the background.
 *
 * INVARIANT: the scripts are where a site entry is in force and the browser permits it, and nowhere else.
 */
import type { Settings } from './settings.ts';
import { LOCAL_MATCHES, originsOf } from './site-fields.ts';

/** The parts of the browser's API that are used here. */
export interface PermissionsApi {
  contains(permissions: { origins: string[] }): Promise<boolean>;
  remove(permissions: { origins: string[] }): Promise<boolean>;
  getAll(): Promise<{ origins?: string[] | undefined }>;
}

export interface SiteScript {
  readonly id: string;
  readonly js: string[];
  readonly matches: string[];
  readonly excludeMatches: string[];
  readonly allFrames: true;
  readonly matchOriginAsFallback: true;
  readonly runAt: 'document_start';
  readonly world: 'ISOLATED' | 'MAIN';
  readonly persistAcrossSessions: true;
}

export interface ScriptingApi {
  getRegisteredContentScripts(): Promise<
    readonly { readonly id: string; readonly matches?: readonly string[] | undefined }[]
  >;
  registerContentScripts(scripts: SiteScript[]): Promise<void>;
  unregisterContentScripts(filter: { ids: string[] }): Promise<void>;
}

const SCRIPTS = [
  ['interlock-bridge', 'content-scripts/bridge.js', 'ISOLATED'],
  ['interlock-interceptor', 'content-scripts/interceptor.js', 'MAIN'],
] as const;

const LOCAL_HOSTS = new Set(LOCAL_MATCHES.map((match) => hostOf(match)));

/** Whether the extension may be on these origins without being permitted to: it is, from the start, in Chromium. */
export const isLocal = (origins: string): boolean => LOCAL_HOSTS.has(hostOf(origins));

export class SiteScripts {
  readonly #permissions: PermissionsApi;
  readonly #scripting: ScriptingApi;
  readonly #required: ReadonlySet<string>;
  #last: Promise<void> = Promise.resolve();

  /** `required`: origins that the manifest names; a browser does not take them back. */
  constructor(permissions: PermissionsApi, scripting: ScriptingApi, required: readonly string[]) {
    this.#required = new Set(required);
    this.#permissions = permissions;
    this.#scripting = scripting;
  }

  /** Whether the browser lets the extension be where `match` applies. */
  async permitted(match: string): Promise<boolean> {
    const origins = originsOf(match);
    return origins !== null && (await this.#permissions.contains({ origins: [origins] }));
  }

  /** Brings scripts in line with the settings. One after the other, so that the latest settings win. */
  reconcile(settings: Settings): Promise<void> {
    const done = this.#last.then(() => this.#apply(settings));
    this.#last = done.catch(() => undefined); // The caller gets the error; the next one only waits for the end.
    return done;
  }

  /** Gives back what no site entry needs any more. */
  async giveBack(settings: Settings): Promise<void> {
    const needed = new Set(settings.sites.map((site) => originsOf(site.match)));
    const { origins = [] } = await this.#permissions.getAll();
    const spare = origins.filter((granted) => !needed.has(granted) && !this.#required.has(granted));
    if (spare.length > 0) await this.#permissions.remove({ origins: spare });
  }

  async #apply(settings: Settings): Promise<void> {
    const wanted = await this.#wanted(settings);
    const registered = await this.#scripting.getRegisteredContentScripts();
    const known = SCRIPTS.map(([id]) => registered.find((script) => script.id === id));
    if (known.every((script) => same(script?.matches ?? [], wanted))) return;
    const ids = known.flatMap((script) => (script === undefined ? [] : [script.id]));
    if (ids.length > 0) await this.#scripting.unregisterContentScripts({ ids });
    if (wanted.length === 0) return;
    await this.#scripting.registerContentScripts(
      SCRIPTS.map(([id, file, world]) => siteScript(id, file, world, wanted)),
    );
  }

  async #wanted({ sites }: Settings): Promise<readonly string[]> {
    const origins = new Set<string>();
    for (const { match, mode } of sites) {
      const of = originsOf(match);
      if (mode === 'off' || of === null || isLocal(of)) continue;
      if (await this.#permissions.contains({ origins: [of] })) origins.add(of);
    }
    return [...origins].sort();
  }
}

function siteScript(id: string, file: string, world: SiteScript['world'], matches: readonly string[]): SiteScript {
  return {
    id,
    js: [file],
    matches: [...matches],
    // The manifest puts them there already.
    excludeMatches: [...LOCAL_MATCHES],
    allFrames: true,
    matchOriginAsFallback: true,
    runAt: 'document_start',
    world,
    persistAcrossSessions: true,
  };
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  JSON.stringify([...a].sort()) === JSON.stringify(b);

function hostOf(pattern: string): string {
  return pattern.replace(/^[^/]*\/\//, '').replace(/\/.*$/, '');
}
