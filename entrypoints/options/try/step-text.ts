/**
 * A step in words. Reads the language's signal; otherwise pure.
 */
import { t } from '../../ui/i18n/i18n.ts';
import { outcomeWord } from '../journal/kinds.ts';
import type { Step } from './timeline.ts';

/** What a step is. */
export function titleOf({ step }: Step): string {
  if (step === null) return t('tryOut.badLine');
  if (step === 'end') return t('tryOut.end');
  switch (step.type) {
    case 'call':
      return `${step.tool} · ${step.id}`;
    case 'result':
      return t('tryOut.resultOf', { id: step.id, status: outcomeWord(step.result.status) });
    case 'approve':
      return t('tryOut.approvalOf', { id: step.id });
    case 'reject':
      return t('tryOut.rejectionOf', { id: step.id });
    case 'event':
      return t('tryOut.eventCalled', { name: step.name });
    case 'run_start':
      return t('tryOut.runStart');
    case 'step':
      return t('tryOut.modelStep');
    case 'run_end':
      return t('tryOut.runEnd');
  }
}

export interface StepOutcome {
  readonly kind: 'good' | 'wait' | 'bad';
  readonly text: string;
}

/** The worst that was said at a step; `null` when nothing was decided. */
export function outcomeOf({ said, moves }: Step): StepOutcome | null {
  if (said.some(({ type }) => type === 'error')) return { kind: 'bad', text: t('machines.error') };
  for (const output of said) {
    if (output.type === 'verdict') return verdictText(output.verdict);
    if (output.type === 'run_end')
      return { kind: output.decision === 'continue' ? 'wait' : 'good', text: outcomeWord(output.decision) };
    if (output.type === 'resolved')
      return { kind: output.outcome === 'approved' ? 'good' : 'bad', text: outcomeWord(output.outcome) };
  }
  return moves.length > 0 ? { kind: 'good', text: t('tryOut.moved', { count: moves.length }) } : null;
}

export function verdictText(verdict: 'allow' | 'warn' | 'ask' | 'deny'): StepOutcome {
  switch (verdict) {
    case 'allow':
      return { kind: 'good', text: t('tryOut.allow') };
    case 'warn':
      return { kind: 'wait', text: t('tryOut.warn') };
    case 'ask':
      return { kind: 'wait', text: t('tryOut.ask') };
    case 'deny':
      return { kind: 'bad', text: t('tryOut.deny') };
  }
}
