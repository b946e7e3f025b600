/**
 * What the views are looked at with: empty, ordinary, and more than anybody would want. Plain data.
 */

import type { Json } from '../../engine/tool-call.ts';
import { newSite } from '../../entrypoints/background/settings.ts';
import { shownArguments } from '../../entrypoints/background/shown-arguments.ts';
import type {
  Configuration,
  Outcome,
  Overview,
  Problem,
  SiteEntry,
  SiteView,
  StopView,
  WaitingCall,
} from '../../entrypoints/background/ui-messages.ts';

/** The moment at which every scene plays, in milliseconds since 1970. */
export const NOW = Date.UTC(2026, 10, 12, 9, 30, 0);
const TAB = 7;

const guarded: SiteView = {
  kind: 'guarded',
  origin: 'http://localhost:5173',
  match: '*://localhost/*',
  mode: 'enforce',
  machines: ['read-before-write', 'confirm-before-delete'],
  connected: true,
};

/** What the calls of the scenes were made with. */
export const ARGUMENTS = new WeakMap<WaitingCall, Json>();

function call(index: number, tool: string, args: Json, key: string, reason: string, waited: number): WaitingCall {
  const made: WaitingCall = {
    ticket: `ticket-${index}`,
    thread: index % 3 === 2 ? 'elsewhere' : 'here',
    run: 2,
    editable: true,
    tool,
    args: shownArguments(args),
    asks: [{ machine: 'confirm-before-delete', key, state: 'present', stage: 'initial', reason }],
    at: NOW - waited * 1000,
    expiresAt: NOW - waited * 1000 + 600_000,
    page: {
      tab: index % 3 === 2 ? 12 : TAB,
      origin: index % 3 === 2 ? 'http://127.0.0.1:6274' : 'http://localhost:5173',
      title: index % 3 === 2 ? 'MCP Inspector' : 'Release notes – Agent playground',
    },
  };
  ARGUMENTS.set(made, args);
  return made;
}

/** An edit, a list of edits, and structured arguments. */
const readable = [
  call(
    0,
    'Edit',
    {
      file_path: '/srv/site/src/server/retry.ts',
      old_string: [
        'export async function retry<T>(work: () => Promise<T>): Promise<T> {',
        '  for (let attempt = 0; attempt < 3; attempt += 1) {',
        '    try {',
        '      return await work();',
        '    } catch (error) {',
        '      console.warn(error);',
        '    }',
        '  }',
        "  throw new Error('gave up');",
        '}',
      ].join('\n'),
      new_string: [
        'export async function retry<T>(work: () => Promise<T>, attempts = 5): Promise<T> {',
        '  let last: unknown;',
        '  for (let attempt = 0; attempt < attempts; attempt += 1) {',
        '    try {',
        '      return await work();',
        '    } catch (error) {',
        '      last = error;',
        '    }',
        '  }',
        '  throw last;',
        '}',
      ].join('\n'),
    },
    '/srv/site/src/server/retry.ts',
    'Edits under "src/server" need a person.',
    21,
  ),
  call(
    1,
    'edit_file',
    {
      path: 'package.json',
      edits: [
        { oldText: '"version": "1.4.2"', newText: '"version": "1.5.0"' },
        { oldText: '"test": "vitest run"', newText: '"test": "vitest run --coverage"' },
      ],
      dryRun: false,
    },
    'package.json',
    'Changing "package.json" needs a person.',
    9,
  ),
  call(
    3,
    'create_release',
    {
      owner: 'example',
      repo: 'site',
      release: {
        tag: 'v1.5.0',
        draft: false,
        assets: Array.from({ length: 140 }, (_, n) => ({ name: `site-${n}.tgz`, size: 1000 + n })),
        notes: { en: 'Retries.', zh: '重试。', empty: {} },
      },
    },
    'example/site',
    'Publishing a release needs a person.',
    3,
  ),
];

/** More than anybody can look at. */
const crowd = Array.from({ length: 500 }, (_, n) =>
  call(
    n * 3 + (n >= 300 ? 2 : 0),
    ['delete_file', 'Bash', 'move_file'][n % 3] ?? '',
    { path: `cache/part-${n}.bin` },
    `cache/part-${n}.bin`,
    `Deleting "cache/part-${n}.bin" needs a person.`,
    500 - n,
  ),
);

const move = call(
  0,
  'move_file',
  {
    source: '/srv/site/content/drafts/2026-11-release-notes.md',
    destination: '/srv/site/content/posts/release-notes.md',
  },
  '/srv/site/content/drafts/2026-11-release-notes.md',
  'Moving "/srv/site/content/drafts/2026-11-release-notes.md" removes it from its place; a person has to agree.',
  14,
);

const several = [
  move,
  call(
    1,
    'Bash',
    { command: 'rm -rf build && npm run build', description: 'Clean and rebuild' },
    'build',
    'Deleting "build" needs a person.',
    95,
  ),
  call(2, 'delete_file', { path: 'notes/old.txt' }, 'notes/old.txt', 'Deleting "notes/old.txt" needs a person.', 567),
  ...Array.from({ length: 9 }, (_, n) =>
    call(
      n + 3,
      'delete_file',
      { path: `cache/part-${n}.bin` },
      `cache/part-${n}.bin`,
      `Deleting "cache/part-${n}.bin" needs a person.`,
      3 + n,
    ),
  ),
];

const code = Array.from(
  { length: 4_000 },
  (_, n) => `export const value${n} = compute(${n}, 'some words that fill the line');`,
).join('\n');

const generated = call(
  0,
  'write_file',
  { path: 'src/generated/values.ts', content: code },
  'src/generated/values.ts',
  'Writing generated files needs a person.',
  8,
);

const grants: Overview['grants'] = [
  {
    id: 'g1',
    kind: 'call',
    tool: 'delete_file',
    origin: 'http://localhost:5173',
    asks: [{ machine: 'confirm-before-delete', key: 'cache/part-1.bin' }],
    at: NOW - 60_000,
    uses: 2,
    withdrawn: false,
  },
  {
    id: 'g2',
    kind: 'instance',
    tool: 'Bash',
    origin: 'http://127.0.0.1:6274',
    asks: [{ machine: 'confirm-before-delete', key: '/srv/site/build' }],
    at: NOW - 20_000,
    uses: 0,
    withdrawn: false,
  },
];

const hidden = call(
  0,
  'Bash',
  {
    command: `echo done${' '.repeat(120)}; rm -rf \u202e/pmt/\u202c ~/proj\u200bects`,
    note: `first\n${'\n'.repeat(60)}last`,
    options: { recursive: true, targets: ['a', 'b\u00a0c'], depth: 3, nested: { follow: false, mode: null } },
  },
  '~/proj\u200bects',
  'Deleting needs a person.',
  4,
);

const long = call(
  0,
  'mcp__filesystem_server_of_the_whole_company__move_and_rename_file_with_history',
  {
    path: `/srv/${'a-rather-long-folder-name/'.repeat(9)}and-the-file-itself-is-not-short-either.config.production.json`,
  },
  `/srv/${'a-rather-long-folder-name/'.repeat(9)}and-the-file-itself-is-not-short-either.config.production.json`,
  `Moving "/srv/${'a-rather-long-folder-name/'.repeat(9)}and-the-file-itself-is-not-short-either.config.production.json" needs a person.`,
  40,
);

const broken: readonly Problem[] = [
  {
    code: 'settings',
    message:
      'The stored settings cannot be read: "sites.0.mode" invalid option: expected one of "enforce"|"observe"|"off".',
    remedy: 'Every tool call is refused until they can be read.',
  },
];

/** Somebody has stopped everything. */
export const STOPPED: StopView = { at: NOW - 95_000, by: 'shortcut' };

const base: Overview = { problems: [], stop: null, site: guarded, waiting: [], ended: [], grants: [] };

/** Overviews by name. A name with a dot opens what the part after it says. */
export const OVERVIEWS: Readonly<Record<string, Overview>> = {
  empty: base,
  unguarded: {
    ...base,
    site: {
      kind: 'unguarded',
      guarded: ['*://localhost/*', '*://127.0.0.1/*', '*://[::1]/*'],
      origin: 'https://example.org',
      match: null,
    },
  },
  disconnected: { ...base, site: { ...guarded, connected: false } },
  'many-machines': {
    ...base,
    site: { ...guarded, machines: Array.from({ length: 24 }, (_, n) => `machine-with-a-name-${n}`) },
  },
  observed: { ...base, site: { ...guarded, mode: 'observe' } },
  one: { ...base, waiting: [move] },
  three: { ...base, waiting: readable },
  crowd: { ...base, waiting: crowd },
  granted: { ...base, waiting: [move], grants },
  // Its background refuses whatever it is asked: the disk is full.
  failing: { ...base, waiting: [generated, ...several.slice(1, 2)], grants },
  earlier: {
    ...base,
    ended: [
      {
        ticket: 'e1',
        tool: 'delete_file',
        key: 'notes/old.txt',
        at: NOW - 40_000,
        outcome: { kind: 'gone', reason: 'the page was closed or reloaded' },
      },
      { ticket: 'e2', tool: 'Bash', key: 'build', at: NOW - 90_000, outcome: { kind: 'expired', reason: null } },
    ],
  },
  twelve: { ...base, waiting: several },
  code: { ...base, waiting: [generated] },
  huge: {
    ...base,
    waiting: [
      call(
        0,
        'write_file',
        { path: 'a.bin', content: 'AbCd0123'.repeat(262_144) },
        'a.bin',
        'Writing binaries needs a person.',
        8,
      ),
    ],
  },
  hidden: { ...base, waiting: [hidden] },
  'no-arguments': {
    ...base,
    waiting: [call(0, 'list_allowed_directories', {}, '', 'Listing the directories needs a person.', 6)],
  },
  long: {
    ...base,
    site: { ...guarded, origin: `http://${'very-long-name.'.repeat(5)}localhost:5173` },
    waiting: [long],
  },
  'three-instances': base,
  many: base,
  'ten-thousand': base,
  stopped: { ...base, stop: STOPPED },
  'stop-unreadable': { ...base, stop: { at: NOW, by: 'unreadable' } },
  off: {
    ...base,
    site: {
      kind: 'unguarded',
      guarded: ['*://127.0.0.1/*'],
      origin: 'http://localhost:5173',
      match: '*://localhost/*',
    },
  },
  broken: { ...base, site: { kind: 'broken', origin: 'http://localhost:5173' }, problems: broken },
};

/** What the harness answers to a decision on a ticket of the scene. */
export const OUTCOMES: readonly Outcome[] = [
  { kind: 'allowed', reason: null },
  { kind: 'denied', reason: 'Keep the draft, and copy it instead.' },
  { kind: 'refused', reason: 'Read "notes/old.txt" before deleting it.' },
  { kind: 'gone', reason: 'the page was closed or reloaded' },
];

/** The tools of the calls that wait on a page, by scene. */
export const NOTICES: Readonly<Record<string, readonly string[]>> = {
  notice: ['delete_file'],
  'notice-many': ['mcp__filesystem_server_of_the_whole_company__move_and_rename_file', 'Bash', 'Bash'],
};

const yaml = `machines:
  - name: read-before-write
    key: "{file_path}"
    initial: unread
    terminal: [written]
    transitions:
      - on: 'Read(file_path ~ "*")'
        from: "*"
        to: read
      - on: 'Write(file_path ~ "*")'
        from: read
        to: written
        on_violation:
          action: deny
          reason: "Read {file_path} before writing."
`;

/** Configurations by name, and the text that is typed into a new set. */
export const CONFIGURATIONS: Readonly<
  Record<string, { readonly configuration: Configuration; readonly typed?: string }>
> = {
  options: { configuration: configured() },
  'options-errors': {
    configuration: configured(),
    typed: yaml
      .replace('initial:', 'intial:')
      .replace('\'Write(file_path ~ "*")\'', "'Write(file_path ~ )'")
      .replace('action: deny', 'action: dney'),
  },
  'options-broken': { configuration: { problems: broken, usable: false, sets: [], sites: [] } },
};

/** A site as it is when it is added. */
export function siteEntry(match: string, machines: readonly string[]): SiteEntry {
  return { ...newSite(match), machines, fault: null, permitted: true };
}

/** Ordinary options. */
export function configured(): Configuration {
  const ref = { from: 'bundled', name: 'read-before-write' } as const;
  const own = { from: 'own', name: 'release-train' } as const;
  return {
    problems: [],
    usable: true,
    sets: [
      {
        ref: { from: 'bundled', name: 'confirm-before-delete' },
        text: yaml,
        machines: ['confirm-before-delete'],
        fault: null,
      },
      { ref, text: yaml, machines: ['read-before-write'], fault: null },
      { ref: own, text: yaml.replace('read-before-write', 'release-train'), machines: ['release-train'], fault: null },
    ],
    sites: [
      {
        ...siteEntry('*://localhost/*', ['read-before-write', 'release-train']),
        sets: [ref, own],
        thread: { identity: 'conversation', capture: { from: 'url', pattern: '/chat/([^/?]+)' } },
      },
      { ...siteEntry('*://127.0.0.1/*', ['read-before-write']), mode: 'observe' },
      { ...siteEntry('*://[::1]/*', []), mode: 'off' },
    ],
  };
}
