/**
 * A note to the model that goes with a denial. Enter sends it.
 */
import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { t } from '../../ui/i18n/i18n.ts';

export interface NoteFormProps {
  /** What the button says that sends it. */
  readonly label: string;
  readonly inert: boolean;
  /** Gets the note without blanks around it; may be empty. */
  readonly send: (note: string) => void;
  readonly close: () => void;
  /** Whether a click may be taken; where it is absent, each is. */
  readonly accepts?: (event: MouseEvent) => boolean;
}

export function NoteForm({ label, inert, send, close, accepts }: NoteFormProps): JSX.Element {
  const [note, setNote] = useState('');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (): void => {
    if (!inert) send(note.trim());
  };
  const leave = (): void => {
    // Back to where the form was opened: the focus would be lost with the field.
    const back = form.current?.closest<HTMLElement>('.card') ?? form.current?.parentElement?.querySelector('button');
    close();
    back?.focus();
  };
  return (
    <form
      ref={form}
      class="note"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label for={id}>{t('popup.noteLabel')}</label>
      <textarea
        id={id}
        ref={field}
        rows={2}
        maxLength={2000}
        aria-describedby={`${id}-hint`}
        value={note}
        onInput={(event) => setNote(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.isComposing) {
            event.preventDefault();
            leave();
          }
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.repeat) return;
          event.preventDefault();
          submit();
        }}
      />
      <p id={`${id}-hint`} class="hint">
        {t('popup.noteHint')}
      </p>
      <div class="form-buttons">
        <button
          type="submit"
          class="button deny"
          disabled={inert}
          onClick={(event) => {
            if (accepts?.(event) === false) event.preventDefault();
          }}
        >
          {label}
        </button>
        <button type="button" class="button" onClick={leave}>
          {t('popup.cancel')}
        </button>
      </div>
    </form>
  );
}
