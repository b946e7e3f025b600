/**
 * The instances: a filter, and a list of which only the rows in sight are drawn. Arrow keys, Page Up and Down, Home and End go from
 * instance to instance; Enter opens the history of one.
 */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { InstancePage, InstanceRow } from '../../background/instance-messages.ts';
import { count } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { Row } from './instance-row.tsx';
import type { Instances } from './instances.ts';
import { NoticeBar } from './notice-bar.tsx';
import { goal } from './row-keys.ts';
import { ROW_HEIGHT, useRows } from './use-rows.ts';

export interface InstanceListProps {
  readonly model: Instances;
  readonly guarded: boolean;
}

export function InstanceList({ model, guarded }: InstanceListProps): JSX.Element {
  const page = model.page.value;
  const filter = model.filter.value;
  const total = page?.total ?? 0;
  return (
    <section class="instances" aria-labelledby="instances-title" aria-busy={page === null}>
      <div class="instances-head">
        <h2 id="instances-title">
          {t('instances.title')}
          {total > 0 && <span class="count">{count(total)}</span>}
        </h2>
        {(total > 0 || filter !== '') && (
          <input
            type="search"
            placeholder={t('instances.filter')}
            aria-label={t('instances.filterLabel')}
            value={filter}
            onInput={(event) => model.search(event.currentTarget.value)}
          />
        )}
      </div>
      {page !== null && <Note page={page} guarded={guarded} />}
      {page !== null && page.length > 0 && <List model={model} page={page} />}
      {model.history.view.value === null && <NoticeBar model={model} />}
    </section>
  );
}

/** What there is to say instead of rows, or about them. */
function Note({ page, guarded }: { readonly page: InstancePage; readonly guarded: boolean }): JSX.Element {
  const { total, matched, filter, fault } = page;
  if (fault !== null)
    return (
      <p class="instances-fault" role="alert">
        {t('instances.unreadable', { reason: fault })}
      </p>
    );
  const text =
    total === 0
      ? t(guarded ? 'instances.noneYet' : 'instances.noneAtAll')
      : filter === ''
        ? ''
        : matched === 0
          ? t('instances.noneMatch', { total: count(total), filter })
          : t('instances.matched', { count: matched, total: count(total) });
  return (
    <p class="quiet instances-note" role="status">
      {text}
    </p>
  );
}

function List({ model, page }: { readonly model: Instances; readonly page: InstancePage }): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState<number | null>(null);
  /** The row that gets the focus as soon as it is drawn, and which way to go on if it cannot have it. */
  const wanted = useRef<{ readonly index: number; readonly step: 1 | -1 } | null>(null);
  const remembered = useRef<InstanceRow | undefined>(undefined);
  const rows = useRows(list, page.length, active);
  const { first, last, indexes } = rows;

  useEffect(() => model.look(first, last), [model, first, last, page.length]);
  useEffect(() => focusWanted());

  function focusWanted(): void {
    const { current } = wanted;
    if (current === null) return;
    const row = model.row(current.index);
    if (row === undefined) return; // It is on its way.
    if (row.kind !== 'instance') {
      go(current.index + current.step, current.step);
      return;
    }
    const button = list.current?.querySelector<HTMLElement>(`[data-index="${current.index}"] .row-instance`) ?? null;
    // A key can come between a drawing and what follows it: then the row is in the next one.
    if (button === null) return;
    wanted.current = null;
    button.focus({ preventScroll: true });
  }

  function go(index: number, step: 1 | -1): void {
    if (index < 0 || index >= page.length) {
      wanted.current = null;
      return;
    }
    wanted.current = { index, step };
    rows.scrollTo(index);
    setActive(index);
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const from = indexOf(event.target);
    const to =
      from === null ? null : goal(event, from, { length: page.length, page: Math.floor(innerHeight / ROW_HEIGHT / 2) });
    if (to === null) return;
    // Elsewhere in the popup the same keys go from call to call.
    event.preventDefault();
    event.stopPropagation();
    go(to.index, to.step);
  };

  const rowAt = (index: number): InstanceRow | undefined => {
    const row = model.row(index);
    if (index === active && row !== undefined) remembered.current = row;
    return row ?? (index === active ? remembered.current : undefined);
  };
  const tabbed = active ?? indexes.find((index) => model.row(index)?.kind === 'instance') ?? null;
  return (
    <ul
      class="instance-list"
      ref={list}
      aria-label={t('instances.list')}
      style={{ height: `${page.length * ROW_HEIGHT}px` }}
      onKeyDown={onKeyDown}
      onFocusCapture={(event) => setActive(indexOf(event.target))}
    >
      {indexes.map((index) => {
        const row = rowAt(index);
        return (
          <li
            key={row === undefined ? index : nameOf(row)}
            data-index={index}
            data-testid={row?.kind === 'instance' ? 'instance' : undefined}
            class={row === undefined ? 'row row-coming' : 'row'}
            aria-setsize={page.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
          >
            {row !== undefined && <Row row={row} model={model} tabbed={index === tabbed} />}
          </li>
        );
      })}
    </ul>
  );
}

/** A row keeps its element, and the focus, when others move past it: a click meant for it does not hit another. */
function nameOf(row: InstanceRow): string {
  switch (row.kind) {
    case 'others':
      return 'others';
    case 'thread':
      return JSON.stringify([row.thread]);
    case 'machine':
      return JSON.stringify([row.thread, row.machine]);
    case 'instance':
      return JSON.stringify([row.thread, row.machine, row.key]);
  }
}

/** The row that an element stands in, if it is the button of an instance. */
function indexOf(target: EventTarget | null): number | null {
  if (!(target instanceof Element) || !target.matches('.row-instance')) return null;
  const index = target.closest('li')?.dataset['index'];
  return index === undefined ? null : Number(index);
}
