/**
 * What would have happened: the decisions of the recorded journal that the chosen machines would have made differently.
 */

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MachineSet } from '../../../engine/dsl/machine.ts';
import { count, list, moment } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import { leading } from '../../ui/i18n/sentences.ts';
import { withJournal } from '../../ui/journal-store.ts';
import { messageOf } from '../../ui/message-of.ts';
import type { BrowserActions } from '../browser-actions.ts';
import { FindingList } from './finding-list.tsx';
import { type WhatIf, whatIf } from './what-if.ts';

export interface WhatIfViewProps {
  /** `null` while the text does not compile. */
  readonly machines: MachineSet | null;
  readonly browser: BrowserActions;
}

type Run =
  | { readonly at: 'rest' }
  | { readonly at: 'work'; readonly read: number }
  | { readonly at: 'end'; readonly found: WhatIf; readonly machines: MachineSet; readonly when: number }
  | { readonly at: 'fault'; readonly why: string };

export function WhatIfView({ machines, browser }: WhatIfViewProps): JSX.Element {
  const [run, setRun] = useState<Run>({ at: 'rest' });
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const start = async (with_: MachineSet): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    stop.current = controller;
    setRun({ at: 'work', read: 0 });
    try {
      const progress = (read: number): void => setRun({ at: 'work', read });
      const found = await withJournal(browser.openStore, (store) => whatIf(store, with_, { signal, progress }));
      setRun(found === null ? { at: 'rest' } : { at: 'end', found, machines: with_, when: Date.now() });
    } catch (error) {
      setRun({ at: 'fault', why: messageOf(error) });
    }
  };
  return (
    <section aria-label={t('tryOut.whatIf')}>
      <h2>{t('tryOut.whatIf')}</h2>
      <p class="quiet">{t('tryOut.whatIfText')}</p>
      <div class="set-actions">
        <button
          type="button"
          class="button"
          disabled={machines === null || run.at === 'work'}
          onClick={() => machines !== null && start(machines)}
        >
          {t('tryOut.whatIfRun')}
        </button>
        {run.at === 'work' && (
          <button type="button" class="button" onClick={() => stop.current?.abort()}>
            {t('common.cancel')}
          </button>
        )}
      </div>
      <div role="status">
        {run.at === 'work' && <p>{t('tryOut.reading', { count: count(run.read) })}</p>}
        {run.at === 'end' && (
          <p>
            <strong>{leading(t('tryOut.summary', numbers(run.found)))}</strong>
            <span class="quiet">{run.machines === machines ? moment(run.when) : t('tryOut.outdated')}</span>
          </p>
        )}
      </div>
      {run.at === 'fault' && (
        <p class="fault" role="alert">
          {t('tryOut.journalUnreadable', { why: said(run.why) })}
        </p>
      )}
      {run.at === 'end' && run.found.summary.eventMachines.length > 0 && (
        <p class="quiet">{t('tryOut.eventMachines', { names: list(run.found.summary.eventMachines) })}</p>
      )}
      {run.at === 'end' && run.found.findings.length > 0 && <FindingList found={run.found} />}
    </section>
  );
}

function numbers({ summary }: WhatIf): { decisions: number; changed: number; undetermined: number } {
  const { decisions, changed, undetermined } = summary;
  return { decisions, changed, undetermined };
}
