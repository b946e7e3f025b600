/**
 * Machine sets: the list of them, and the one that is looked at.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Phrase, t } from '../../ui/i18n/i18n.ts';
import type { BrowserActions } from '../browser-actions.ts';
import { idOf, type Model } from '../model.ts';
import { UndoNote } from '../undo-note.tsx';
import { UNREADABLE } from './draft-store.ts';
import { FileDrop, OpenedNews } from './file-drop.tsx';
import { NOTHING_OPENED, openFiles } from './open-files.ts';
import { SetEditor } from './set-editor.tsx';
import { SetList } from './set-list.tsx';
import './machines.css';

export interface MachinesViewProps {
  readonly model: Model;
  readonly browser: BrowserActions;
}

export function MachinesView({ model, browser }: MachinesViewProps): JSX.Element {
  const { selection } = model;
  const [opened, setOpened] = useState(NOTHING_OPENED);
  const open = async (files: readonly File[]): Promise<void> => setOpened(await openFiles(files, model));
  return (
    <FileDrop open={open}>
      {model.unsaved && (
        <p class="notice" role="alert">
          <span>{t('machines.notKept')}</span>
        </p>
      )}
      {model.begun.some(({ draft }) => draft.name === UNREADABLE) && (
        <p class="notice" role="alert">
          <span>{t('machines.unreadable', { name: UNREADABLE })}</span>
        </p>
      )}
      <OpenedNews opened={opened} close={() => setOpened(NOTHING_OPENED)} />
      <div class="machines">
        <SetList model={model} open={open} />
        <div class="set-shown">
          <Deleted model={model} />
          <SetEditor key={idOf(selection)} model={model} selection={selection} browser={browser} />
        </div>
      </div>
    </FileDrop>
  );
}

/** What was deleted last, with a way back. */
function Deleted({ model }: { readonly model: Model }): JSX.Element {
  const [fault, setFault] = useState<Phrase | null>(null);
  const { deleted } = model;
  const undo = async (): Promise<void> => {
    const answer = await model.undelete();
    setFault(answer.ok ? null : answer.reason);
  };
  return (
    <div role="status" aria-live="polite">
      {deleted !== null && (
        <UndoNote
          news={t('machines.deleted', { name: deleted.name })}
          undo={undo}
          forget={() => model.forgetDeleted()}
        />
      )}
      {fault !== null && <p class="fault">{fault}</p>}
    </div>
  );
}
