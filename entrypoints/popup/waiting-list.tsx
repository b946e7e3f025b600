/**
 * The calls that wait for a person, oldest first; each that ends stays in its place for a while, with what became of it.
 */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { count } from '../ui/format.ts';
import type { Model } from './model.ts';
import { OutcomeRow } from './outcome-row.tsx';
import { useResting } from './settled.ts';
import { WaitingCard } from './waiting-card.tsx';

export function WaitingList({
  model,
  showTab,
}: {
  readonly model: Model;
  readonly showTab: (tab: number) => void;
}): JSX.Element {
  const items = model.items.value;
  const list = useRef<HTMLUListElement>(null);
  const resting = useResting(list);
  const waiting = items.filter((item) => item.outcome === null).length;
  return (
    <section class="waiting" aria-labelledby="waiting-title">
      <h2 id="waiting-title">Waiting for you{waiting > 0 && <span class="count">{count(waiting)}</span>}</h2>
      {items.length === 0 && <p class="quiet">Nothing waits. A tool call that needs your decision shows up here.</p>}
      <ul class="cards" ref={list}>
        {items.map((item) => (
          <li key={item.call.ticket}>
            {item.outcome === null ? (
              <WaitingCard item={item} model={model} resting={resting} showTab={showTab} />
            ) : (
              <OutcomeRow item={item} outcome={item.outcome} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
