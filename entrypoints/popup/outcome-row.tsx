/**
 * What became of a call that waited. Announced to screen readers as it appears.
 */
import type { JSX } from 'preact';
import type { Outcome } from '../background/ui-messages.ts';
import { revealed } from '../ui/reveal.ts';
import { Revealed } from '../ui/revealed.tsx';
import { InstanceKey } from './instance-key.tsx';
import type { Item } from './model.ts';

const WORDS: Readonly<Record<Outcome['kind'], readonly [sign: string, word: string]>> = {
  allowed: ['✓', 'Allowed'],
  edited: ['✓', 'Allowed as edited'],
  denied: ['✕', 'Denied'],
  refused: ['!', 'Not run'],
  expired: ['–', 'Expired'],
  gone: ['–', 'Gone'],
};

export function OutcomeRow({ item, outcome }: { readonly item: Item; readonly outcome: Outcome }): JSX.Element {
  const [sign, word] = WORDS[outcome.kind];
  const text = explanation(outcome);
  const key = item.call.asks[0]?.key ?? '';
  return (
    <p class={`outcome outcome-${outcome.kind}`} role="status" data-outcome={outcome.kind}>
      <span class="outcome-sign" aria-hidden="true">
        {sign}
      </span>
      <span class="outcome-text">
        <strong>{word}</strong> <code>{revealed(item.call.tool)}</code>
        {key !== '' && <InstanceKey text={key} />}
        {text !== null && (
          <span class="outcome-reason">
            <Revealed text={text} />
          </span>
        )}
      </span>
    </p>
  );
}

function explanation({ kind, reason }: Outcome): string | null {
  switch (kind) {
    case 'allowed':
    case 'edited':
      return reason;
    case 'denied':
      return reason === null ? 'The model is told that a person decided against it.' : `The model is told: ${reason}`;
    case 'refused':
      return reason ?? 'It can no longer be run.';
    case 'expired':
      return reason ?? 'Nobody decided in time, so it was not run.';
    case 'gone':
      return reason === null ? 'Nobody waits for this call any more, so it was not run.' : `It was not run: ${reason}.`;
  }
}
