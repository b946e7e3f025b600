/**
 * One entry: a line, and all of it when it is opened.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { JournalEntry } from '../../../engine/state/journal.ts';
import { moment } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import { revealed } from '../../ui/reveal.ts';
import { Revealed } from '../../ui/revealed.tsx';
import { threadLabel } from '../../ui/thread-label.ts';
import { factsOf, type Kind, type Tools } from './entry-facts.ts';
import { KINDS, OUTCOMES } from './kinds.ts';

export function EntryRow({ entry, tools }: { readonly entry: JournalEntry; readonly tools: Tools }): JSX.Element {
  const [open, setOpen] = useState(false);
  const { kind, tool, machines, outcome, detail } = factsOf(entry, tools);
  return (
    <li>
      <details class="entry" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <time dateTime={new Date(entry.at).toISOString()}>{moment(entry.at)}</time>
          <span class="entry-kind">{kindLabel(kind)}</span>
          {outcome !== null && <Outcome outcome={outcome} />}
          {tool !== null && <code class="entry-tool">{revealed(tool)}</code>}
          {detail !== null && (
            <span class="entry-detail" dir="auto">
              {revealed(said(detail))}
            </span>
          )}
          <span class="entry-where">
            {[...machines.map(revealed), threadLabel(entry.thread)].filter((part) => part !== '').join(' · ')}
          </span>
        </summary>
        {open && (
          <section aria-label={t('journal.whole', { seq: entry.seq })}>
            <pre class="entry-whole">
              <Revealed text={JSON.stringify(entry, null, 2)} />
            </pre>
          </section>
        )}
      </details>
    </li>
  );
}

function Outcome({ outcome }: { readonly outcome: string }): JSX.Element {
  const [label, look] = Object.hasOwn(OUTCOMES, outcome) ? (OUTCOMES[outcome] ?? []) : [];
  return <span class={`entry-outcome outcome-is-${look ?? 'plain'}`}>{label === undefined ? outcome : t(label)}</span>;
}

const kindLabel = (kind: Kind): string => {
  const label = KINDS.find(([known]) => known === kind)?.[1];
  return label === undefined ? kind : t(label);
};
