/**
 * What the options are looked at with: every scene of `scenes.ts`, and those of sites, journal and backup. Plain data.
 */
import type { Configuration, SeenPage, StateCount } from '../../entrypoints/background/ui-messages.ts';
import { CONFIGURATIONS, configured, siteEntry } from './scenes.ts';

export interface OptionsScene {
  readonly configuration: Configuration;
  /** The text that is typed into a new set. */
  readonly typed?: string;
  /** Or the bundled set that is looked at, in force on `*://localhost/*`. */
  readonly bundled?: string;
  /** How many instances are in which state; default none. */
  readonly states?: readonly StateCount[];
  /** Which view is open; default the machines. */
  readonly view?: string;
  /** How many entries the journal has, or that it cannot be opened; default none. */
  readonly journal?: number | 'broken';
  /** All tool calls are stopped. */
  readonly stopped?: true;
}

/** What is seen on the open pages of any site. */
export const SEEN_PAGES: readonly SeenPage[] = [
  {
    tab: 7,
    title: 'Playground',
    url: 'http://localhost:5173/',
    connected: true,
    protocols: [
      { protocol: 'mcp', level: 'execution' },
      { protocol: 'anthropic', level: 'model' },
    ],
  },
  { tab: 8, title: '', url: 'http://localhost:5173/other', connected: false, protocols: [] },
];

const BUSY_STATES: readonly StateCount[] = [
  { match: '*://localhost/*', machine: 'read-before-edit', state: 'read', count: 12 },
  { match: '*://localhost/*', machine: 'read-before-edit', state: 'unread', count: 3 },
  { match: '*://localhost/*', machine: 'read-before-edit', state: 'partial', count: 1_204 },
];

/** Scenes of the options page by name. */
export const OPTIONS_SCENES: Readonly<Record<string, OptionsScene>> = {
  ...CONFIGURATIONS,
  'options-busiest': { configuration: configured(), bundled: 'read-before-edit', states: BUSY_STATES },
  'options-stopped': { configuration: configured(), stopped: true },
  'options-many': { configuration: manySets() },
  'options-try': { configuration: configured(), view: 'try', journal: 1_000 },
  'options-sites': { configuration: configured(), view: 'sites' },
  'options-sites-difficult': { configuration: difficultSites(), view: 'sites' },
  'options-journal': { configuration: configured(), view: 'journal', journal: 1_000 },
  'options-journal-huge': { configuration: configured(), view: 'journal', journal: 100_000 },
  'options-journal-empty': { configuration: configured(), view: 'journal' },
  'options-journal-broken': { configuration: configured(), view: 'journal', journal: 'broken' },
  'options-backup': { configuration: configured(), view: 'backup' },
  'options-sites-empty': { configuration: { ...configured(), sites: [] }, view: 'sites' },
};

/** These options with a bundled set of this text in force on local pages. */
export function withBundled(configuration: Configuration, name: string, text: string): Configuration {
  const ref = { from: 'bundled', name } as const;
  return {
    ...configuration,
    sets: [...configuration.sets, { ref, text, machines: [name], fault: null }],
    sites: configuration.sites.map((site) =>
      site.match === '*://localhost/*' ? { ...site, sets: [ref, ...site.sets] } : site,
    ),
  };
}

/** A site that the browser does not permit, one that is broken, one with more machines and letters than there is room for. */
function difficultSites(): Configuration {
  const long = `https://${'a-rather-long-part.'.repeat(6)}example.org/*`;
  const fault =
    'The machines for this site cannot be used, so no tool call is run here. The set "release-train" does not exist.';
  const many = Array.from({ length: 24 }, (_, n) => `machine-with-a-name-${n}`);
  return {
    ...configured(),
    sites: [
      { ...siteEntry('https://playground.example.org/*', ['read-before-write']), permitted: false },
      { ...siteEntry('*://localhost/*', []), fault },
      siteEntry(long, many),
      siteEntry('*://127.0.0.1/*', []),
    ],
  };
}

/** More machine sets of one's own than fit the page, and one whose name is as long as names get. */
function manySets(): Configuration {
  const before = configured();
  const text = before.sets[0]?.text ?? '';
  const names = [...Array.from({ length: 60 }, (_, n) => `set-${n + 1}`), 'nobody-'.repeat(12)];
  const sets = names.map((name) => ({ ref: { from: 'own', name }, text, machines: [name], fault: null }) as const);
  const [first, ...sites] = before.sites;
  if (first === undefined) return before;
  return {
    ...before,
    sets: [...before.sets, ...sets],
    sites: [{ ...first, sets: sets.map(({ ref }) => ref), machines: names }, ...sites],
  };
}
