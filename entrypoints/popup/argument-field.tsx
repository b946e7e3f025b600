/**
 * One argument of a waiting call, readable: short values plain, long ones folded, huge ones cut in the middle with what is
 * missing said. Nothing in it can hide: see `ui/reveal.ts`.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ShownField } from '../background/ui-messages.ts';
import { count, size } from '../ui/format.ts';
import { revealed } from '../ui/reveal.ts';
import { Revealed } from '../ui/revealed.tsx';

export interface ArgumentFieldProps {
  readonly field: ShownField;
  readonly more: (from: number, show: (text: string) => void) => void;
}

/** Values beyond this are folded at first. */
const FOLD_LINES = 6;
const FOLD_CHARACTERS = 360;

export function ArgumentField({ field, more }: ArgumentFieldProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const [fetched, setFetched] = useState('');
  const lines = field.head.split('\n').length;
  const foldable = lines > FOLD_LINES || field.length > FOLD_CHARACTERS;
  const omitted = (field.cut?.omitted ?? 0) - fetched.length;
  const name = field.name === null ? 'value' : revealed(field.name);
  const fetchMore = (): void =>
    more(field.head.length + fetched.length, (text) => setFetched((had) => had + text.slice(0, omitted)));
  return (
    <div class="argument">
      <dt>
        <code>{name}</code>
        {foldable && (
          <span class="argument-size">
            {field.cut === null && lines > FOLD_LINES ? `${count(lines)} lines` : size(field.length)}
          </span>
        )}
      </dt>
      <dd>
        <pre class={foldable && !open ? 'value folded' : 'value'} data-kind={field.kind}>
          {field.length === 0 ? <span class="quiet">empty</span> : <Revealed text={field.head + fetched} />}
          {open && field.cut !== null && omitted > 0 && (
            <span class="omitted">{`⋯ ${count(omitted)} characters not shown ⋯`}</span>
          )}
          {open && field.cut !== null && <Revealed text={field.cut.tail} />}
        </pre>
        {foldable && (
          <div class="argument-actions">
            <button type="button" class="link" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? 'Fold' : 'Unfold'}
            </button>
            {open && omitted > 0 && (
              <button type="button" class="link" onClick={fetchMore}>
                Show more of the middle
              </button>
            )}
          </div>
        )}
      </dd>
    </div>
  );
}
