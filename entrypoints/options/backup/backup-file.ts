/**
 * A backup as a file: settings, own machine sets and the chosen language as one JSON document. Reading checks everything before anything is
 * applied, and says all that is wrong, each with its place. Pure.
 */

import { z } from 'zod';
import { findJsonMistake } from '../../../engine/dsl/json-syntax.ts';
import { loadMachines } from '../../../engine/dsl/load.ts';
import { readSettings, type Settings, settingsProblems } from '../../background/settings.ts';
import { type Phrase, phrase, t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import type { LanguageChoice } from '../../ui/i18n/stored-language.ts';
import { worded } from '../../ui/i18n/wording.ts';

/** Version of the document around the settings; the settings carry their own. Raise it with a form of its own below. */
const VERSION = 2;

const first = z.strictObject({
  interlock: z.literal('backup'),
  version: z.literal(1),
  savedAt: z.string(),
  settings: z.unknown(),
});

/** 2: with the language. */
const second = z.strictObject({
  ...first.shape,
  version: z.literal(2),
  language: z.enum(['en', 'zh-CN', 'browser']),
});

const envelope = z.discriminatedUnion('version', [first, second]);

/** What a person has set, as it is in force. */
export interface BackedUp {
  readonly settings: Settings;
  readonly language: LanguageChoice;
}

/** What is wrong, and where: a line and column, keys joined with dots, or a set and a place in its text. */
export interface BackupProblem {
  readonly place: string | Phrase;
  readonly message: Phrase;
}

/** What is in a file; `language` is null in one of version 1, which says nothing of it. */
export interface BackupContent {
  readonly settings: Settings;
  readonly language: LanguageChoice | null;
}

export type ReadBackup =
  | ({ readonly ok: true } & BackupContent)
  | { readonly ok: false; readonly problems: readonly BackupProblem[] };

/** The text of a file. `at` in milliseconds since 1970. */
export function writeBackup({ settings, language }: BackedUp, at: number): string {
  const document = { interlock: 'backup', version: VERSION, savedAt: new Date(at).toISOString(), language, settings };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Reads the text of a file. `bundled` are the names of the sets that come with the extension. */
export function readBackup(text: string, bundled: ReadonlySet<string>): ReadBackup {
  const value = parsed(text);
  if (!value.ok) return { ok: false, problems: [value.problem] };
  if (keyOf(value.value, 'interlock') !== 'backup')
    return { ok: false, problems: [{ place: 'interlock', message: phrase(() => t('backup.noBackup')) }] };
  const version = keyOf(value.value, 'version');
  if (typeof version === 'number' && version > VERSION)
    return {
      ok: false,
      problems: [{ place: 'version', message: phrase(() => t('backup.newer', { version, known: VERSION })) }],
    };
  const document = envelope.safeParse(value.value);
  if (!document.success) {
    const problems = document.error.issues.map(({ path, message }) => ({
      place: path.map(String).join('.'),
      message: phrase(() => said(message)),
    }));
    return { ok: false, problems };
  }
  const { settings: stored } = document.data;
  const language = document.data.version === 1 ? null : document.data.language;
  const problems = settingsProblems(stored).map(({ place, message }) => ({
    place: place === '' ? 'settings' : `settings.${place}`,
    message: phrase(() => said(message)),
  }));
  const state = readSettings(stored);
  if (!state.ok || problems.length > 0) return { ok: false, problems };
  const deeper = [...textProblems(state.settings), ...missingSets(state.settings, bundled)];
  return deeper.length > 0 ? { ok: false, problems: deeper } : { ok: true, settings: state.settings, language };
}

/** What the engine's loader has against the texts of the sets. */
function textProblems({ sets }: Settings): readonly BackupProblem[] {
  return sets.flatMap(({ name, text }) =>
    loadMachines(text)
      .diagnostics.filter(({ severity }) => severity === 'error')
      .map(({ line, column, wording }) => ({
        place: phrase(() => t('backup.inSet', { name, line, column })),
        message: phrase(() => worded(wording.message)),
      })),
  );
}

function missingSets({ sites, sets }: Settings, bundled: ReadonlySet<string>): readonly BackupProblem[] {
  const own = new Set(sets.map(({ name }) => name));
  return sites.flatMap(({ match, sets: used }) =>
    used
      .filter(({ from, name }) => !(from === 'own' ? own : bundled).has(name))
      .map(({ name }) => ({ place: match, message: phrase(() => t('backup.missingSet', { name })) })),
  );
}

type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: BackupProblem };

function parsed(text: string): ParsedJson {
  const mistake = findJsonMistake(text);
  if (mistake === null) return { ok: true, value: JSON.parse(text) };
  const before = text.slice(0, mistake.offset).split('\n');
  const place = `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  const message = phrase(() => t('backup.noJson', { why: worded(mistake.message) }));
  return { ok: false, problem: { place, message } };
}

function keyOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
