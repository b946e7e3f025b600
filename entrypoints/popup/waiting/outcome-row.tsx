/**
 * What became of a call that waited. Announced to screen readers as it appears.
 */
import type { JSX } from 'preact';
import type { Outcome } from '../../background/ui-messages.ts';
import { type PlainKey, t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import { revealed } from '../../ui/reveal.ts';
import { Revealed } from '../../ui/revealed.tsx';
import { InstanceKey } from '../instance-key.tsx';
import type { Decision } from './calls.ts';

const WORDS: Readonly<Record<Outcome['kind'], readonly [sign: string, word: PlainKey]>> = {
  allowed: ['✓', 'popup.outcomeAllowed'],
  edited: ['✓', 'popup.outcomeEdited'],
  denied: ['✕', 'popup.outcomeDenied'],
  refused: ['!', 'popup.outcomeRefused'],
  expired: ['–', 'popup.outcomeExpired'],
  gone: ['–', 'popup.outcomeGone'],
};

export interface OutcomeRowProps {
  readonly tool: string;
  /** Key of the instance that was asked about. */
  readonly instance: string | null;
  readonly outcome: Outcome;
  /** What was decided here, if it was here. */
  readonly decision: Decision | null;
}

export function OutcomeRow({ tool, instance, outcome, decision }: OutcomeRowProps): JSX.Element {
  const [sign, word] = WORDS[outcome.kind];
  const text = explanation(outcome);
  return (
    <p class={`outcome outcome-${outcome.kind}`} role="status" data-outcome={outcome.kind}>
      <span class="outcome-sign" aria-hidden="true">
        {sign}
      </span>
      <span class="outcome-text">
        <strong>{t(grantedWord(outcome, decision) ?? word)}</strong> <code>{revealed(tool)}</code>
        {instance !== null && instance !== '' && <InstanceKey text={instance} />}
        {text !== null && (
          <span class="outcome-reason">
            <Revealed text={text} />
          </span>
        )}
      </span>
    </p>
  );
}

function grantedWord({ kind }: Outcome, decision: Decision | null): PlainKey | null {
  if (kind !== 'allowed' || decision?.kind !== 'allow') return null;
  switch (decision.grant) {
    case null:
      return null;
    case 'call':
      return 'popup.outcomeAllowedCall';
    case 'instance':
      return 'popup.outcomeAllowedInstance';
  }
}

function explanation({ kind, reason }: Outcome): string | null {
  switch (kind) {
    case 'allowed':
      return reason === null ? null : said(reason);
    case 'edited':
      return reason === null ? t('popup.editedTold') : said(reason);
    case 'denied':
      return reason === null ? t('popup.deniedUntold') : t('popup.deniedTold', { note: reason });
    case 'refused':
      return reason === null ? t('popup.refusedPlain') : said(reason);
    case 'expired':
      return reason === null ? t('popup.expiredPlain') : said(reason);
    case 'gone':
      return reason === null ? t('popup.gonePlain') : t('popup.goneBecause', { reason: said(reason) });
  }
}
