/**
 * One argument of a waiting call, readable: short values plain, long ones folded, structured ones as a tree, huge ones cut in
 * the middle with what is missing said. Nothing in it can hide: see `ui/reveal.ts`.
 */

import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Json } from '../../../engine/tool-call.ts';
import type { ShownField } from '../../background/ui-messages.ts';
import { count, size } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import { leading } from '../../ui/i18n/sentences.ts';
import { messageOf } from '../../ui/message-of.ts';
import { revealed } from '../../ui/reveal.ts';
import { Revealed } from '../../ui/revealed.tsx';
import { LOST } from '../instances/replies.ts';
import { useLoaded } from './loaded.ts';
import { type Fetched, type FieldRef, useWhole } from './whole.ts';

/** Values beyond this are folded at first. */
const FOLD_LINES = 6;
const FOLD_CHARACTERS = 360;
/** A structured value beyond this is not made into a tree. */
const TREE_CHARACTERS = 2_000_000;

export function ArgumentField(ref: FieldRef): JSX.Element {
  const { field } = ref;
  const structured = field.kind === 'json' && /^[[{]/.test(field.head) && field.length <= TREE_CHARACTERS;
  return (
    <Named name={nameOf(field)} size={sizeOf(field)}>
      {structured ? <Structured {...ref} /> : <Text {...ref} />}
    </Named>
  );
}

/** An argument's name, its size where that says something, and the value. */
export function Named({
  name,
  size: length,
  children,
}: {
  readonly name: string;
  readonly size: string | null;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="argument">
      <dt>
        <code>{name}</code>
        {length !== null && <span class="argument-size">{length}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

export const nameOf = ({ name }: Pick<ShownField, 'name'>): string =>
  name === null ? t('popup.unnamedArgument') : revealed(name);

function sizeOf({ head, cut, length, kind }: ShownField): string | null {
  const lines = head.split('\n').length;
  if (kind === 'text' && cut === null && lines > FOLD_LINES) return t('popup.lines', { count: lines });
  return length > FOLD_CHARACTERS ? size(length) : null;
}

function Structured(ref: FieldRef): JSX.Element {
  const [asText, setAsText] = useState(ref.field.cut !== null);
  const code = useLoaded(() => import('./json-tree.tsx'), !asText);
  const whole = useWhole(ref, !asText);
  const text = asText || whole.kind !== 'here' ? null : whole.value;
  const value = useMemo(() => (text === null ? undefined : (JSON.parse(text) as Json)), [text]);
  return (
    <>
      {asText ? (
        <Text {...ref} />
      ) : value === undefined || code === null ? (
        <Missing of={[whole]} />
      ) : (
        <code.JsonTree value={value} />
      )}
      <div class="argument-actions">
        <button type="button" class="link" onClick={() => setAsText(!asText)}>
          {asText ? t('popup.asTree') : t('popup.asText')}
        </button>
      </div>
    </>
  );
}

/** In the place of what is on its way, or did not come: then it says why, and asks again when it is told to. */
export function Missing({ of }: { readonly of: readonly Fetched<unknown>[] }): JSX.Element {
  const failed = of.find((one) => one.kind === 'failed');
  if (failed?.kind !== 'failed') return <p class="quiet">{t('popup.loadingWhole')}</p>;
  return (
    <p class="hindrance" role="alert">
      {leading(restFault(failed.reason))}
      <button type="button" class="link" onClick={failed.retry}>
        {t('popup.tryAgain')}
      </button>
    </p>
  );
}

const restFault = (reason: string): string =>
  reason === LOST ? t('popup.restLost') : t('popup.restFailed', { reason: said(reason) });

function Text({ calls, ticket, index, field }: FieldRef): JSX.Element {
  const [open, setOpen] = useState(false);
  const [fetched, setFetched] = useState('');
  const foldable = field.head.split('\n').length > FOLD_LINES || field.length > FOLD_CHARACTERS;
  const omitted = (field.cut?.omitted ?? 0) - fetched.length;
  const [fault, setFault] = useState<string | null>(null);
  const [fetching, setFetching] = useState(false);
  const fetchMore = (): void => {
    setFault(null);
    setFetching(true);
    calls
      .more(ticket, index, field.head.length + fetched.length)
      .then(
        (text) => setFetched((had) => had + text.slice(0, omitted)),
        (error: unknown) => setFault(messageOf(error)),
      )
      .then(() => setFetching(false));
  };
  return (
    <>
      <pre class={foldable && !open ? 'value folded' : 'value'} data-kind={field.kind}>
        {field.length === 0 ? (
          <span class="quiet">{t('popup.empty')}</span>
        ) : (
          <Revealed text={field.head + fetched + (omitted > 0 ? '' : (field.cut?.tail ?? ''))} />
        )}
        {open && omitted > 0 && <span class="omitted">{t('popup.notShown', { count: omitted })}</span>}
        {open && omitted > 0 && field.cut !== null && <Revealed text={field.cut.tail} />}
      </pre>
      {foldable && (
        <div class="argument-actions">
          <button type="button" class="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('popup.fold') : t('popup.unfold')}
          </button>
          {open && omitted > 0 && (
            <button type="button" class="link" onClick={fetchMore} disabled={fetching} title={count(omitted)}>
              {t('popup.showMore')}
            </button>
          )}
        </div>
      )}
      {fault !== null && (
        <p class="hindrance" role="alert">
          {restFault(fault)}
        </p>
      )}
    </>
  );
}
