/**
 * An edit as a line diff. Loaded when the first edit is shown. Signs and elements tell what is new and what goes; colour is not
 * needed to read it.
 */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { t } from '../../ui/i18n/i18n.ts';
import { Revealed } from '../../ui/revealed.tsx';
import type { Edit } from './argument-kind.ts';
import { type DiffRow, lineDiff } from './line-diff.ts';

/** Rows that are drawn at first. */
const ROWS = 200;

export function DiffView({ before, after }: Edit): JSX.Element {
  const diff = useMemo(() => lineDiff(before, after), [before, after]);
  const [limit, setLimit] = useState(ROWS);
  if (diff === null) {
    return (
      <>
        <p class="quiet">{t('popup.tooMuchToCompare')}</p>
        <pre class="value diff">
          <Row row={{ kind: 'removed', text: before }} />
          <Row row={{ kind: 'added', text: after }} />
        </pre>
      </>
    );
  }
  if (diff.added + diff.removed === 0) return <p class="quiet">{t('popup.noChange')}</p>;
  const left = diff.rows.length - limit;
  return (
    <>
      <pre class="value diff">
        {diff.rows.slice(0, limit).map((row, index) => (
          <Row key={index} row={row} />
        ))}
      </pre>
      <p class="diff-summary">
        {`+${diff.added} −${diff.removed}`}
        {left > 0 && (
          <button type="button" class="link" onClick={() => setLimit(limit + ROWS * 5)}>
            {t('popup.moreLines', { count: left })}
          </button>
        )}
      </p>
    </>
  );
}

function Row({ row }: { readonly row: DiffRow }): JSX.Element {
  switch (row.kind) {
    case 'fold':
      return <span class="diff-fold">{t('popup.unchanged', { count: row.lines })}</span>;
    case 'same':
      return <Line sign=" " text={row.text} />;
    case 'added':
      return (
        <ins>
          <Line sign="+" text={row.text} />
        </ins>
      );
    case 'removed':
      return (
        <del>
          <Line sign="−" text={row.text} />
        </del>
      );
  }
}

function Line({ sign, text }: { readonly sign: string; readonly text: string }): JSX.Element {
  return (
    <span class="diff-line">
      <span class="diff-sign" aria-hidden="true">
        {sign}
      </span>
      <Revealed text={text} />
    </span>
  );
}
