/**
 * Says that what a person wrote gave way to another trace, and brings it back.
 */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { phrase, t } from '../../ui/i18n/i18n.ts';
import { UndoNote } from '../undo-note.tsx';
import type { Trial } from './trial.ts';

export interface ReplacedNoteProps {
  readonly trial: Trial;
  /** The id of the field with the text, where the focus goes with it. */
  readonly field: string;
}

const RESTORED_NEWS = phrase(() => t('tryOut.restored'));

export function ReplacedNote({ trial, field }: ReplacedNoteProps): JSX.Element {
  const replaced = trial.replaced.value;
  const text = trial.text.value;
  const refocus = useRef(false);
  // Not before the field is there with the text; a longer text had none.
  useEffect(() => {
    if (refocus.current) document.getElementById(field)?.focus();
    refocus.current = false;
  }, [text, field]);
  const undo = (): void => {
    refocus.current = true;
    trial.restore(RESTORED_NEWS);
  };
  return (
    <div role="status">
      {replaced !== null && <UndoNote news={replaced.news} undo={undo} forget={() => trial.forgetReplaced()} />}
    </div>
  );
}
