/**
 * One set out of two: a base and what a site adds to it.
 */

import { msg } from '../say.ts';
import { type Diagnostic, worded } from './diagnostic.ts';
import type { Loaded } from './load.ts';
import type { MachineSet } from './machine.ts';
import { createMachineSet, NO_CONTINUATION } from './machine-set.ts';

/**
 * Puts the machines of `section` after those of `base`. A name that both declare is an error, and there is no set then: which
 * of the two was meant cannot be known. The run-end guard is the section's if it declares one, otherwise the base's.
 */
export function mergeMachines(base: MachineSet, section: MachineSet): Loaded {
  const names = new Set(base.machines.map(({ name }) => name));
  const diagnostics = section.machines.flatMap(({ name }, index) => (names.has(name) ? [twice(name, index)] : []));
  if (diagnostics.length > 0) return { machines: null, diagnostics };
  const continuation = section.continuation === NO_CONTINUATION ? base.continuation : section.continuation;
  return { machines: createMachineSet([...base.machines, ...section.machines], continuation), diagnostics };
}

/** Compiled sets have no text any more, so the place is the head of the section. */
function twice(name: string, index: number): Diagnostic {
  return {
    severity: 'error',
    code: 'duplicate_machine',
    ...worded({
      message: msg`Machine "${name}" is declared both in the base set and in the section.`,
      hint: msg`Give one of them another name.`,
    }),
    path: ['machines', index, 'name'],
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 1,
  };
}
