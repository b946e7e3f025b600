/**
 * What the warning rules look at: one machine without errors, as it was written and as it was compiled.
 */
import type { MachineDraft } from '../compile.ts';
import type { DocumentPath } from '../diagnostic.ts';
import type { Machine } from '../machine.ts';
import type { Reporter } from '../reporter.ts';
import type { Reach } from './reach.ts';

export interface Subject {
  /** As written: tells what was said from what is only the default. */
  readonly draft: MachineDraft;
  readonly machine: Machine;
  readonly path: DocumentPath;
  readonly reach: Reach;
  readonly reporter: Reporter;
}

/** A rule looks at a machine and warns through its reporter. */
export type Rule = (subject: Subject) => void;

/** Rules that compare transitions in pairs leave larger machines alone: no person wrote them, and it would take long. */
export const MAX_COMPARED = 300;
