/**
 * A field in which arguments are edited; what it cannot show is said below it.
 */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { list } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { reveal } from '../../ui/reveal.ts';

export interface EditFieldProps {
  readonly name: string;
  readonly text: string;
  readonly change: (text: string) => void;
}

/** Characters that a narrow field shows in a line. */
const COLUMNS = 40;

export function EditField({ name, text, change }: EditFieldProps): JSX.Element {
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
        onInput={(event) => change(event.currentTarget.value)}
      />
      {marks.length > 0 && <p class="hint edit-hidden">{t('popup.editHidden', { marks: list(marks) })}</p>}
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
