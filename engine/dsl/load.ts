/**
 * The loader: text in, machines or the reasons why not out. Runs anywhere; never throws, whatever the text.
 */

import { msg } from '../say.ts';
import { compileContinuation, compileMachines } from './compile.ts';
import type { Diagnostic } from './diagnostic.ts';
import { lint } from './lint/lint.ts';
import type { MachineSet } from './machine.ts';
import { createMachineSet } from './machine-set.ts';
import { parseText } from './parse.ts';
import { Reporter } from './reporter.ts';
import { validate } from './validate.ts';

/** How a text is to be read. */
export interface LoadOptions {
  /** Default: `json` when `file` ends in `.json`, otherwise `yaml` (which reads JSON, too). */
  readonly format?: 'yaml' | 'json';
  /** The name that diagnostics carry. */
  readonly file?: string;
}

/** What came of a document or a merge. */
export interface Loaded {
  /** Null exactly when there is an error among the diagnostics. */
  readonly machines: MachineSet | null;
  /** Errors and warnings in the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compiles a document. Reports every mistake in it in one pass, with its place. An empty document is a valid, empty set
 * and gets a warning. The language is described in the README.
 *
 * @example
 * const { machines, diagnostics } = loadMachines('machines: []', { file: 'mine.yaml' });
 */
export function loadMachines(text: string, options: LoadOptions = {}): Loaded {
  const { file, format = file?.toLowerCase().endsWith('.json') ? 'json' : 'yaml' } = options;
  // A byte order mark is not part of the text: editors do not show it, and JSON does not allow it.
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const reporter = new Reporter(source, file);
  const machines = load(source, format, reporter);
  return { machines: reporter.failed ? null : machines, diagnostics: reporter.diagnostics() };
}

function load(text: string, format: 'yaml' | 'json', reporter: Reporter): MachineSet | null {
  try {
    return compile(text, format, reporter);
  } catch (error) {
    // Nothing is known to come here. Whatever does: there are no machines then, and whoever asked for them is told.
    reporter.errorAt('internal', { start: 0, end: 0 }, msg`The loader itself failed: ${String(error)}.`);
    return null;
  }
}

function compile(text: string, format: 'yaml' | 'json', reporter: Reporter): MachineSet | null {
  const tree = parseText(text, format, reporter);
  if (tree === null) return null;
  reporter.locateIn(tree);
  const draft = validate(tree, reporter);
  if (draft === null) return null;
  const machines = compileMachines(draft, reporter);
  lint(draft, machines, reporter);
  return reporter.failed ? null : createMachineSet(machines, compileContinuation(draft));
}
