/**
 * The machine sets there are: bundled ones, own ones, new ones that are not saved, and which are in force where.
 */

import type { JSX } from 'preact';
import type { SetView, SiteEntry } from '../../background/ui-messages.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { idOf, type Model, type Selection } from '../model.ts';

export interface SetListProps {
  readonly model: Model;
  /** Opens files as new sets. */
  readonly open: (files: readonly File[]) => void;
}

export function SetList({ model, open }: SetListProps): JSX.Element {
  const sets = model.configuration.value?.sets ?? [];
  const sites = model.configuration.value?.sites ?? [];
  const own = sets.filter((set) => set.ref.from === 'own');
  const isNew = model.selection.from === 'new';
  const shownUnwritten = isNew && model.draft(model.selection) === null;
  return (
    <aside class="set-list" aria-label={t('machines.sets')}>
      <Group title={t('machines.own')} sets={own} model={model} />
      {own.length === 0 && model.begun.length === 0 && !isNew && <p class="quiet">{t('machines.noneYet')}</p>}
      <ul>
        {model.begun.map(({ selection, draft }) => (
          <Item
            key={idOf(selection)}
            model={model}
            selection={selection}
            name={draft.name === '' ? t('machines.newSet') : draft.name}
            note={t('machines.notSaved')}
          />
        ))}
        {shownUnwritten && (
          <Item model={model} selection={model.selection} name={t('machines.newSet')} note={t('machines.notSaved')} />
        )}
      </ul>
      <div class="set-actions">
        <button type="button" class="button" onClick={() => model.select({ from: 'new' })}>
          {t('machines.newSet')}
        </button>
        <OpenFile open={open} />
      </div>
      <Group title={t('machines.bundled')} sets={sets.filter((set) => set.ref.from === 'bundled')} model={model} />
      <h2>{t('machines.bySite')}</h2>
      <ul>
        {sites.map((site) => (
          <Site key={site.match} site={site} model={model} />
        ))}
      </ul>
    </aside>
  );
}

interface GroupProps {
  readonly title: string;
  readonly sets: readonly SetView[];
  readonly model: Model;
}

function Group({ title, sets, model }: GroupProps): JSX.Element {
  const sites = model.configuration.value?.sites ?? [];
  const inForce = (set: SetView): boolean =>
    sites.some((site) => site.mode !== 'off' && site.sets.some((ref) => idOf(ref) === idOf(set.ref)));
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {sets.map((set) => (
          <Item
            key={idOf(set.ref)}
            model={model}
            selection={set.ref}
            name={set.ref.name}
            note={
              set.fault === null ? t('machines.machineCount', { count: set.machines.length }) : t('machines.faultyNote')
            }
            inForce={inForce(set)}
          />
        ))}
      </ul>
    </>
  );
}

interface ItemProps {
  readonly model: Model;
  readonly selection: Selection;
  readonly name: string;
  readonly note: string;
  readonly inForce?: boolean;
}

function Item({ model, selection, name, note, inForce = false }: ItemProps): JSX.Element {
  const changed = selection.from !== 'new' && model.draft(selection) !== null;
  return (
    <li>
      <button
        type="button"
        class="set-item"
        aria-current={idOf(selection) === idOf(model.selection)}
        onClick={() => model.select(selection)}
      >
        <span class="set-name">{name}</span>
        <span class="set-note">
          {note}
          {changed && <span class="changed">{t('machines.changed')}</span>}
          {inForce && <span class="in-force">{t('machines.inForce')}</span>}
        </span>
      </button>
    </li>
  );
}

/** What is in force on a site, in its order. */
function Site({ site, model }: { readonly site: SiteEntry; readonly model: Model }): JSX.Element {
  return (
    <li class="site-sets">
      <code>{site.match}</code>
      {site.sets.length === 0 && <span class="quiet">{t('machines.noSets')}</span>}
      {site.sets.map((ref) => (
        <button key={idOf(ref)} type="button" class="link" onClick={() => model.select(ref)}>
          {ref.name}
        </button>
      ))}
    </li>
  );
}

/** The platform's file picker behind a label that looks like the buttons beside it. */
function OpenFile({ open }: Pick<SetListProps, 'open'>): JSX.Element {
  const choose = (input: HTMLInputElement): void => {
    open([...(input.files ?? [])]);
    // The same file can be chosen again.
    input.value = '';
  };
  return (
    <label class="button file-button">
      {t('machines.openFile')}
      <input
        type="file"
        class="visually-hidden"
        multiple
        accept=".yaml,.yml,.json,application/json,text/yaml"
        onChange={(event) => choose(event.currentTarget)}
      />
    </label>
  );
}
