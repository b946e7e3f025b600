/**
 * Takes a recorded conversation of the journal as a trace.
 */
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { moment } from '../../ui/format.ts';
import { phrase, t } from '../../ui/i18n/i18n.ts';
import { decoded } from '../../ui/thread-label.ts';
import type { BrowserActions } from '../browser-actions.ts';
import type { Model } from '../model.ts';
import { JournalFault } from './journal-fault.tsx';
import { RecentEntries } from './recent-entries.ts';
import { conversationsOf, traceOf } from './trace-of.ts';

export interface RecordedChoiceProps {
  readonly model: Model;
  readonly browser: BrowserActions;
}

const TAKEN_NEWS = phrase(() => t('tryOut.taken'));

export function RecordedChoice({ model, browser }: RecordedChoiceProps): JSX.Element {
  const recent = useMemo(() => new RecentEntries(browser.openStore), [browser]);
  const entries = recent.entries.value;
  const fault = recent.fault.value;
  const newest = entries === null ? null : model.watchJournal().value;
  useEffect(() => {
    if (newest !== null) recent.look();
  }, [newest, recent]);
  const conversations = conversationsOf(entries ?? []);
  const take = (thread: string): void =>
    model.trial.replace(traceOf((entries ?? []).filter((entry) => entry.thread === thread)), TAKEN_NEWS);
  return (
    <>
      {entries === null && fault === null && (
        <button type="button" class="button" onClick={() => recent.look()}>
          {t('tryOut.record')}
        </button>
      )}
      {fault !== null && <JournalFault why={fault} again={() => recent.look()} />}
      {entries !== null && conversations.length === 0 && <p class="quiet">{t('tryOut.nothingRecorded')}</p>}
      {conversations.length > 0 && (
        <label class="recorded">
          {t('tryOut.conversation')}
          <select onChange={({ currentTarget }) => currentTarget.value !== '' && take(currentTarget.value)}>
            <option value="">{t('tryOut.choose')}</option>
            {conversations.map(({ thread, calls, at }) => (
              <option key={thread} value={thread}>
                {t('tryOut.conversationCalls', { thread: decoded(thread), count: calls, time: moment(at) })}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}
