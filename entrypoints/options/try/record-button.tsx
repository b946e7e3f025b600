/**
 * Records a trace from now on: everything that guarded pages do, until it is stopped.
 */
import type { JSX } from 'preact';
import { t } from '../../ui/i18n/i18n.ts';
import type { BrowserActions } from '../browser-actions.ts';
import type { Model } from '../model.ts';
import { JournalFault } from './journal-fault.tsx';
import { END } from './trial.ts';

export interface RecordButtonProps {
  readonly model: Model;
  readonly browser: BrowserActions;
}

export function RecordButton({ model, browser }: RecordButtonProps): JSX.Element {
  const { recorder } = model.trial;
  const { on, calls, fault } = recorder.state.value;
  const start = (): void => {
    model.trial.go(END);
    recorder.start({ openStore: browser.openStore, newest: model.watchJournal() });
  };
  return (
    <>
      {on ? (
        <button type="button" class="button danger" onClick={() => recorder.stop()}>
          {t('tryOut.recordStop')}
        </button>
      ) : (
        <button type="button" class="button" onClick={start}>
          {t('tryOut.recordStart')}
        </button>
      )}
      <span class="recording" role="status">
        {on && t('tryOut.recording', { count: calls })}
      </span>
      {fault !== null && <JournalFault why={fault} again={() => (on ? recorder.read() : start())} />}
    </>
  );
}
