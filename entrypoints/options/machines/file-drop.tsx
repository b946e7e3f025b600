/**
 * A place to drop files on, and what came of opening them. What is dragged and is no file (text within the editor) passes.
 */
import type { ComponentChildren, JSX } from 'preact';
import { t } from '../../ui/i18n/i18n.ts';
import type { Opened } from './open-files.ts';

export interface FileDropProps {
  readonly open: (files: readonly File[]) => void;
  readonly children: ComponentChildren;
}

export function FileDrop({ open, children }: FileDropProps): JSX.Element {
  const over = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
  };
  const drop = (event: DragEvent): void => {
    // The list is gone when the event is over.
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    open(files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut; a button opens one, too.
    <div class="file-drop" onDropCapture={drop} onDragOver={over}>
      {children}
    </div>
  );
}

export function OpenedNews({ opened, close }: { readonly opened: Opened; readonly close: () => void }): JSX.Element {
  const { done, refused } = opened;
  return (
    <>
      <div role="status">
        {done !== null && (
          <p class="notice">
            <span>{done}</span>
            <CloseButton close={close} />
          </p>
        )}
      </div>
      {refused.length > 0 && (
        <div class="notice refused" role="alert">
          <ul class="refused-files">
            {refused.map((why, index) => (
              <li key={index}>{why}</li>
            ))}
          </ul>
          <CloseButton close={close} />
        </div>
      )}
    </>
  );
}

function CloseButton({ close }: { readonly close: () => void }): JSX.Element {
  return (
    <button type="button" class="icon-button" aria-label={t('common.close')} onClick={close}>
      <span aria-hidden="true">×</span>
    </button>
  );
}
