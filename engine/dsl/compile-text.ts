/**
 * The small languages inside a document: compiles them, and reports their mistakes at the character where they are.
 */
import { parseTemplate, type Template } from '../key/template.ts';
import type { Parsed } from '../pattern/parsed.ts';
import {
  type Condition,
  compileGlob,
  type Glob,
  type Pattern,
  parseConditions,
  parsePattern,
} from '../pattern/pattern.ts';
import { msg } from '../say.ts';
import type { DocumentPath, ErrorCode } from './diagnostic.ts';
import type { Reporter } from './reporter.ts';

/** A template; an empty one, and a report, if it is not well formed. */
export function compileTemplate(source: string, path: DocumentPath, reporter: Reporter): Template {
  return parsedOr(parseTemplate(source), 'template', source, path, reporter, () => compileTemplate('', path, reporter));
}

/** A tool-call pattern; some pattern, and a report, if it is not well formed. */
export function compilePattern(source: string, path: DocumentPath, reporter: Reporter): Pattern {
  return parsedOr(parsePattern(source), 'pattern', source, path, reporter, () => compilePattern('_', path, reporter));
}

/** A glob over a result; none, and a report, if it is not well formed. */
export function compileContent(source: string, path: DocumentPath, reporter: Reporter): Glob | null {
  return parsedOr(compileGlob(source), 'pattern', source, path, reporter, () => null);
}

/** Conditions over a result; none, and a report, if they are not well formed. */
export function compileConditions(source: string, path: DocumentPath, reporter: Reporter): readonly Condition[] {
  return parsedOr(parseConditions(source), 'pattern', source, path, reporter, () => []);
}

const WHAT = { template: msg`template`, pattern: msg`pattern` };

function parsedOr<T, F>(
  parsed: Parsed<T>,
  code: ErrorCode & ('template' | 'pattern'),
  source: string,
  path: DocumentPath,
  reporter: Reporter,
  fallback: () => F,
): T | F {
  if (parsed.ok) return parsed.value;
  const { message, offset } = parsed.error;
  const shown = source.length > 120 ? `${source.slice(0, 120)}…` : source;
  const sentence = msg`Cannot read the ${WHAT[code]} ${JSON.stringify(shown)}: ${message}.`;
  reporter.error(code, path, sentence, { offset });
  return fallback();
}

/** Reports the one name that no state can have. */
export function refuseAnyState(state: string | undefined, path: DocumentPath, reporter: Reporter): void {
  if (state !== '*') return;
  reporter.error('reserved', path, msg`A state cannot be called "*".`, {
    hint: msg`In "from" it stands for any state.`,
  });
}
