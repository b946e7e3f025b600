/**
 * Kinds of entries and outcomes, with the keys of their words.
 */
import { type PlainKey, t } from '../../ui/i18n/i18n.ts';
import type { Kind } from './entry-facts.ts';

/** In the order of the filter. */
export const KINDS: readonly (readonly [Kind, PlainKey])[] = [
  ['gated', 'journal.gated'],
  ['resolved', 'journal.resolved'],
  ['settled', 'journal.settled'],
  ['event', 'journal.event'],
  ['run_started', 'journal.runStarted'],
  ['run_ended', 'journal.runEnded'],
  ['step', 'journal.step'],
  ['reset', 'journal.reset'],
  ['reset_undone', 'journal.resetUndone'],
  ['noted', 'journal.noted'],
  ['kept', 'journal.kept'],
  ['lapsed', 'journal.lapsed'],
  ['unknown_state', 'journal.unknownState'],
];

/** Verdicts, outcomes and decisions as the engine calls them; each good, bad, or neither. */
export const OUTCOMES: Readonly<Record<string, readonly [PlainKey, 'good' | 'bad' | 'plain']>> = {
  allow: ['journal.allow', 'good'],
  warn: ['journal.warn', 'plain'],
  ask: ['journal.ask', 'plain'],
  deny: ['journal.deny', 'bad'],
  approved: ['journal.approved', 'good'],
  rejected: ['journal.rejected', 'bad'],
  expired: ['journal.expired', 'bad'],
  refused: ['journal.refused', 'bad'],
  abandoned: ['journal.abandoned', 'bad'],
  success: ['journal.success', 'good'],
  error: ['journal.error', 'bad'],
  timed_out: ['journal.timedOut', 'bad'],
  denied: ['journal.deny', 'bad'],
  complete: ['journal.complete', 'good'],
  continue: ['journal.continue', 'plain'],
  capped: ['journal.capped', 'bad'],
};

/** One of them in words; another word as it is. */
export function outcomeWord(outcome: string): string {
  const known = Object.hasOwn(OUTCOMES, outcome) ? OUTCOMES[outcome] : undefined;
  return known === undefined ? outcome : t(known[0]);
}
