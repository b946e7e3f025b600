/**
 * Warnings: a set loads with them, although its author hardly meant what they speak of.
 */
import type { Machine } from '../machine.ts';
import type { Reporter } from '../reporter.ts';
import type { DocumentDraft } from '../validate.ts';

/** Looks through the machines that have no errors of their own. */
export function lint(draft: DocumentDraft, machines: readonly Machine[], reporter: Reporter): void {
  if (machines.length === 0 && !reporter.failed) {
    const path = draft.machines === undefined ? [] : ['machines'];
    reporter.warn('empty_set', path, 'There is no machine in this document, so it allows everything.');
  }
}
