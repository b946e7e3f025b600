/**
 * The calls that wait for a person, oldest first; each that ends stays in its place for a while, with what became of it.
 */
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { count } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import type { Model } from '../model.ts';
import { Desk } from './desk.ts';
import { EarlierList } from './earlier-list.tsx';
import { GrantList } from './grant-list.tsx';
import { KeyHelp, type Shortcuts } from './key-help.tsx';
import { useKeyboard } from './keyboard.ts';
import { Resting, RestingContext } from './resting.ts';
import { RunGroup } from './run-group.tsx';
import { runsOf } from './runs.ts';

export interface WaitingListProps {
  readonly model: Model;
  readonly showTab: (tab: number) => Promise<void>;
  /** Opens the same view at the side; `null` where this is it, or where there is none. */
  readonly openPanel: (() => void) | null;
  /** Rejects never. */
  readonly shortcuts: () => Promise<Shortcuts>;
}

export function WaitingList({ model, showTab, openPanel, shortcuts }: WaitingListProps): JSX.Element {
  const { calls } = model;
  const list = useRef<HTMLElement>(null);
  const desk = useMemo(() => new Desk(), []);
  const resting = useMemo(() => new Resting(), []);
  useLayoutEffect(() => resting.look());
  useLayoutEffect(() => {
    const around = list.current?.closest('main');
    return around == null ? undefined : resting.surround(around);
  }, [resting]);
  useKeyboard({ list, calls, desk, resting });
  const items = calls.items.value;
  const runs = runsOf(items);
  const waiting = items.filter((item) => item.outcome === null).length;
  const deniedAtOnce = calls.deniedAtOnce.value;
  return (
    <section class="waiting" aria-labelledby="waiting-title" ref={list}>
      <Head desk={desk} waiting={waiting} openPanel={openPanel} />
      {desk.help.value && <KeyHelp shortcuts={shortcuts} />}
      {items.length === 0 && <p class="quiet">{t('popup.nothingWaits')}</p>}
      {deniedAtOnce > 0 && (
        <p class="outcome outcome-denied" role="status">
          {t('popup.deniedAtOnce', { count: deniedAtOnce })}
        </p>
      )}
      <RestingContext.Provider value={resting}>
        {runs.map((run) => (
          <RunGroup
            key={run.id}
            run={run}
            titled={runs.length > 1}
            waiting={waiting}
            calls={calls}
            desk={desk}
            tab={model.tab}
            showTab={showTab}
          />
        ))}
      </RestingContext.Provider>
      <EarlierList ended={calls.earlier.value} />
      <GrantList grants={model.overview.value?.grants ?? []} calls={calls} />
    </section>
  );
}

function Head({
  desk,
  waiting,
  openPanel,
}: {
  readonly desk: Desk;
  readonly waiting: number;
  readonly openPanel: (() => void) | null;
}): JSX.Element {
  return (
    <div class="section-head">
      <h2 id="waiting-title">
        {t('popup.waiting')}
        {waiting > 0 && <span class="count">{count(waiting)}</span>}
      </h2>
      <button
        type="button"
        class="icon-button keys-button"
        aria-label={t('popup.keys')}
        aria-keyshortcuts="?"
        aria-expanded={desk.help.value}
        title={t('popup.keys')}
        onClick={() => desk.toggleHelp()}
      >
        <svg
          width="16"
          height="16"
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          stroke-width="1.4"
          aria-hidden="true"
        >
          <rect x="1.500" y="3.500" width="13" height="9" rx="1.500" />
          <path d="M4 6.500h.01M6.700 6.500h.01M9.300 6.500h.01M12 6.500h.01M5 9.700h6" stroke-linecap="round" />
        </svg>
      </button>
      {openPanel !== null && (
        <button
          type="button"
          class="icon-button"
          aria-label={t('popup.sidePanel')}
          title={t('popup.sidePanel')}
          onClick={openPanel}
        >
          <svg
            width="16"
            height="16"
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            stroke-width="1.4"
            aria-hidden="true"
          >
            <rect x="1.500" y="2.500" width="13" height="11" rx="1.500" />
            <path d="M10 2.500v11" />
          </svg>
        </button>
      )}
    </div>
  );
}
