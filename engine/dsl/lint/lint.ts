/**
 * Warnings: a set loads with them, although its author hardly meant what they speak of.
 */

import { msg } from '../../say.ts';
import type { Machine } from '../machine.ts';
import type { Reporter } from '../reporter.ts';
import type { DocumentDraft } from '../validate.ts';
import { askUnreachable } from './asks.ts';
import { counterUnmoved, impossibleCondition } from './conditions.ts';
import { neverFires, shadowedTransition } from './firing.ts';
import { ignoredInMachine, ignoredInTransition, roleIgnored } from './ignored.ts';
import { keyFieldUnused } from './keys.ts';
import { reachOf } from './reach.ts';
import { terminalUnreached, unproducedFromState, unreachableState } from './states.ts';
import type { Rule } from './subject.ts';

const RULES: readonly Rule[] = [
  unreachableState,
  neverFires,
  shadowedTransition,
  terminalUnreached,
  unproducedFromState,
  impossibleCondition,
  counterUnmoved,
  keyFieldUnused,
  roleIgnored,
  askUnreachable,
  ignoredInMachine,
  ignoredInTransition,
];

/** Looks through the machines that have no errors of their own; `machines[i]` is what `draft.machines[i]` became. */
export function lint(draft: DocumentDraft, machines: readonly Machine[], reporter: Reporter): void {
  for (const [index, machine] of machines.entries()) {
    const written = draft.machines?.[index];
    if (written === undefined || reporter.failedIn(index)) continue;
    const subject = { draft: written, machine, path: ['machines', index], reach: reachOf(machine), reporter };
    for (const rule of RULES) rule(subject);
  }
  lintDocument(draft, machines, reporter);
}

function lintDocument(draft: DocumentDraft, machines: readonly Machine[], reporter: Reporter): void {
  if (machines.length === 0 && !reporter.failed) {
    const path = draft.machines === undefined ? [] : ['machines'];
    reporter.warn('empty_set', path, msg`There is no machine in this document, so it allows everything.`);
  }
  const { max_continuations: max = 0, message } = draft.continuation ?? {};
  if (message !== undefined && max === 0 && !reporter.misfitAt(['continuation', 'max_continuations'])) {
    const hint = msg`Say with "max_continuations" how often a run may be sent on.`;
    reporter.warn(
      'ignored_key',
      ['continuation', 'message'],
      msg`The run-end guard is off, so "message" has no effect.`,
      {
        at: 'key',
        hint,
      },
    );
  }
}
