/**
 * What a person has configured: which sites are guarded, how, and with which machine sets. Runs anywhere; touches nothing.
 *
 * Stored settings that cannot be read are never reset and never guessed at: `readSettings` says what is wrong, and the
 * guard refuses every call until a person has put it right.
 */
import { z } from 'zod';
import { migrate } from './settings-migrations.ts';
import { captureProblem, globProblem, LOCAL_MATCHES } from './site-fields.ts';
import { parseMatch } from './sites.ts';

export {
  captureProblem,
  globProblem,
  LOCAL_MATCHES,
  type MatchProblem,
  matchProblem,
  originsOf,
  suggestedMatch,
} from './site-fields.ts';

/** Version of the shape below. Raise it with a step in `settings-migrations.ts`. */
export const SETTINGS_VERSION = 2;

/** Where a machine set's text is: shipped with the extension, or saved by the person. */
const setRef = z.strictObject({ from: z.enum(['bundled', 'own']), name: z.string().min(1).max(80) });

/** As the engine has it by itself. */
export const DEFAULT_TIMEOUT_MS = 600_000;
/** Time-outs are between these, in milliseconds. */
export const TIMEOUT_RANGE = { min: 5_000, max: 86_400_000 } as const;
const timeout = z.number().int().min(TIMEOUT_RANGE.min).max(TIMEOUT_RANGE.max);

/** How conversations are told apart. */
const threadRule = z.strictObject({
  /** `conversation`: by the id that protocol or capture give, else the tab; `tab`: by the tab; `origin`: one for all tabs. */
  identity: z.enum(['conversation', 'tab', 'origin']),
  /** Where an id of the conversation stands, if the protocol has none: syntax that RE2 and JavaScript share, the only group is the id. */
  capture: z
    .strictObject({
      from: z.enum(['url', 'body']),
      pattern: z
        .string()
        .refine((pattern) => captureProblem(pattern) === null, 'is not a regular expression with one group'),
    })
    .nullable(),
});

const site = z.strictObject({
  /** Match pattern as browsers write them, e.g. `*://localhost/*`; see `sites.ts`. */
  match: z.string().refine((text) => parseMatch(text) !== null, 'is not a match pattern such as "*://localhost/*"'),
  /** `observe` records what would have been done and holds nothing; `off` leaves the page alone. */
  mode: z.enum(['enforce', 'observe', 'off']),
  /** In force together; a machine name may occur once. */
  sets: z.array(setRef),
  thread: threadRule,
  /** Glob over a result as text that marks it as failed, where the protocol has no flag for it. */
  failed: z
    .string()
    .refine((glob) => globProblem(glob) === null, 'is not a glob')
    .nullable(),
  /** Milliseconds until a call that waits for a person is refused. */
  askTimeoutMs: timeout,
  /** Milliseconds until a running call without a result counts as failed. */
  settleTimeoutMs: timeout,
});

/** A site entry as it is stored and sent. */
export const siteSchema = site;

const ownSet = z.strictObject({
  name: z.string().min(1).max(80),
  /** The document as the person wrote it (YAML or JSON). */
  text: z.string(),
  /** Milliseconds since 1970. */
  savedAt: z.number(),
});

/** An own set as it is stored and sent. */
export const ownSetSchema = ownSet;

const settings = z.strictObject({
  version: z.literal(SETTINGS_VERSION),
  /** The first entry that matches a page applies. */
  sites: z
    .array(site)
    .refine((sites) => new Set(sites.map((s) => s.match)).size === sites.length, 'hold the same match pattern twice'),
  sets: z
    .array(ownSet)
    .refine((sets) => new Set(sets.map((s) => s.name)).size === sets.length, 'hold the same name twice'),
});

export type SetRef = z.infer<typeof setRef>;
export type Site = z.infer<typeof site>;
export type ThreadRule = z.infer<typeof threadRule>;
export type SiteMode = Site['mode'];
export type OwnSet = z.infer<typeof ownSet>;
export type Settings = z.infer<typeof settings>;

/** Settings as they were found, or why they cannot be used (a sentence for people). */
export type SettingsState =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly reason: string };

/** A site as it is when it is added: enforced, with the bundled `read-before-write`. */
export function newSite(match: string): Site {
  return {
    match,
    mode: 'enforce',
    sets: [{ from: 'bundled', name: 'read-before-write' }],
    thread: { identity: 'conversation', capture: null },
    failed: null,
    askTimeoutMs: DEFAULT_TIMEOUT_MS,
    settleTimeoutMs: DEFAULT_TIMEOUT_MS,
  };
}

/** What holds until a person changes something: local addresses, enforced, with the bundled `read-before-write`. */
export function defaultSettings(): Settings {
  return {
    version: SETTINGS_VERSION,
    sites: LOCAL_MATCHES.map((match) => newSite(match)),
    sets: [],
  };
}

/** Reads a stored value: brings older versions up to date, and refuses what it does not fully understand. */
export function readSettings(stored: unknown): SettingsState {
  if (stored === undefined) return { ok: true, settings: defaultSettings() };
  const migrated = migrate(stored, SETTINGS_VERSION);
  if (!migrated.ok) return migrated;
  const parsed = settings.safeParse(migrated.value);
  return parsed.success ? { ok: true, settings: parsed.data } : { ok: false, reason: explain(parsed.error) };
}

/** Everything that is wrong with settings of whatever version: the place, keys joined with dots, and a sentence. */
export function settingsProblems(stored: unknown): readonly { readonly place: string; readonly message: string }[] {
  const migrated = migrate(stored, SETTINGS_VERSION);
  if (!migrated.ok) return [{ place: '', message: migrated.reason }];
  const parsed = settings.safeParse(migrated.value);
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => ({ place: path.map(String).join('.'), message }));
}

/** Whether two references name the same set. */
export function sameSet(a: SetRef, b: SetRef): boolean {
  return a.from === b.from && a.name === b.name;
}

function explain(error: z.ZodError): string {
  const [first] = error.issues;
  if (first === undefined) return 'The stored settings do not have the expected form.';
  const where = first.path.map(String).join('.') || 'the whole';
  const wrong = `"${where}" ${lower(first.message)}`;
  const more = error.issues.length - 1;
  return more === 0
    ? `The stored settings cannot be read: ${wrong}.`
    : `The stored settings cannot be read: ${wrong} (and ${more} more).`;
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
