/**
 * A button that asks once more, in the platform's own dialog, and says when it could not be done.
 */
import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { type Phrase, t } from '../ui/i18n/i18n.ts';
import type { Answer } from './model.ts';

export interface ConfirmButtonProps {
  readonly label: string;
  readonly question: string;
  readonly confirm: string;
  readonly act: () => Promise<Answer>;
}

export function ConfirmButton({ label, question, confirm, act }: ConfirmButtonProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const [fault, setFault] = useState<Phrase | null>(null);
  const run = async (): Promise<void> => {
    dialog.current?.close();
    const answer = await act();
    setFault(answer.ok ? null : answer.reason);
  };
  return (
    <>
      <button type="button" class="button danger" onClick={() => dialog.current?.showModal()}>
        {label}
      </button>
      {fault !== null && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <dialog ref={dialog} aria-labelledby={title}>
        <p id={title}>{question}</p>
        <div class="dialog-buttons">
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            {t('common.cancel')}
          </button>
          <button type="button" class="button danger" onClick={run}>
            {confirm}
          </button>
        </div>
      </dialog>
    </>
  );
}
