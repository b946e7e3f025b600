/**
 * Gives an own set another name, in the platform's own dialog.
 */
import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { type Phrase, phrase, t } from '../../ui/i18n/i18n.ts';
import type { Model } from '../model.ts';
import { nameTaken } from './refusal.ts';

export function RenameButton({ model, name }: { readonly model: Model; readonly name: string }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const ids = { field: useId(), fault: useId() };
  const [fault, setFault] = useState<Phrase | null>(null);
  const open = (): void => {
    setFault(null);
    if (field.current !== null) field.current.value = name;
    dialog.current?.showModal();
    field.current?.select();
  };
  const rename = async (event: Event): Promise<void> => {
    event.preventDefault();
    const wanted = field.current?.value.trim() ?? '';
    if (wanted === '') return setFault(phrase(() => t('machines.nameMissing')));
    if (wanted !== name && nameTaken(model, wanted)) return setFault(phrase(() => t('machines.nameTaken')));
    const answer = wanted === name ? ({ ok: true } as const) : await model.renameSet(name, wanted);
    if (answer.ok) dialog.current?.close();
    else setFault(answer.reason);
  };
  return (
    <>
      <button type="button" class="button" onClick={open}>
        {t('machines.rename')}
      </button>
      <dialog ref={dialog} aria-labelledby={ids.field}>
        <form class="field" onSubmit={rename}>
          <label>
            <span id={ids.field}>{t('machines.renameTo', { name })}</span>
            <input
              ref={field}
              type="text"
              maxLength={80}
              aria-invalid={fault !== null}
              aria-describedby={fault === null ? undefined : ids.fault}
            />
          </label>
          {fault !== null && (
            <p class="fault" role="alert" id={ids.fault}>
              {fault}
            </p>
          )}
          <div class="dialog-buttons">
            <button type="button" class="button" onClick={() => dialog.current?.close()}>
              {t('common.cancel')}
            </button>
            <button type="submit" class="button primary">
              {t('machines.rename')}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
