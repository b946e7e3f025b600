/**
 * From a set's text to the machines that are in force together. Pure, but for the bundled texts built into the extension.
 */
import { loadMachines } from '../../engine/dsl/load.ts';
import type { MachineSet } from '../../engine/dsl/machine.ts';
import { createMachineSet, emptyMachineSet } from '../../engine/dsl/machine-set.ts';
import { mergeMachines } from '../../engine/dsl/merge.ts';
import type { SetRef, Settings } from './settings.ts';

/** The set without machines. */
export const EMPTY_SET: MachineSet = emptyMachineSet;

/** A set, or why there is none (for people, without the place in the text). */
export type Compiled =
  | { readonly ok: true; readonly set: MachineSet }
  | { readonly ok: false; readonly reason: string };

const texts = import.meta.glob<string>('../../machines/*.{yaml,yml}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The texts that come with the extension, by name (the file's name without its ending). */
export const BUNDLED: ReadonlyMap<string, string> = new Map(
  Object.entries(texts).map(([path, text]) => [path.replace(/^.*\/|\.ya?ml$/g, ''), text]),
);

/** Compiles a document by itself. */
export function compileText(text: string): Compiled {
  const { machines, diagnostics } = loadMachines(text);
  if (machines !== null) return { ok: true, set: machines };
  const errors = diagnostics.filter((d) => d.severity === 'error');
  const [first] = errors;
  if (first === undefined) return { ok: false, reason: 'The document does not compile.' };
  const { line, column, message } = first;
  const more = errors.length - 1;
  const reason =
    more === 0
      ? `Line ${line}, column ${column}: ${message}`
      : `Line ${line}, column ${column}: ${message} (and ${more} more)`;
  return { ok: false, reason };
}

/** Compiles the sets that are in force together. One that is missing or does not go with the others is a failure of all. */
export function compileSets(refs: readonly SetRef[], settings: Settings): Compiled {
  let merged = EMPTY_SET;
  for (const ref of refs) {
    const text = textOf(ref, settings);
    if (text === undefined) return { ok: false, reason: `The set "${ref.name}" does not exist.` };
    const compiled = compileText(text);
    if (!compiled.ok) return { ok: false, reason: `The set "${ref.name}" does not compile. ${compiled.reason}` };
    const { machines, diagnostics } = mergeMachines(merged, compiled.set);
    if (machines === null) {
      const [first] = diagnostics;
      return {
        ok: false,
        reason: `The set "${ref.name}" does not go with the ones before it. ${first?.message ?? ''}`,
      };
    }
    merged = machines;
  }
  return { ok: true, set: merged };
}

/** The same machines, all in observe mode: what they would have done is recorded, nothing is held or refused. */
export function observed({ machines, continuation }: MachineSet): MachineSet {
  return createMachineSet(
    machines.map((machine) => ({ ...machine, mode: 'observe' as const })),
    continuation,
  );
}

function textOf(ref: SetRef, settings: Settings): string | undefined {
  switch (ref.from) {
    case 'bundled':
      return BUNDLED.get(ref.name);
    case 'own':
      return settings.sets.find((set) => set.name === ref.name)?.text;
  }
}
