/**
 * The instances: a filter, and a list of which only the rows in sight are drawn. Arrow keys, Page Up and Down, Home and End go from
 * instance to instance; Enter opens the history of one.
 */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { InstancePage, InstanceRow } from '../../background/instance-messages.ts';
import { count } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import { Row } from './instance-row.tsx';
import type { Instances } from './instances.ts';
import { NoticeBar } from './notice-bar.tsx';
import { useRowFocus } from './use-row-focus.ts';
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
        {t('instances.unreadable', { reason: said(fault) })}
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
  /** The active row as it was here last: it is drawn also when it is far from what is looked at. */
  const remembered = useRef<{ readonly index: number; readonly row: InstanceRow } | null>(null);
  const rows = useRows(list, page.length, active);
  const { first, last, indexes } = rows;

  useEffect(() => model.look(first, last), [model, first, last, page.length]);
  const keyboard = useRowFocus({
    list,
    length: page.length,
    rowAt: (index) => model.row(index),
    active,
    activate: setActive,
    scrollTo: rows.scrollTo,
  });

  const rowAt = (index: number): InstanceRow | undefined => {
    const row = model.row(index);
    if (index === active && row !== undefined) remembered.current = { index, row };
    return row ?? (remembered.current?.index === index ? remembered.current.row : undefined);
  };
  const tabbed = active ?? indexes.find((index) => model.row(index)?.kind === 'instance') ?? null;
  return (
    <ul
      class="instance-list"
      ref={list}
      aria-label={t('instances.list')}
      style={{ height: `${page.length * ROW_HEIGHT}px` }}
      tabIndex={-1}
      {...keyboard}
    >
      {indexes.map((index) => {
        const row = rowAt(index);
        return (
          <li
            key={row === undefined ? index : nameOf(row)}
            data-index={index}
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
