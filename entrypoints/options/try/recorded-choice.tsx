/**
 * Takes a recorded conversation of the journal as a trace.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { JournalEntry } from '../../../engine/state/journal.ts';
import { moment } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import type { BrowserActions } from '../browser-actions.ts';
import { decoded } from '../journal/journal-reader.ts';
import { conversationsOf, traceOf } from './trace-of.ts';

export interface RecordedChoiceProps {
  readonly browser: BrowserActions;
  readonly take: (trace: string) => void;
}

/** Entries at the end of the journal that are looked at. */
const MOST_ENTRIES = 50_000;

export function RecordedChoice({ browser, take }: RecordedChoiceProps): JSX.Element {
  const [entries, setEntries] = useState<readonly JournalEntry[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const look = async (): Promise<void> => {
    try {
      setEntries(await newest(browser));
      setFault(null);
    } catch (error) {
      setFault(t('tryOut.journalUnreadable', { why: error instanceof Error ? error.message : String(error) }));
    }
  };
  if (fault !== null)
    return (
      <p class="fault" role="alert">
        {fault}
      </p>
    );
  if (entries === null) {
    return (
      <button type="button" class="button" onClick={look}>
        {t('tryOut.record')}
      </button>
    );
  }
  const conversations = conversationsOf(entries);
  if (conversations.length === 0) return <p class="quiet">{t('tryOut.nothingRecorded')}</p>;
  return (
    <label class="recorded">
      {t('tryOut.conversation')}
      <select onChange={(event) => take(traceOf(entries.filter(({ thread }) => thread === event.currentTarget.value)))}>
        <option value="">{t('tryOut.choose')}</option>
        {conversations.map(({ thread, calls, at }) => (
          <option key={thread} value={thread}>
            {t('tryOut.conversationCalls', { thread: decoded(thread), count: calls, time: moment(at) })}
          </option>
        ))}
      </select>
    </label>
  );
}

async function newest(browser: BrowserActions): Promise<readonly JournalEntry[]> {
  const store = await browser.openStore();
  try {
    const from = Math.max(0, (await store.newest()) + 1 - MOST_ENTRIES);
    const entries: JournalEntry[] = [];
    for await (const entry of store.journal(from)) entries.push(entry);
    return entries;
  } finally {
    await store.close();
  }
}
