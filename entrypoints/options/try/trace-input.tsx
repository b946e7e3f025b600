/**
 * Where a trace comes from: written, pasted, dropped, opened, or taken from the journal.
 */

import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { count } from '../../ui/format.ts';
import { type Phrase, phrase, t } from '../../ui/i18n/i18n.ts';
import { revealed } from '../../ui/reveal.ts';
import type { BrowserActions } from '../browser-actions.ts';
import type { Model } from '../model.ts';
import { readTextFile } from '../text-file.ts';
import { EXAMPLE, EXAMPLE_LINE } from './example.ts';
import { RecordButton } from './record-button.tsx';
import { RecordedChoice } from './recorded-choice.tsx';
import { ReplacedNote } from './replaced-note.tsx';

export interface TraceInputProps {
  readonly model: Model;
  readonly browser: BrowserActions;
}

/** A longer text is not shown in the field: browsers take seconds to lay it out. */
const LONGEST_SHOWN = 200_000;
/** Bytes of a file; a longer one would fill the page's memory. */
const LARGEST = 100_000_000;

const EXAMPLE_NEWS = phrase(() => t('tryOut.exampleShown'));
const CLEARED_NEWS = phrase(() => t('tryOut.cleared'));

export function TraceInput({ model, browser }: TraceInputProps): JSX.Element {
  const { trial } = model;
  const text = trial.text.value;
  const field = useId();
  const [fault, setFault] = useState<Phrase | null>(null);
  const open = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const read = await readTextFile(file, LARGEST);
    const name = revealed(file.name);
    const news = phrase(() => t('tryOut.opened', { name }));
    if (read.ok) trial.replace(read.text, news);
    setFault(read.ok ? null : read.why);
  };
  const choose = (input: HTMLInputElement): void => {
    open(input.files?.[0]);
    // The same file can be chosen again.
    input.value = '';
  };
  const drop = (event: DragEvent): void => {
    const [file] = event.dataTransfer?.files ?? [];
    if (file === undefined) return;
    event.preventDefault();
    open(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut; the button beside it opens one.
    <div class="trace-input" onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <div class="set-actions">
        <label class="button file-button">
          {t('tryOut.open')}
          <input
            type="file"
            class="visually-hidden"
            accept=".jsonl,.ndjson,.json,.txt"
            onChange={(event) => choose(event.currentTarget)}
          />
        </label>
        <RecordedChoice model={model} browser={browser} />
        <RecordButton model={model} browser={browser} />
        {text === '' && (
          <button type="button" class="button" onClick={() => trial.replace(EXAMPLE, EXAMPLE_NEWS)}>
            {t('tryOut.example')}
          </button>
        )}
        {text !== '' && (
          <button type="button" class="button" onClick={() => trial.replace('', CLEARED_NEWS)}>
            {t('tryOut.clear')}
          </button>
        )}
      </div>
      <ReplacedNote trial={trial} field={field} />
      <label for={field}>{t('tryOut.paste')}</label>
      {text.length > LONGEST_SHOWN ? (
        <p id={field} class="quiet">
          {t('tryOut.tooLong', { size: count(text.length) })}
        </p>
      ) : (
        <textarea
          id={field}
          rows={6}
          wrap="off"
          spellcheck={false}
          placeholder={EXAMPLE_LINE}
          value={text}
          onInput={(event) => trial.write(event.currentTarget.value)}
        />
      )}
      {fault !== null && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
