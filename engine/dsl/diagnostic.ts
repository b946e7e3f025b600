/**
 * What is wrong with a document, and where. Plain data: shells show it, tests assert on code and place, never on prose.
 */
import { english, type Message } from '../say.ts';

/** What keeps a set from loading. Stable: tools and tests rely on these words. */
export const ERROR_CODES = [
  /** Not YAML, or not JSON where JSON was announced. */
  'parse',
  'duplicate_key',
  /** Too large, too deep, or aliases that unfold without end. */
  'limit',
  'type',
  'missing_key',
  'unknown_key',
  'unknown_enum_word',
  /** A name, pattern, event or message without text. */
  'empty',
  /** A word that means something else in this place, such as `*` as the name of a state. */
  'reserved',
  'number_range',
  /** Two keys that say the same thing, such as `cooldown_turns` and its alias `cooldown_steps`. */
  'conflict',
  'pattern',
  'template',
  'action',
  'status',
  'duration',
  'escalation',
  'duplicate_machine',
  'event_with_when',
  'event_emit_target',
  'counter_range',
  /** A fault of the loader's own. Please report it. */
  'internal',
] as const;

/** What a set may load with although its author hardly meant it. */
export const WARNING_CODES = [
  'empty_set',
  'idle_machine',
  'unreachable_state',
  'never_fires',
  'shadowed_transition',
  'terminal_unreached',
  'unproduced_from_state',
  'impossible_condition',
  'counter_unmoved',
  'key_field_unused',
  'role_ignored',
  'ignored_key',
  'ask_unreachable',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];
export type WarningCode = (typeof WARNING_CODES)[number];
/** Every code a diagnostic may have. */
export type DiagnosticCode = ErrorCode | WarningCode;

/** A place in the document: keys and indexes from the root. */
export type DocumentPath = readonly (string | number)[];

/** A stretch of the text. Lines and columns count from 1, columns in UTF-16 code units; the end is exclusive. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface Wording {
  readonly message: Message;
  readonly hint?: Message;
}

/** One mistake or doubt, with its place in the document and in the text. */
export interface Diagnostic extends Place {
  readonly severity: 'error' | 'warning';
  readonly code: DiagnosticCode;
  /** One sentence without line breaks: what was written, in quotes, and what was wanted. */
  readonly message: string;
  readonly path: DocumentPath;
  /** What to write instead, as a sentence; often "Did you mean …?". */
  readonly hint?: string;
  /** `message` and `hint` as forms and values, for shells that speak another language. */
  readonly wording: Wording;
  /** The name the text was loaded under. */
  readonly file?: string;
}

/** `file:line:col: error CODE: message hint`, on one line; without a file, `<input>`. */
export function formatDiagnostic(diagnostic: Omit<Diagnostic, 'wording'>): string {
  const { file = '<input>', line, column, severity, code, message, hint } = diagnostic;
  return `${file}:${line}:${column}: ${severity} ${code}: ${message}${hint === undefined ? '' : ` ${hint}`}`;
}

/** The English texts of `wording`, and `wording` itself. */
export function worded(wording: Wording): Pick<Diagnostic, 'message' | 'hint' | 'wording'> {
  const { message, hint } = wording;
  return { message: oneLine(english(message)), ...(hint && { hint: oneLine(english(hint)) }), wording };
}

/** Names in messages come from the document: without line ends and other control characters, and not without end. */
export function oneLine(message: string): string {
  const line = message.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

const LONGEST = 500;

/** In the order of the text; what starts at one place stays in the order of its finding. */
export function byPlace(a: Diagnostic, b: Diagnostic): number {
  return a.line - b.line || a.column - b.column;
}
