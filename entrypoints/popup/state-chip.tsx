/**
 * The state of an instance. Sign and colour tell how far it is; neither is needed to read it.
 */
import type { JSX } from 'preact';
import type { InstanceView } from '../background/ui-messages.ts';
import { revealed } from '../ui/reveal.ts';

const SIGNS = { initial: '○', between: '◐', terminal: '●', unknown: '·' } as const;

export function StateChip({ state, stage }: Pick<InstanceView, 'state' | 'stage'>): JSX.Element {
  return (
    <span class={`chip chip-${stage}`}>
      <span aria-hidden="true">{SIGNS[stage]}</span>
      {revealed(state)}
    </span>
  );
}
