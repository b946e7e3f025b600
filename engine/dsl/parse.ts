/**
 * Text → tree. YAML and JSON go the same way; JSON is held to its own syntax first. Whatever the text, the worst that
 * comes out is a diagnostic.
 */
import type { YAMLError } from 'yaml';
import { msg, quote } from '../say.ts';
import { buildTree } from './build-tree.ts';
import { findJsonMistake } from './json-syntax.ts';
import { MAX_DIAGNOSTICS, MAX_TEXT } from './limits.ts';
import type { Reporter } from './reporter.ts';
import type { Tree } from './tree.ts';
import { readYaml } from './yaml-document.ts';

/** Mistakes after which the rest of the document still means what it seems to mean, so that it is checked as well. */
const HARMLESS: ReadonlySet<string> = new Set(['TAB_AS_INDENT', 'BAD_DQ_ESCAPE', 'TAG_RESOLVE_FAILED']);

/** The document as a tree; null (and something reported) when there is none that could be checked further. */
export function parseText(text: string, format: 'yaml' | 'json', reporter: Reporter): Tree | null {
  if (text.length > MAX_TEXT) {
    const message = msg`The document has ${text.length} characters; at most ${MAX_TEXT} are read.`;
    reporter.errorAt('limit', { start: 0, end: 0 }, message);
    return null;
  }
  if (format === 'json' && text.trim() !== '') {
    const mistake = findJsonMistake(text);
    if (mistake !== null) {
      reporter.errorAt('parse', { start: mistake.offset, end: mistake.offset + 1 }, mistake.message);
      return null;
    }
  }
  const { document, second, tooDeep } = readYaml(text);
  if (document === null) {
    const start = tooDeep ?? 0;
    reporter.errorAt('limit', { start, end: start + 1 }, msg`The document is nested too deeply to be read.`);
    return null;
  }
  if (second !== null) {
    const hint = msg`A file holds one set: put all machines under one "machines".`;
    reporter.errorAt('parse', { start: second, end: second + 1 }, msg`A second document begins here.`, hint);
  }
  const problems = [...document.errors, ...document.warnings];
  for (const problem of problems.slice(0, 2 * MAX_DIAGNOSTICS)) reportSyntax(problem, reporter);
  if (problems.some((problem) => !HARMLESS.has(problem.code))) return null;
  return buildTree(document.contents, reporter);
}

function reportSyntax(problem: YAMLError, reporter: Reporter): void {
  const [message = ''] = problem.message.split('\n');
  const code = problem.code === 'RESOURCE_EXHAUSTION' ? 'limit' : 'parse';
  const hint = problem.code === 'TAB_AS_INDENT' ? msg`Indent with spaces.` : undefined;
  reporter.errorAt(code, spanOf(problem), quote(/[.!?]$/.test(message) ? message : `${message}.`), hint);
}

function spanOf({ pos: [start, end] }: YAMLError): { start: number; end: number } {
  return { start, end };
}
