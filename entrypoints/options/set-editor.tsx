/**
 * One machine set: its text with what is wrong with it, where it is in force, and saving. What does not compile cannot be saved.
 */
import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Diagnostic } from '../../engine/dsl/diagnostic.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { useDiagnosis } from './diagnosis.ts';
import { DiagnosticList } from './diagnostic-list.tsx';
import { fileDraft } from './file.ts';
import type { Draft, Model, Selection } from './model.ts';
import { SetSites } from './set-sites.tsx';
import { TextEditor, type TextEditorHandle } from './text-editor.tsx';

export interface SetEditorProps {
  readonly model: Model;
  readonly selection: Selection;
}

export function SetEditor({ model, selection }: SetEditorProps): JSX.Element {
  const editor = useRef<TextEditorHandle>(null);
  const [fault, setFault] = useState<string | null>(null);
  const saved = model.set(selection);
  const draft = model.draft(selection);
  const current: Draft = draft ?? { name: selection.from === 'new' ? '' : selection.name, text: saved?.text ?? '' };
  const diagnosis = useDiagnosis(current.text);
  const fixed = selection.from === 'bundled';
  const problem = useMemo(
    () => whyNotSaved(model, selection, current, diagnosis.diagnostics),
    [model, selection, current, diagnosis],
  );
  const write = (change: Partial<Draft>): void => {
    setFault(null);
    model.write(selection, { ...current, ...change });
  };
  const save = async (): Promise<void> => {
    const answer = await model.save(selection, current);
    setFault(answer.ok ? null : answer.reason);
  };
  const drop = async (event: DragEvent): Promise<void> => {
    const [file] = event.dataTransfer?.files ?? [];
    if (file === undefined) return;
    event.preventDefault();
    model.begin(await fileDraft(file));
  };
  return (
    <section class="set-editor" aria-label="Machine set" onDrop={drop}>
      <header class="set-head">
        {selection.from === 'new' ? (
          <label class="name-field">
            <h1 class="visually-hidden">New set</h1>
            <span>Name</span>
            <input
              type="text"
              maxLength={80}
              placeholder="my-machines"
              value={current.name}
              onInput={(event) => write({ name: event.currentTarget.value })}
            />
          </label>
        ) : (
          <h1>{selection.name}</h1>
        )}
        {fixed ? (
          <button
            type="button"
            class="button"
            onClick={() => model.begin({ name: `my-${current.name}`, text: current.text })}
          >
            Copy to change it
          </button>
        ) : (
          <div class="set-buttons">
            {draft !== null && (
              <button type="button" class="button" onClick={() => model.discard(selection)}>
                {saved === null ? 'Discard' : 'Revert'}
              </button>
            )}
            <button
              type="button"
              class="button primary"
              disabled={draft === null || problem !== null || diagnosis.stale}
              onClick={save}
            >
              Save
            </button>
          </div>
        )}
      </header>
      {saved !== null && <SetSites model={model} set={saved} />}
      <TextEditor
        handle={editor}
        text={current.text}
        readOnly={fixed}
        diagnostics={diagnosis.diagnostics}
        write={(text) => write({ text })}
      />
      <DiagnosticList
        diagnosis={diagnosis}
        empty={current.text.trim() === ''}
        jump={(place) => editor.current?.jump(place)}
      />
      {draft !== null && problem !== null && !fixed && <p class="quiet">{problem}</p>}
      {fault !== null && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {selection.from === 'own' && (
        <footer class="set-foot">
          <ConfirmButton
            label="Delete this set"
            question={`Delete “${selection.name}”? It is taken out of every site where it is in force.`}
            confirm="Delete"
            act={() => model.deleteSet(selection.name)}
          />
        </footer>
      )}
    </section>
  );
}

/** Why the text cannot be saved as it is; `null` when it can. */
function whyNotSaved(
  model: Model,
  selection: Selection,
  { name, text }: Draft,
  diagnostics: readonly Diagnostic[],
): string | null {
  if (text.trim() === '') return 'There is nothing to save yet.';
  const errors = diagnostics.filter((d) => d.severity === 'error').length;
  if (errors > 0)
    return `Cannot be saved before ${errors === 1 ? 'the error is' : 'the errors are'} mended; what was saved stays in force.`;
  if (name.trim() === '') return 'Give the set a name to save it.';
  const taken = model.set({ from: 'own', name: name.trim() }) !== null;
  return selection.from === 'new' && taken ? 'A set of this name exists already.' : null;
}
