/**
 * Calls that ended without the person: a few, and the rest when it is asked for. None is left out in silence.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EndedCall } from '../../background/ui-messages.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { EARLIER_KEPT } from './calls.ts';
import { OutcomeRow } from './outcome-row.tsx';

/** How many are shown at first. */
const FIRST = 3;

/** `ended`: newest first. */
export function EarlierList({ ended }: { readonly ended: readonly EndedCall[] }): JSX.Element | null {
  const [all, setAll] = useState(false);
  if (ended.length === 0) return null;
  const left = ended.length - FIRST;
  return (
    <section class="earlier" aria-labelledby="earlier-title">
      <h3 id="earlier-title">{t('popup.earlier')}</h3>
      <ul class="cards" aria-labelledby="earlier-title">
        {(all ? ended : ended.slice(0, FIRST)).map(({ ticket, tool, key, outcome }) => (
          <li key={ticket}>
            <OutcomeRow tool={tool} instance={key} outcome={outcome} decision={null} />
          </li>
        ))}
      </ul>
      {!all && left > 0 && (
        <button type="button" class="link more-ended" onClick={() => setAll(true)}>
          {t('popup.earlierMore', { count: left })}
        </button>
      )}
      {all && ended.length >= EARLIER_KEPT && <p class="quiet">{t('popup.earlierOlder')}</p>}
    </section>
  );
}
