/**
 * Name of a set and what can be done with it.
 */
import type { JSX } from 'preact';
import { type Phrase, t } from '../../ui/i18n/i18n.ts';
import type { Draft, Model, Selection } from '../model.ts';
import { RenameButton } from './rename-button.tsx';

export interface SetHeadProps {
  readonly model: Model;
  readonly selection: Selection;
  readonly current: Draft;
  readonly changed: boolean;
  /** Whether something is saved already, which saving would replace. */
  readonly replaces: boolean;
  readonly comparing: boolean;
  readonly setComparing: (on: boolean) => void;
  readonly rename: (name: string) => void;
  readonly save: () => Promise<void>;
  /** Gives up what is not saved. */
  readonly discard: () => void;
  readonly format: () => void;
  readonly exportText: () => void;
  /** Says that something could not be done. */
  readonly tell: (problem: Phrase | null) => void;
}

export function SetHead(props: SetHeadProps): JSX.Element {
  const { model, selection, current, changed, save } = props;
  return (
    <header class="set-head">
      {selection.from === 'new' ? (
        <>
          <h1 class="visually-hidden">{t('machines.newSet')}</h1>
          <label class="name-field">
            <span>{t('machines.name')}</span>
            <input
              type="text"
              maxLength={80}
              placeholder="my-machines"
              value={current.name}
              onInput={(event) => props.rename(event.currentTarget.value)}
            />
          </label>
        </>
      ) : (
        <h1>{selection.name}</h1>
      )}
      {selection.from === 'bundled' ? (
        <div class="set-buttons">
          <button type="button" class="button" onClick={props.exportText}>
            {t('machines.export')}
          </button>
          <button
            type="button"
            class="button primary"
            onClick={() => model.begin({ name: freeName(model, `my-${current.name}`), text: current.text })}
          >
            {t('machines.copy')}
          </button>
        </div>
      ) : (
        <div class="set-buttons">
          <Tools {...props} />
          {changed && (
            <button type="button" class="button" onClick={props.discard}>
              {t(selection.from === 'new' ? 'machines.discard' : 'machines.revert')}
            </button>
          )}
          <button type="button" class="button primary" disabled={!changed} onClick={save} aria-keyshortcuts="Control+S">
            {t(props.replaces && props.comparing ? 'machines.saveChanges' : 'machines.save')}
          </button>
        </div>
      )}
    </header>
  );
}

function Tools(props: SetHeadProps): JSX.Element {
  const { model, selection, current, changed, comparing, setComparing, tell } = props;
  const own = selection.from === 'own' ? selection.name : null;
  const remove = async (name: string): Promise<void> => {
    const answer = await model.removeSet(name);
    tell(answer.ok ? null : answer.reason);
  };
  return (
    <>
      {own !== null && (changed || comparing) && (
        <button type="button" class="button" aria-pressed={comparing} onClick={() => setComparing(!comparing)}>
          {t('machines.showChanges')}
        </button>
      )}
      <button type="button" class="button" onClick={props.format} disabled={current.text.trim() === ''}>
        {t('machines.format')}
      </button>
      <button type="button" class="button" onClick={props.exportText} disabled={current.text === ''}>
        {t('machines.export')}
      </button>
      {own !== null && (
        <>
          <RenameButton model={model} name={own} />
          <button type="button" class="button danger" onClick={() => remove(own)}>
            {t('machines.delete')}
          </button>
        </>
      )}
    </>
  );
}

/** `name`, or the first of `name-2`, `name-3`, … that no own set has. */
function freeName(model: Model, name: string): string {
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name}-${n}`;
    if (model.set({ from: 'own', name: free }) === null) return free;
  }
}
