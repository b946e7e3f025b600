/**
 * The drawing of one machine of a set, with what is in which state now.
 */
import type { JSX } from 'preact';
import { useId, useMemo, useState } from 'preact/hooks';
import type { StateCount } from '../../background/ui-messages.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { Diagram } from '../diagram/diagram.tsx';
import type { Diagnosis } from './diagnosis.ts';
import { tally } from './set-states.ts';

export interface SetDiagramProps {
  readonly diagnosis: Diagnosis;
  /** Of the sites that use the set. */
  readonly states: readonly StateCount[];
}

export function SetDiagram({ diagnosis: { set, machines }, states }: SetDiagramProps): JSX.Element {
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const machine = machines.find(({ name }) => name === chosen) ?? machines[0] ?? null;
  const counts = useMemo(() => tally(states, machine?.name), [states, machine]);
  return (
    <section class="set-diagram" aria-label={t('machines.diagram')}>
      {machines.length > 1 && (
        <p class="machine-choice">
          <label for={id}>{t('machines.machine')}</label>
          <select id={id} value={machine?.name} onChange={(event) => setChosen(event.currentTarget.value)}>
            {machines.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </p>
      )}
      <Diagram machine={set === null ? null : machine} counts={counts} />
    </section>
  );
}
