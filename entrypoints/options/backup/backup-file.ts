/**
 * A backup as a file: settings and own machine sets as one JSON document. Reading checks everything before anything is
 * applied, and says all that is wrong, each with its place. Pure.
 */

import { z } from 'zod';
import { findJsonMistake } from '../../../engine/dsl/json-syntax.ts';
import { loadMachines } from '../../../engine/dsl/load.ts';
import { readSettings, type Settings, settingsProblems } from '../../background/settings.ts';
import { type Phrase, phrase, t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import { worded } from '../../ui/i18n/wording.ts';

/** Version of the document around the settings; the settings carry their own. */
const VERSION = 1;

const envelope = z.strictObject({
  interlock: z.literal('backup'),
  version: z.literal(VERSION),
  savedAt: z.string(),
  settings: z.unknown(),
});

/** What is wrong, and where: a line and column, keys joined with dots, or a set and a place in its text. */
export interface BackupProblem {
  readonly place: string | Phrase;
  readonly message: Phrase;
}

export type ReadBackup =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly BackupProblem[] };

/** The text of a file. `at` in milliseconds since 1970. */
export function writeBackup(settings: Settings, at: number): string {
  const document = { interlock: 'backup', version: VERSION, savedAt: new Date(at).toISOString(), settings };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Reads the text of a file. `bundled` are the names of the sets that come with the extension. */
export function readBackup(text: string, bundled: ReadonlySet<string>): ReadBackup {
  const value = parsed(text);
  if (!value.ok) return { ok: false, problems: [value.problem] };
  const document = envelope.safeParse(value.value);
  if (!document.success) {
    const isBackup = envelope.shape.interlock.safeParse(keyOf(value.value, 'interlock')).success;
    if (!isBackup)
      return { ok: false, problems: [{ place: 'interlock', message: phrase(() => t('backup.noBackup')) }] };
    const problems = document.error.issues.map(({ path, message }) => ({
      place: path.map(String).join('.'),
      message: phrase(() => said(message)),
    }));
    return { ok: false, problems };
  }
  const { settings: stored } = document.data;
  const problems = settingsProblems(stored).map(({ place, message }) => ({
    place: place === '' ? 'settings' : `settings.${place}`,
    message: phrase(() => said(message)),
  }));
  const state = readSettings(stored);
  if (!state.ok || problems.length > 0) return { ok: false, problems };
  const deeper = [...textProblems(state.settings), ...missingSets(state.settings, bundled)];
  return deeper.length > 0 ? { ok: false, problems: deeper } : { ok: true, settings: state.settings };
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
