/**
 * One call that waits: what it would do, why it is held, and the decision.
 */
import type { JSX } from 'preact';
import type { WaitingCall } from '../background/ui-messages.ts';
import { duration, host } from '../ui/format.ts';
import { now } from '../ui/now.ts';
import { revealed } from '../ui/reveal.ts';
import { Revealed } from '../ui/revealed.tsx';
import { ArgumentField } from './argument-field.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { InstanceKey } from './instance-key.tsx';
import type { Item, Model } from './model.ts';
import { type Resting, useSettled } from './settled.ts';
import { StateChip } from './state-chip.tsx';

export interface WaitingCardProps {
  readonly item: Item;
  readonly model: Model;
  readonly resting: Resting;
  readonly showTab: (tab: number) => void;
}

export function WaitingCard({ item, model, resting, showTab }: WaitingCardProps): JSX.Element {
  const settled = useSettled(resting);
  const { call } = item;
  const tool = revealed(call.tool);
  return (
    <article
      class="card"
      ref={settled.ref}
      aria-label={`${tool} waits`}
      data-testid="waiting-call"
      data-ticket={call.ticket}
    >
      <header class="card-head">
        <h3 class="tool">{tool}</h3>
        <Clock call={call} />
      </header>
      <p class="page">
        <span>{host(call.page.origin)}</span>
        <ShowTab tab={call.page.tab} here={call.page.tab === model.tab} showTab={showTab} />
      </p>
      {call.asks.map((ask) => (
        <div class="ask" key={ask.machine + (ask.key ?? '')}>
          <p class="reason">
            <Revealed text={ask.reason} />
          </p>
          <p class="instance-line">
            <span class="machine">{ask.machine}</span>
            {ask.state !== null && <StateChip state={ask.state} stage={ask.stage} />}
            {ask.key !== null && ask.key !== '' && <InstanceKey text={ask.key} />}
          </p>
        </div>
      ))}
      <Arguments call={call} model={model} />
      <DecisionBar item={item} model={model} settled={settled} />
    </article>
  );
}

function Arguments({ call, model }: { readonly call: WaitingCall; readonly model: Model }): JSX.Element {
  if (call.args === null)
    return <p class="quiet">The arguments cannot be shown: the call is not on record any more.</p>;
  if (call.args.length === 0) return <p class="quiet">No arguments.</p>;
  return (
    <dl class="arguments">
      {call.args.map((field, index) => (
        <ArgumentField
          key={field.name ?? ''}
          field={field}
          more={(from, show) => model.more(call.ticket, index, from, show)}
        />
      ))}
    </dl>
  );
}

function Clock({ call: { at, expiresAt } }: { readonly call: WaitingCall }): JSX.Element {
  const left = expiresAt - now.value;
  return (
    <p class="clock">
      <span>{`${duration(now.value - at)} ago`}</span>
      <span class={left < 60_000 ? 'clock-left soon' : 'clock-left'}>
        {left > 0 ? `${duration(left)} left` : 'expiring'}
      </span>
    </p>
  );
}

function ShowTab({
  tab,
  here,
  showTab,
}: {
  readonly tab: number | null;
  readonly here: boolean;
  readonly showTab: (tab: number) => void;
}): JSX.Element | null {
  if (here) return <span>this tab</span>;
  if (tab === null) return null;
  return (
    <button type="button" class="link" onClick={() => showTab(tab)}>
      Show tab
    </button>
  );
}
