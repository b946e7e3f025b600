/**
 * Changes the arguments of a waiting call. Texts are edited as they are, everything else as JSON; what a field cannot show is said
 * below it.
 */
import type { JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type { Json } from '../../../engine/tool-call.ts';
import { size } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { reveal } from '../../ui/reveal.ts';
import { Loading, nameOf } from './argument-field.tsx';
import type { Calls, Item } from './calls.ts';
import type { Decide } from './decision-bar.tsx';
import { argumentsFrom } from './edited-arguments.ts';
import { loadWhole } from './whole.ts';

export interface EditFormProps {
  readonly item: Item;
  readonly calls: Calls;
  readonly inert: boolean;
  readonly decide: Decide;
  readonly close: () => void;
}

/** Characters that a narrow field shows in a line. */
const COLUMNS = 40;
/** Arguments that are longer all together, in characters, are not edited here. */
const MAX_EDITED = 400_000;

export function EditForm({ item, calls, inert, decide, close }: EditFormProps): JSX.Element {
  const { ticket } = item.call;
  const fields = item.call.args ?? [];
  const length = fields.reduce((sum, field) => sum + field.length, 0);
  const [before, setBefore] = useState<readonly string[] | null>(null);
  const [texts, setTexts] = useState<readonly string[]>([]);
  useEffect(() => {
    if (length > MAX_EDITED) return;
    const loaded: string[] = [];
    for (const [index, field] of fields.entries()) {
      loadWhole({ calls, ticket, index, field }, (text) => {
        loaded[index] = text;
        if (Object.keys(loaded).length < fields.length) return;
        setBefore([...loaded]);
        setTexts([...loaded]);
      });
    }
  }, [ticket]);
  const edited = before === null ? null : argumentsFrom(fields, texts);
  const changed = before?.some((text, index) => text !== texts[index]) ?? false;
  return (
    <form class="edit" aria-label={t('popup.editTitle')} onSubmit={(event) => event.preventDefault()}>
      {length > MAX_EDITED ? (
        <p class="quiet">{t('popup.editTooLong', { size: size(length) })}</p>
      ) : before === null ? (
        <Loading />
      ) : (
        fields.map((field, index) => (
          <EditField
            key={index}
            name={field.kind === 'text' ? nameOf(field) : t('popup.editJson', { name: nameOf(field) })}
            first={index === 0}
            text={texts[index] ?? ''}
            change={(text) => setTexts(texts.map((old, at) => (at === index ? text : old)))}
          />
        ))
      )}
      {edited?.broken !== undefined && (
        <p class="hindrance" role="alert">
          {t('popup.editBroken', edited.broken)}
        </p>
      )}
      <div class="form-buttons">
        <button
          type="button"
          class="button allow"
          disabled={inert || !changed || edited?.args === undefined}
          onClick={(event) => {
            if (edited?.args !== undefined) decide(event, { kind: 'edit', args: edited.args as Json });
          }}
        >
          {t('popup.editAllow')}
        </button>
        <button type="button" class="button" onClick={close}>
          {t('popup.cancel')}
        </button>
        {before !== null && !changed && <span class="hint">{t('popup.editUnchanged')}</span>}
      </div>
    </form>
  );
}

function EditField({
  name,
  first,
  text,
  change,
}: {
  readonly name: string;
  readonly first: boolean;
  readonly text: string;
  readonly change: (text: string) => void;
}): JSX.Element {
  const id = useId();
  const marks = [...new Set(reveal(text).flatMap((segment) => (segment.kind === 'mark' ? [segment.label] : [])))];
  return (
    <div class="edit-field">
      <label for={id}>
        <code>{name}</code>
      </label>
      <textarea
        id={id}
        dir="ltr"
        spellcheck={false}
        rows={rowsFor(text)}
        value={text}
        ref={first ? focusOnce : null}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {marks.length > 0 && <p class="hint edit-hidden">{t('popup.editHidden', { marks: marks.join(', ') })}</p>}
    </div>
  );
}

/** For browsers that do not size a field by what is in it. */
function rowsFor(text: string): number {
  const lines = text.slice(0, 1_000).split('\n');
  return Math.min(
    10,
    lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / COLUMNS)), 0),
  );
}

/** Only when it is put into the page. */
function focusOnce(field: HTMLTextAreaElement | null): void {
  field?.focus();
}
