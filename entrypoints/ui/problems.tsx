/**
 * What is wrong and what to do about it, at the top of every view. Runs in popup and options.
 */
import type { JSX } from 'preact';
import type { Problem } from '../background/ui-messages.ts';
import { t } from './i18n/i18n.ts';
import { said } from './i18n/said.ts';

export interface ProblemListProps {
  readonly problems: readonly Problem[];
  /** Where a remedy leads that is found in the options; not given there. */
  readonly openOptions?: () => void;
}

export function ProblemList({ problems, openOptions }: ProblemListProps): JSX.Element | null {
  if (problems.length === 0) return null;
  return (
    <div class="problems" role="alert">
      {problems.map(({ code, message, remedy }) => (
        <section class="problem" key={code + message} data-code={code}>
          <p class="problem-message">{said(message)}</p>
          <p class="problem-remedy">{said(remedy)}</p>
          {openOptions !== undefined && (code === 'settings' || code === 'machines') && (
            <button type="button" class="link" onClick={openOptions}>
              {t('common.openOptions')}
            </button>
          )}
        </section>
      ))}
    </div>
  );
}
