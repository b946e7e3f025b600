/**
 * The same machine in words: every way from state to state, for those who cannot see the drawing or want all of it.
 */
import type { JSX } from 'preact';
import type { Machine } from '../../../engine/dsl/machine.ts';
import type { Edge } from '../../../engine/explain/graph.ts';
import { list } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { Revealed } from '../../ui/revealed.tsx';

export interface TransitionTableProps {
  readonly machine: Machine;
  readonly edges: readonly Edge[];
  readonly counts: ReadonlyMap<string, number>;
}

/** Rows that are shown; more are counted. */
const MOST_ROWS = 300;

export function TransitionTable({ machine, edges, counts }: TransitionTableProps): JSX.Element {
  return (
    <details class="transitions">
      <summary>{t('machines.asTable', { count: edges.length })}</summary>
      <p class="quiet">{machine.states.map((state) => stateText(state, machine, counts)).join(' · ')}</p>
      <section
        class="table-scroller"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
        tabIndex={0}
        aria-label={t('machines.asTable', { count: edges.length })}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t('machines.from')}</th>
              <th scope="col">{t('machines.to')}</th>
              <th scope="col">{t('machines.by')}</th>
            </tr>
          </thead>
          <tbody>
            {edges.slice(0, MOST_ROWS).map(({ from, to, label, note }, index) => (
              <tr key={index}>
                <td>{from}</td>
                <td>{to}</td>
                <td>
                  <code>
                    <Revealed text={label} />
                  </code>
                  {note !== '' && <span class="quiet"> {note}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {edges.length > MOST_ROWS && <p class="quiet">{t('machines.moreRows', { count: edges.length - MOST_ROWS })}</p>}
      </section>
    </details>
  );
}

function stateText(state: string, machine: Machine, counts: ReadonlyMap<string, number>): string {
  const facts = [
    state === machine.initial ? t('machines.initial') : '',
    machine.terminal.has(state) ? t('machines.terminal') : '',
    counts.has(state) ? t('machines.instances', { count: counts.get(state) ?? 0 }) : '',
  ].filter((fact) => fact !== '');
  return facts.length === 0 ? state : t('machines.stateFacts', { state, facts: list(facts) });
}
