/**
 * A JSON value as a tree that opens and closes, by mouse and keyboard. A branch is drawn when it is opened.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Json } from '../../../engine/tool-call.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { revealed } from '../../ui/reveal.ts';
import { Revealed } from '../../ui/revealed.tsx';

/** Elements of a branch that are drawn at a time. */
const PAGE = 100;
/** A tree with no more elements than this stands open at first. */
const SMALL = 12;

export function JsonTree({ value }: { readonly value: Json }): JSX.Element {
  return (
    <div class="value tree">
      {isBranch(value) ? <Elements value={value} open={isSmall(value)} /> : <Leaf value={value} />}
    </div>
  );
}

function Elements({ value, open }: { readonly value: Json; readonly open: boolean }): JSX.Element {
  const [shown, setShown] = useState(PAGE);
  const all = entriesOf(value);
  const left = all.length - shown;
  return (
    <ul>
      {all.slice(0, shown).map(([name, child]) => (
        <li key={name}>
          {isBranch(child) ? <Branch name={name} value={child} open={open} /> : <Leaf name={name} value={child} />}
        </li>
      ))}
      {left > 0 && (
        <li>
          <button type="button" class="link" onClick={() => setShown(shown + PAGE)}>
            {t('popup.moreElements', { count: Math.min(left, PAGE) })}
          </button>
        </li>
      )}
    </ul>
  );
}

function Branch({
  name,
  value,
  open: first,
}: {
  readonly name: string;
  readonly value: Json;
  readonly open: boolean;
}): JSX.Element {
  const [open, setOpen] = useState(first);
  const size = entriesOf(value).length;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Name name={name} />
        <span class="tree-size">
          {Array.isArray(value) ? t('popup.listOf', { count: size }) : t('popup.objectOf', { count: size })}
        </span>
      </summary>
      {open && <Elements value={value} open={first} />}
    </details>
  );
}

function Leaf({ name, value }: { readonly name?: string; readonly value: Json }): JSX.Element {
  return (
    <span class="tree-leaf">
      {name !== undefined && <Name name={name} />}
      <span class={`tree-${value === null ? 'null' : typeof value}`}>
        <Revealed text={typeof value === 'string' ? value : JSON.stringify(value)} />
      </span>
    </span>
  );
}

const Name = ({ name }: { readonly name: string }): JSX.Element => <code class="tree-name">{revealed(name)}</code>;

const isBranch = (value: Json): boolean => typeof value === 'object' && value !== null && entriesOf(value).length > 0;

function entriesOf(value: Json): readonly (readonly [string, Json])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function isSmall(value: Json): boolean {
  let left = SMALL;
  const count = (at: Json): void => {
    for (const [, child] of entriesOf(at)) {
      left -= 1;
      if (left < 0) return;
      count(child);
    }
  };
  count(value);
  return left >= 0;
}
