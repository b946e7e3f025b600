/**
 * The loader: text in, machines or the reasons why not out. Runs anywhere; never throws, whatever the text.
 */
import { compileContinuation, compileMachines } from './compile.ts';
import type { Diagnostic } from './diagnostic.ts';
import { lint } from './lint/lint.ts';
import type { MachineSet } from './machine.ts';
import { createMachineSet } from './machine-set.ts';
import { parseText } from './parse.ts';
import { Reporter } from './reporter.ts';
import { validate } from './validate.ts';

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
  const reporter = new Reporter(text, file);
  const machines = load(text, format, reporter);
  return { machines: reporter.failed ? null : machines, diagnostics: reporter.diagnostics() };
}

function load(text: string, format: 'yaml' | 'json', reporter: Reporter): MachineSet | null {
  const tree = parseText(text, format, reporter);
  if (tree === null) return null;
  reporter.locateIn(tree);
  const draft = validate(tree, reporter);
  if (draft === null) return null;
  const machines = compileMachines(draft, reporter);
  lint(draft, machines, reporter);
  return reporter.failed ? null : createMachineSet(machines, compileContinuation(draft));
}
