/**
 * What has just been done to something of the person's, with a way back.
 */
import type { ComponentChildren, JSX } from 'preact';
import { t } from '../ui/i18n/i18n.ts';

export interface UndoNoteProps {
  readonly news: ComponentChildren;
  readonly undo: () => void;
  /** The note is read; there is no way back any more. */
  readonly forget: () => void;
}

/** To be put into a live region that is there before it. */
export function UndoNote({ news, undo, forget }: UndoNoteProps): JSX.Element {
  return (
    <p class="notice">
      <span>{news}</span>
      <button type="button" class="link" onClick={undo}>
        {t('common.undo')}
      </button>
      <button type="button" class="icon-button" aria-label={t('common.close')} onClick={forget}>
        <span aria-hidden="true">×</span>
      </button>
    </p>
  );
}
