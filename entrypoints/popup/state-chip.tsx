/**
 * The state of an instance. Sign and colour tell how far it is; neither is needed to read it.
 */
import type { JSX } from 'preact';
import type { InstanceState } from '../background/instance-messages.ts';
import { t } from '../ui/i18n/i18n.ts';
import { revealed } from '../ui/reveal.ts';

const SIGNS = { initial: '○', between: '◐', terminal: '●', unknown: '·' } as const;

const STAGES = {
  initial: 'instances.stageInitial',
  between: 'instances.stageBetween',
  terminal: 'instances.stageTerminal',
  unknown: 'instances.stageUnknown',
} as const;

export function StateChip({ state, stage }: Pick<InstanceState, 'state' | 'stage'>): JSX.Element {
  return (
    <span class={`chip chip-${stage}`} title={t(STAGES[stage])}>
      <span aria-hidden="true">{SIGNS[stage]}</span>
      {revealed(state)}
    </span>
  );
}
