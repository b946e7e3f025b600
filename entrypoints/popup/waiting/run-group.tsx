/**
 * The calls of one run: as many as can be looked at, the rest on demand, and the way to deny them all.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { count, host } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { revealed } from '../../ui/reveal.ts';
import type { Calls } from './calls.ts';
import { type Desk, PAGE } from './desk.ts';
import { NoteForm } from './note-form.tsx';
import { OutcomeRow } from './outcome-row.tsx';
import type { Run } from './runs.ts';
import { WaitingCard } from './waiting-card.tsx';

export interface RunGroupProps {
  readonly run: Run;
  /** Whether there are others: then it says whose calls these are. */
  readonly titled: boolean;
  /** How many calls wait, of all runs. */
  readonly waiting: number;
  readonly calls: Calls;
  readonly desk: Desk;
  readonly tab: number | null;
  readonly showTab: (tab: number) => Promise<void>;
}

export function RunGroup({ run, titled, waiting, calls, desk, tab, showTab }: RunGroupProps): JSX.Element {
  const listed = desk.listed(run.id);
  const left = run.items.length - listed;
  return (
    <section class="run">
      {(titled || run.undecided > 1) && <Head run={run} calls={calls} />}
      <ul class="cards" aria-labelledby="waiting-title">
        {run.items.slice(0, listed).map(({ item, place }) => (
          <li key={item.call.ticket}>
            {item.outcome === null ? (
              <WaitingCard
                item={item}
                place={place}
                count={waiting}
                calls={calls}
                desk={desk}
                tab={tab}
                showTab={showTab}
              />
            ) : (
              <OutcomeRow
                tool={item.call.tool}
                instance={item.call.asks[0]?.key ?? null}
                outcome={item.outcome}
                decision={item.decision}
              />
            )}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <button type="button" class="button more-calls" onClick={() => desk.listMore(run.id)}>
          {t('popup.showMoreCalls', { count: count(Math.min(left, PAGE * 2)), left: count(left) })}
        </button>
      )}
    </section>
  );
}

function Head({ run, calls }: { readonly run: Run; readonly calls: Calls }): JSX.Element {
  const [asking, setAsking] = useState(false);
  const { undecided, page, current } = run;
  const name = host(page.origin);
  const title = page.title === null ? name : `${name} · ${revealed(page.title)}`;
  return (
    <div class="run-head">
      <p class="run-title">
        <span class="run-page" title={title}>
          {title}
        </span>
        <span class="run-count">
          {current ? t('popup.runCalls', { count: undecided }) : t('popup.runCallsOver', { count: undecided })}
        </span>
      </p>
      {undecided > 1 && (
        <button
          type="button"
          class="button deny deny-all"
          aria-expanded={asking}
          disabled={!calls.connected.value}
          onClick={() => setAsking(!asking)}
        >
          {t('popup.denyAll', { count: count(undecided) })}
        </button>
      )}
      {asking && undecided > 1 && (
        <NoteForm
          label={t('popup.denyAllConfirm', { count: undecided })}
          inert={!calls.connected.value}
          send={(note) => {
            setAsking(false);
            calls.denyAll(run, note);
          }}
          close={() => setAsking(false)}
        />
      )}
    </div>
  );
}
