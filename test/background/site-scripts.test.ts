import { expect, test } from 'vitest';
import { defaultSettings, LOCAL_MATCHES, newSite, type Settings } from '../../entrypoints/background/settings.ts';
import { type SiteScript, SiteScripts } from '../../entrypoints/background/site-scripts.ts';

/** A browser's permissions and registered scripts. */
class Browser {
  readonly granted: Set<string>;
  scripts: SiteScript[] = [];
  changes = 0;

  constructor(...granted: string[]) {
    this.granted = new Set([...granted, '*://localhost/*', '*://127.0.0.1/*', '*://[::1]/*']);
  }

  readonly permissions = {
    contains: async ({ origins }: { origins: string[] }) => origins.every((origin) => this.granted.has(origin)),
    remove: async ({ origins }: { origins: string[] }) => origins.every((origin) => this.granted.delete(origin)),
    getAll: async () => ({ origins: [...this.granted] }),
  };

  readonly scripting = {
    getRegisteredContentScripts: async () => this.scripts,
    registerContentScripts: async (scripts: SiteScript[]) => {
      this.changes++;
      this.scripts.push(...scripts);
    },
    unregisterContentScripts: async ({ ids }: { ids: string[] }) => {
      this.changes++;
      this.scripts = this.scripts.filter(({ id }) => !ids.includes(id));
    },
  };

  get sites(): SiteScripts {
    return new SiteScripts(this.permissions, this.scripting, LOCAL_MATCHES);
  }

  get places(): readonly (readonly string[])[] {
    return this.scripts.map(({ matches }) => matches);
  }
}

const settings = (...matches: string[]): Settings => {
  const defaults = defaultSettings();
  return { ...defaults, sites: [...defaults.sites, ...matches.map(newSite)] };
};

const EXAMPLE = 'https://example.org/*';

test('both scripts are put on a site that is permitted, before its own code and in all frames', async () => {
  const browser = new Browser(EXAMPLE);
  await browser.sites.reconcile(settings(EXAMPLE));
  expect(browser.scripts.map(({ js, world }) => [js, world])).toEqual([
    [['content-scripts/bridge.js'], 'ISOLATED'],
    [['content-scripts/interceptor.js'], 'MAIN'],
  ]);
  for (const script of browser.scripts) {
    expect(script).toMatchObject({
      matches: [EXAMPLE],
      excludeMatches: ['*://localhost/*', '*://127.0.0.1/*', '*://[::1]/*'],
      runAt: 'document_start',
      allFrames: true,
      matchOriginAsFallback: true,
      persistAcrossSessions: true,
    });
  }
});

test('local addresses are left to the manifest', async () => {
  const browser = new Browser();
  await browser.sites.reconcile(settings('http://localhost:3000/a/*'));
  expect(browser.scripts).toEqual([]);
});

test('a site that is not permitted gets no script', async () => {
  const browser = new Browser();
  await browser.sites.reconcile(settings(EXAMPLE));
  expect(browser.scripts).toEqual([]);
});

test('a site that is off gets no script', async () => {
  const browser = new Browser(EXAMPLE);
  await browser.sites.reconcile({ version: 2, sets: [], sites: [{ ...newSite(EXAMPLE), mode: 'off' }] });
  expect(browser.scripts).toEqual([]);
});

test('ports and paths do not count for the browser, and each origin counts once', async () => {
  const browser = new Browser(EXAMPLE);
  await browser.sites.reconcile(settings('https://example.org:8443/*', 'https://example.org/chat/*'));
  expect(browser.places).toEqual([[EXAMPLE], [EXAMPLE]]);
});

test('when nothing has changed nothing is registered anew', async () => {
  const browser = new Browser(EXAMPLE);
  await browser.sites.reconcile(settings(EXAMPLE));
  await browser.sites.reconcile(settings(EXAMPLE));
  expect(browser.changes).toBe(1);
});

test('when a site is gone its scripts go, those of the others stay', async () => {
  const other = 'https://other.example/*';
  const browser = new Browser(EXAMPLE, other);
  await browser.sites.reconcile(settings(EXAMPLE, other));
  await browser.sites.reconcile(settings(other));
  expect(browser.places).toEqual([[other], [other]]);
  await browser.sites.reconcile(settings());
  expect(browser.scripts).toEqual([]);
});

test('when the browser takes the permission back, the scripts go', async () => {
  const browser = new Browser(EXAMPLE);
  await browser.sites.reconcile(settings(EXAMPLE));
  browser.granted.delete(EXAMPLE);
  await browser.sites.reconcile(settings(EXAMPLE));
  expect(browser.scripts).toEqual([]);
});

test('permissions that no site needs are given back, local ones and needed ones are kept', async () => {
  const other = 'https://other.example/*';
  const browser = new Browser(EXAMPLE, other);
  await browser.sites.giveBack(settings(EXAMPLE));
  expect([...browser.granted].sort()).toEqual([...defaultSettings().sites.map(({ match }) => match), EXAMPLE].sort());
});

test('of two changes in a row the later one wins', async () => {
  const browser = new Browser(EXAMPLE);
  const { sites } = browser;
  await Promise.all([sites.reconcile(settings(EXAMPLE)), sites.reconcile(settings())]);
  expect(browser.scripts).toEqual([]);
});
