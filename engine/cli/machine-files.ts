/**
 * The machine files that a command works on: read, compiled, and put together to one set.
 */
import { type Diagnostic, formatDiagnostic } from '../dsl/diagnostic.ts';
import { type Loaded, loadMachines } from '../dsl/load.ts';
import type { MachineSet } from '../dsl/machine.ts';
import { emptyMachineSet } from '../dsl/machine-set.ts';
import { mergeMachines } from '../dsl/merge.ts';
import { expandFiles } from './glob-files.ts';
import { InputError, type Io, UsageError } from './io.ts';
import { type Paint, printable } from './paint.ts';
import { nameOf, readText } from './read-text.ts';

/** A file and what came of it; `unreadable` says why it could not even be read. */
export type MachineFile = { readonly file: string } & ({ readonly loaded: Loaded } | { readonly unreadable: string });

/** Reads and compiles each file. Only a wrong command line is an exception. */
export async function loadFiles(args: readonly string[], io: Io): Promise<readonly MachineFile[]> {
  const files: MachineFile[] = [];
  for (const file of await expandFiles(args, io)) files.push(await loadFile(file, io));
  return files;
}

async function loadFile(arg: string, io: Io): Promise<MachineFile> {
  const file = nameOf(arg);
  try {
    return { file, loaded: loadMachines(await readText(arg, io), { file }) };
  } catch (error) {
    if (error instanceof InputError) return { file, unreadable: error.message };
    throw error;
  }
}

/** All files as one set. */
export function mergeFiles(files: readonly MachineFile[]): Loaded {
  let base: MachineSet = emptyMachineSet;
  for (const item of files) {
    if (!('loaded' in item) || item.loaded.machines === null) continue;
    const merged = mergeMachines(base, item.loaded.machines);
    if (merged.machines === null) {
      return { machines: null, diagnostics: merged.diagnostics.map((d) => ({ ...d, file: item.file })) };
    }
    base = merged.machines;
  }
  return { machines: base, diagnostics: [] };
}

/** The one set of a command that needs a good one; errors go to stderr, and then there is none. */
export async function requireMachines(args: readonly string[], io: Io): Promise<MachineSet | null> {
  if (args.length === 0) throw new UsageError('A machine file is missing.');
  const files = await loadFiles(args, io);
  const { machines, diagnostics } = mergeFiles(files);
  const found = files.flatMap((f) => ('loaded' in f ? f.loaded.diagnostics : []));
  const errors = found.filter((d) => d.severity === 'error');
  const unreadable = files.flatMap((f) => ('unreadable' in f ? [f.unreadable] : []));
  for (const message of unreadable) await io.err.write(`interlock: ${printable(message)}\n`);
  for (const diagnostic of [...errors, ...diagnostics])
    await io.err.write(`${diagnosticText(diagnostic, io.err.paint)}\n`);
  return unreadable.length + errors.length === 0 ? machines : null;
}

/** `file:line:col: error CODE: message` for a terminal. */
export function diagnosticText(diagnostic: Omit<Diagnostic, 'wording'>, paint: Paint): string {
  const text = printable(formatDiagnostic(diagnostic));
  const word = `${diagnostic.severity} ${diagnostic.code}:`;
  const colour = diagnostic.severity === 'error' ? 'red' : 'yellow';
  return text.replace(word, () => paint(colour, word));
}
