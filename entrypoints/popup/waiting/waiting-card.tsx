/**
 * One call that waits: what it would do, why it is held, and the decision. Closed, it is a line; it has to be opened to be decided.
 */
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { WaitingCall } from '../../background/ui-messages.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { duration, host } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import { now } from '../../ui/now.ts';
import { revealed } from '../../ui/reveal.ts';
import { Revealed } from '../../ui/revealed.tsx';
import { InstanceKey } from '../instance-key.tsx';
import { StateChip } from '../state-chip.tsx';
import { Arguments } from './arguments.tsx';
import type { Calls, Item } from './calls.ts';
import { DecisionBar } from './decision-bar.tsx';
import type { Desk } from './desk.ts';
import { useReady } from './resting.ts';

export interface WaitingCardProps {
  readonly item: Item;
  /** Its place among the calls that wait, from 0. */
  readonly place: number;
  /** How many calls wait. */
  readonly count: number;
  readonly calls: Calls;
  readonly desk: Desk;
  /** The tab the person looks at. */
  readonly tab: number | null;
  readonly showTab: (tab: number) => Promise<void>;
}

export function WaitingCard({ item, place, count, calls, desk, tab, showTab }: WaitingCardProps): JSX.Element {
  const { call } = item;
  const element = useRef<HTMLElement>(null);
  const open = desk.isOpen(call.ticket, place, count) || item.decision !== null;
  const ready = useReady(call.ticket, element, open);
  const tool = revealed(call.tool);
  return (
    <article
      class={open ? 'card' : 'card closed'}
      ref={element}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go from card to card, and the keys that decide mean the card that has the focus.
      tabIndex={0}
      aria-label={t('popup.cardLabel', { tool })}
      aria-keyshortcuts="a d"
      data-ticket={call.ticket}
    >
      <header class="card-head">
        <h3 class="tool">
          <Breakable text={tool} />
        </h3>
        {!open && <InstanceKey text={call.asks[0]?.key ?? ''} />}
        {!open && <Clock call={call} brief />}
        <button
          type="button"
          class="icon-button toggle"
          aria-expanded={open}
          aria-label={open ? t('popup.closeCall') : t('popup.openCall')}
          onClick={() => desk.open(call.ticket, !open)}
        >
          <svg
            width="12"
            height="12"
            viewBox="0 0 12 12"
            fill="none"
            stroke="currentColor"
            stroke-width="1.6"
            aria-hidden="true"
          >
            <path d={open ? 'M2 8l4-4 4 4' : 'M2 4l4 4 4-4'} />
          </svg>
        </button>
      </header>
      {open && (
        <>
          <div class="card-facts">
            <Where page={call.page} here={call.page.tab === tab} showTab={showTab} />
            <Clock call={call} brief={false} />
          </div>
          {call.asks.map((ask) => (
            <div class="ask" key={ask.machine + (ask.key ?? '')}>
              <p class="reason">
                <Revealed text={said(ask.reason)} />
              </p>
              <p class="instance-line">
                <span class="machine">{ask.machine}</span>
                {ask.state !== null && <StateChip state={ask.state} stage={ask.stage} />}
                {ask.key !== null && ask.key !== '' && <InstanceKey text={ask.key} />}
              </p>
            </div>
          ))}
          <Arguments call={call} calls={calls} />
          <DecisionBar item={item} calls={calls} desk={desk} ready={ready} />
        </>
      )}
    </article>
  );
}

function Clock({
  call: { at, expiresAt },
  brief,
}: {
  readonly call: WaitingCall;
  readonly brief: boolean;
}): JSX.Element {
  const left = expiresAt - now.value;
  return (
    <p class="clock">
      {!brief && <span>{t('popup.waitedFor', { time: duration(now.value - at) })}</span>}
      <span class={left < 60_000 ? 'clock-left soon' : 'clock-left'}>
        {left > 0 ? t('popup.timeLeft', { time: duration(left) }) : t('popup.expiring')}
      </span>
    </p>
  );
}

function Where({
  page: { tab, origin, title },
  here,
  showTab,
}: {
  readonly page: WaitingCall['page'];
  readonly here: boolean;
  readonly showTab: (tab: number) => Promise<void>;
}): JSX.Element {
  const [lost, setLost] = useState(false);
  const name = title === null ? '' : revealed(title);
  return (
    <p class="page">
      <span class="page-host">{host(origin)}</span>
      {tab === null ? (
        name !== '' && <span class="page-title">{name}</span>
      ) : here ? (
        <span class="page-title">{t('popup.thisTab')}</span>
      ) : (
        <button
          type="button"
          class="link page-title"
          aria-label={name === '' ? t('popup.showTabUntitled') : t('popup.showTab', { title: name })}
          title={name}
          onClick={() => showTab(tab).catch(() => setLost(true))}
        >
          {name === '' ? t('popup.showTabUntitled') : name}
        </button>
      )}
      {lost && (
        <span class="page-gone" role="alert">
          {t('popup.tabGone')}
        </span>
      )}
    </p>
  );
}
