/**
 * Says that the journal cannot be read, with another attempt.
 */
import type { JSX } from 'preact';
import { t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import { leading } from '../../ui/i18n/sentences.ts';

export interface JournalFaultProps {
  readonly why: string;
  readonly again: () => void;
}

export function JournalFault({ why, again }: JournalFaultProps): JSX.Element {
  return (
    <p class="fault" role="alert">
      {leading(t('tryOut.journalUnreadable', { why: said(why) }))}
      <button type="button" class="link" onClick={again}>
        {t('journal.again')}
      </button>
    </p>
  );
}
