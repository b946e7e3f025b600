/**
 * What became of a reset or a new run, with the way back. It stays until it is closed or something else was done.
 */
import type { JSX } from 'preact';
import { type PlainKey, t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import { revealed } from '../../ui/reveal.ts';
import type { Instances, Notice, ResetOf } from './instances.ts';
import { LOST } from './replies.ts';

const REFUSED: Readonly<Record<Extract<Notice, { kind: 'reset_refused' }>['cause'], PlainKey>> = {
  not_in_force: 'instances.resetNotInForce',
  unchanged: 'instances.resetUnchanged',
  running: 'instances.resetRunning',
  moved: 'instances.resetMoved',
  unknown: 'instances.resetUnknown',
  stopped: 'instances.resetStopped',
};

export function NoticeBar({ model }: { readonly model: Instances }): JSX.Element {
  const notice = model.notice.value;
  return (
    <div class="notice-place" role="status">
      {notice !== null && (
        <div class={isGood(notice) ? 'notice' : 'notice notice-bad'}>
          <p>{wordsOf(notice)}</p>
          {notice.kind === 'reset' && (
            <button type="button" class="button" onClick={() => model.undo(notice.undo, notice.of)}>
              {t('common.undo')}
            </button>
          )}
          <button type="button" class="icon-button" aria-label={t('common.close')} onClick={() => model.dismiss()}>
            <span aria-hidden="true">✕</span>
          </button>
        </div>
      )}
    </div>
  );
}

const isGood = ({ kind }: Notice): boolean => kind === 'reset' || kind === 'undone' || kind === 'run_started';

function wordsOf(notice: Notice): string {
  switch (notice.kind) {
    case 'reset':
      return notice.of === null
        ? t('instances.didResetAll', { count: notice.count })
        : t('instances.didReset', { key: keyOf(notice.of) });
    case 'undone':
      return notice.of === null
        ? t('instances.didUndoAll', { count: notice.count })
        : t('instances.didUndo', { key: keyOf(notice.of) });
    case 'run_started':
      return t('instances.didStartRun');
    case 'reset_refused':
      return t(REFUSED[notice.cause]);
    case 'failed':
      return notice.reason === LOST
        ? t('common.connectionLost')
        : t('instances.failed', { reason: said(notice.reason) });
  }
}

const keyOf = ({ key, machine }: Exclude<ResetOf, null>): string => revealed(key === '' ? machine : key);
