/**
 * The journal: everything that was decided and moved, newest first.
 */

import { useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { count } from '../../ui/format.ts';
import { type Phrase, phrase, t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import { messageOf } from '../../ui/message-of.ts';
import type { BrowserActions } from '../browser-actions.ts';
import type { Model } from '../model.ts';
import { EntryRow } from './entry-row.tsx';
import { JournalFilters } from './journal-filters.tsx';
import { JournalModel } from './journal-model.ts';
import './style.css';

export interface JournalViewProps {
  readonly model: Model;
  readonly browser: BrowserActions;
}

export function JournalView({ model, browser }: JournalViewProps): JSX.Element {
  const journal = useMemo(() => new JournalModel(browser.openStore), [browser]);
  useEffect(() => {
    journal.look();
    return () => {
      journal.close();
    };
  }, [journal]);
  const newest = useMemo(() => model.watchJournal(), [model]);
  useSignalEffect(() => {
    if (newest.value !== null) journal.grown(newest.value);
  });
  const { entries, next, reading, unseen, fault } = journal.shown.value;
  const filtered = Object.values(journal.filter.value).some((wanted) => wanted !== '');
  return (
    <section class="journal" aria-labelledby="journal-title">
      <div class="journal-head">
        <h1 id="journal-title">{t('journal.title')}</h1>
        <label class="check">
          <input
            type="checkbox"
            checked={journal.follows.value}
            onChange={(event) => journal.follow(event.currentTarget.checked)}
          />
          {t('journal.follow')}
        </label>
        <Export journal={journal} browser={browser} />
      </div>
      <JournalFilters journal={journal} />
      {fault !== null && <Fault text={said(fault)} again={() => journal.look()} />}
      {unseen > 0 && (
        <button type="button" class="button unseen" onClick={() => journal.look()}>
          {t('journal.unseen', { count: unseen })}
        </button>
      )}
      {fault === null && reading === null && entries.length === 0 && (
        <p class="quiet">{filtered ? t('journal.noMatch') : t('journal.empty')}</p>
      )}
      <ol class="entries" aria-label={t('journal.entries')}>
        {entries.map((entry) => (
          <EntryRow key={entry.seq} entry={entry} tools={journal.tools} />
        ))}
      </ol>
      <div class="journal-foot" role="status">
        {reading !== null
          ? t('journal.reading', { left: count(reading) })
          : next === null && entries.length > 0 && t('journal.beginning')}
      </div>
      {next !== null && reading === null && (
        <button type="button" class="button" onClick={() => journal.older()}>
          {t('journal.older')}
        </button>
      )}
    </section>
  );
}

function Fault({ text, again }: { readonly text: string; readonly again: () => void }): JSX.Element {
  return (
    <div class="problem" role="alert">
      <p class="problem-message">{t('journal.unreadable')}</p>
      <p>{text}</p>
      <button type="button" class="link" onClick={again}>
        {t('journal.again')}
      </button>
    </div>
  );
}

function Export({
  journal,
  browser,
}: {
  readonly journal: JournalModel;
  readonly browser: BrowserActions;
}): JSX.Element {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Phrase | null>(null);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      browser.save(`interlock-journal-${new Date().toISOString().slice(0, 10)}.jsonl`, await journal.file());
      setFault(null);
    } catch (error) {
      setFault(phrase(() => t('journal.exportFailed', { why: said(messageOf(error)) })));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" class="button" disabled={busy} onClick={save}>
        {busy ? t('journal.exporting') : t('journal.export')}
      </button>
      {fault !== null && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
