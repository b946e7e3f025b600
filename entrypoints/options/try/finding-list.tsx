/**
 * Decisions that would change, by what they would become, and filterable.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PolicyFinding } from '../../../engine/state/policy-replay/policy-replay.ts';
import { moment } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import { Revealed } from '../../ui/revealed.tsx';
import { outcomeWord } from '../journal/kinds.ts';
import type { WhatIf } from './what-if.ts';

const SHOWN_AT_A_TIME = 100;

export function FindingList({ found }: { readonly found: WhatIf }): JSX.Element {
  const [change, setChange] = useState('');
  const [text, setText] = useState('');
  const [shown, setShown] = useState(SHOWN_AT_A_TIME);
  const labels = new Map(found.findings.map((finding) => [changeOf(finding), changeWords(finding)]));
  const matching = found.findings.filter(
    (finding) => (change === '' || changeOf(finding) === change) && has(finding, text.toLowerCase()),
  );
  return (
    <>
      <div class="filters">
        <label>
          <span>{t('tryOut.change')}</span>
          <select value={change} onChange={(event) => setChange(event.currentTarget.value)}>
            <option value="">{t('tryOut.anyChange')}</option>
            {[...labels.keys()].map((one) => (
              <option key={one} value={one}>
                {labels.get(one)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{t('journal.text')}</span>
          <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
      </div>
      {matching.length === 0 && <p class="quiet">{t('tryOut.noMatch')}</p>}
      <ol class="findings" aria-label={t('tryOut.findings')}>
        {matching.slice(0, shown).map((finding) => (
          <li key={`${finding.seq} ${finding.kind}`}>
            <Finding finding={finding} />
          </li>
        ))}
      </ol>
      {matching.length > shown && (
        <button type="button" class="button" onClick={() => setShown(shown + SHOWN_AT_A_TIME)}>
          {t('tryOut.moreFindings', { count: matching.length - shown })}
        </button>
      )}
      {found.left > 0 && <p class="quiet">{t('tryOut.leftOut', { count: found.left })}</p>}
    </>
  );
}

function Finding({ finding }: { readonly finding: PolicyFinding }): JSX.Element {
  return (
    <>
      <time class="quiet" dateTime={new Date(finding.at).toISOString()}>
        {moment(finding.at)}
      </time>{' '}
      <strong>
        <Revealed text={finding.call?.tool ?? t('tryOut.runEnd')} />
      </strong>{' '}
      <span class={finding.kind === 'changed' ? 'outcome outcome-bad' : 'outcome outcome-wait'}>
        {changeWords(finding)}
      </span>
      {finding.kind === 'changed' && finding.machine !== undefined && <span class="quiet"> {finding.machine}</span>}
      {finding.kind === 'changed' && finding.reason !== undefined && (
        <p>
          <Revealed text={said(finding.reason)} />
        </p>
      )}
      {finding.kind === 'undetermined' && (
        <p class="quiet">{t(finding.cause === 'cut_result' ? 'tryOut.cutResult' : 'tryOut.noResult')}</p>
      )}
    </>
  );
}

/** `deny → allow`, in the engine's own words; what cannot be told ends in all that it may be. */
const changeOf = (finding: PolicyFinding): string => changeIn(finding, (word) => word);

/** The same in the words of the language that is shown. */
const changeWords = (finding: PolicyFinding): string => changeIn(finding, outcomeWord);

function changeIn(finding: PolicyFinding, word: (outcome: string) => string): string {
  switch (finding.kind) {
    case 'changed':
      return `${word(finding.from)} → ${word(finding.to)}`;
    case 'undetermined':
      return `${word(finding.from)} → ${finding.possible.map(word).join(' / ')}?`;
  }
}

function has(finding: PolicyFinding, wanted: string): boolean {
  return wanted === '' || JSON.stringify(finding).toLowerCase().includes(wanted);
}
