/**
 * Changes the arguments of a waiting call, each in its own field or all of them as one JSON text.
 */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Json } from '../../../engine/tool-call.ts';
import { size } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { worded } from '../../ui/i18n/wording.ts';
import { revealed } from '../../ui/reveal.ts';
import { Missing, nameOf } from './argument-field.tsx';
import type { Calls, Item } from './calls.ts';
import type { Decide } from './decision-bar.tsx';
import { EditField } from './edit-field.tsx';
import { argumentsFrom, type Draft, draftOf, type Fault, isObject, wholeOf } from './edited-arguments.ts';
import { loadWhole, useFetched } from './whole.ts';

export interface EditFormProps {
  readonly item: Item;
  readonly calls: Calls;
  readonly inert: boolean;
  readonly decide: Decide;
  readonly close: () => void;
}

/** Arguments that are longer all together, in characters, are not edited here. */
const MAX_EDITED = 400_000;

export function EditForm(props: EditFormProps): JSX.Element {
  const { call } = props.item;
  const fields = call.args ?? [];
  const length = fields.reduce((sum, field) => sum + field.length, 0);
  const tooLong = length > MAX_EDITED;
  const texts = useFetched(
    () =>
      Promise.all(fields.map((field, index) => loadWhole({ calls: props.calls, ticket: call.ticket, index, field }))),
    !tooLong,
  );
  if (tooLong)
    return <Unopened {...props} what={<p class="quiet">{t('popup.editTooLong', { size: size(length) })}</p>} />;
  if (texts.kind !== 'here') return <Unopened {...props} what={<Missing of={[texts]} />} />;
  const drafts = fields.map(({ name, kind }, index) => ({ name, kind, text: texts.value[index] ?? '' }));
  return <Opened {...props} first={drafts.length === 0 ? wholeOf({}) : { kind: 'fields', fields: drafts }} />;
}

/** There is nothing to edit (yet). */
function Unopened({ what, close }: Pick<EditFormProps, 'close'> & { readonly what: JSX.Element }): JSX.Element {
  return (
    <div class="edit">
      {what}
      <div class="form-buttons">
        <button type="button" class="button" onClick={close}>
          {t('popup.cancel')}
        </button>
      </div>
    </div>
  );
}

function Opened({ first, inert, decide, close }: EditFormProps & { readonly first: Draft }): JSX.Element {
  const [before] = useState(() => JSON.stringify(argumentsFrom(first).args));
  const [draft, setDraft] = useState(first);
  const { args, fault } = argumentsFrom(draft);
  const changed = args === undefined || JSON.stringify(args) !== before;
  return (
    <form class="edit" aria-label={t('popup.editTitle')} onSubmit={(event) => event.preventDefault()}>
      <Fields draft={draft} change={setDraft} />
      {args !== undefined && <Turn args={args} draft={draft} change={setDraft} />}
      {fault !== undefined && (
        <p class="hindrance" role="alert">
          {faultWords(fault)}
        </p>
      )}
      <div class="form-buttons">
        <button
          type="button"
          class="button allow"
          disabled={inert || !changed || args === undefined}
          onClick={(event) => {
            if (args !== undefined) decide(event, { kind: 'edit', args });
          }}
        >
          {t('popup.editAllow')}
        </button>
        <button type="button" class="button" onClick={close}>
          {t('popup.cancel')}
        </button>
        {!changed && <span class="hint">{t('popup.editUnchanged')}</span>}
      </div>
    </form>
  );
}

interface DraftProps {
  readonly draft: Draft;
  readonly change: (draft: Draft) => void;
}

function Fields({ draft, change }: DraftProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  // When they are put into the page, and when they are replaced.
  useEffect(() => place.current?.querySelector('textarea')?.focus(), [draft.kind]);
  return (
    <div class="edit-fields" ref={place}>
      {draft.kind === 'whole' ? (
        <EditField
          key="whole"
          name={t('popup.editWhole')}
          text={draft.text}
          change={(text) => change({ kind: 'whole', text })}
        />
      ) : (
        draft.fields.map((field, index) => (
          <EditField
            key={index}
            name={field.kind === 'text' ? nameOf(field) : t('popup.editJson', { name: nameOf(field) })}
            text={field.text}
            change={(text) => change({ kind: 'fields', fields: draft.fields.with(index, { ...field, text }) })}
          />
        ))
      )}
    </div>
  );
}

/** To the other way of editing, where there are two, with what has been written. */
function Turn({ args, draft, change }: DraftProps & { readonly args: Json }): JSX.Element | null {
  if (!isObject(args) || (draft.kind === 'whole' && Object.keys(args).length === 0)) return null;
  const isWhole = draft.kind === 'whole';
  return (
    <p class="edit-turn">
      <button type="button" class="link" onClick={() => change(isWhole ? draftOf(args) : wholeOf(args))}>
        {isWhole ? t('popup.editByField') : t('popup.editAsJson')}
      </button>
    </p>
  );
}

function faultWords(fault: Fault): string {
  switch (fault.kind) {
    case 'no_object':
      return t('popup.editNoObject');
    case 'syntax': {
      const { line, column } = fault;
      const why = revealed(worded(fault.message));
      return fault.name === null
        ? t('popup.editBrokenWhole', { line, column, why })
        : t('popup.editBroken', { name: revealed(fault.name), line, column, why });
    }
  }
}
