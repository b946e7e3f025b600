/**
 * Machine sets: the list of them, and the one that is looked at.
 */
import type { JSX } from 'preact';
import type { SetView } from '../background/ui-messages.ts';
import { plural } from '../ui/format.ts';
import { fileDraft } from './file.ts';
import { idOf, type Model } from './model.ts';
import { SetEditor } from './set-editor.tsx';

export function MachinesView({ model }: { readonly model: Model }): JSX.Element {
  const sets = model.configuration.value?.sets ?? [];
  const bundled = sets.filter((set) => set.ref.from === 'bundled');
  const own = sets.filter((set) => set.ref.from === 'own');
  const { selection } = model;
  const isNew = selection.from === 'new';
  return (
    <div class="machines">
      <aside class="set-list">
        <SetGroup title="Bundled" sets={bundled} model={model} />
        <SetGroup title="Your own" sets={own} model={model} />
        {own.length === 0 && !isNew && model.draft({ from: 'new' }) === null && <p class="quiet">None yet.</p>}
        {(isNew || model.draft({ from: 'new' }) !== null) && (
          <ul>
            <li>
              <button type="button" class="set-item" aria-current={isNew} onClick={() => model.select({ from: 'new' })}>
                <span class="set-name">{model.draft({ from: 'new' })?.name || 'New set'}</span>
                <span class="set-note">not saved</span>
              </button>
            </li>
          </ul>
        )}
        <div class="set-actions">
          <button type="button" class="button" onClick={() => model.select({ from: 'new' })}>
            New set
          </button>
          <OpenFile model={model} />
        </div>
      </aside>
      <SetEditor key={idOf(selection)} model={model} selection={selection} />
    </div>
  );
}

function SetGroup({
  title,
  sets,
  model,
}: {
  readonly title: string;
  readonly sets: readonly SetView[];
  readonly model: Model;
}): JSX.Element {
  const sites = model.configuration.value?.sites ?? [];
  const inForce = (set: SetView): boolean =>
    sites.some((site) => site.mode !== 'off' && site.sets.some((ref) => idOf(ref) === idOf(set.ref)));
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {sets.map((set) => (
          <li key={idOf(set.ref)}>
            <button
              type="button"
              class="set-item"
              aria-current={idOf(set.ref) === idOf(model.selection)}
              onClick={() => model.select(set.ref)}
            >
              <span class="set-name">
                {set.ref.name}
                {model.draft(set.ref) !== null && <span title="Changed, not saved"> *</span>}
              </span>
              <span class="set-note">
                {set.fault === null ? plural(set.machines.length, 'machine') : 'does not compile'}
                {inForce(set) && <span class="in-force">in force</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The platform's file picker behind a label that looks like the buttons beside it. */
function OpenFile({ model }: { readonly model: Model }): JSX.Element {
  const open = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (file !== undefined) model.begin(await fileDraft(file));
    input.value = '';
  };
  return (
    <label class="button file-button">
      Open a file
      <input
        type="file"
        class="visually-hidden"
        accept=".yaml,.yml,.json,application/json,text/yaml"
        onChange={(event) => open(event.currentTarget)}
      />
    </label>
  );
}
