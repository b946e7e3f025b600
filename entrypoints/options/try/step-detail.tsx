/**
 * What one step said and moved, and how things stand after it.
 */
import type { JSX } from 'preact';
import { useId, useMemo, useState } from 'preact/hooks';
import { t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import { Revealed } from '../../ui/revealed.tsx';
import { Diagram } from '../diagram/diagram.tsx';
import { outcomeWord } from '../journal/kinds.ts';
import { verdictText } from './step-text.ts';
import type { InstanceAt, Step, Timeline } from './timeline.ts';

/** Instances that are listed; more are counted. */
const MOST_LISTED = 100;

export function StepDetail({ timeline, index }: { readonly timeline: Timeline; readonly index: number }): JSX.Element {
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const step = timeline.steps[index];
  const instances = useMemo(() => timeline.instancesAt(index), [timeline, index]);
  const { machines } = timeline.machines;
  const moved = step?.moves[0]?.machine;
  const machine = machines.find(({ name }) => name === (chosen ?? moved)) ?? machines[0] ?? null;
  const counts = useMemo(() => countsOf(instances, machine?.name), [instances, machine]);
  return (
    <div class="step-detail">
      {step !== undefined && <SaidList step={step} />}
      <StateTable instances={instances} moves={step?.moves ?? []} />
      {machines.length > 1 && (
        <p class="machine-choice">
          <label for={id}>{t('machines.machine')}</label>
          <select id={id} value={chosen ?? ''} onChange={(event) => setChosen(event.currentTarget.value || null)}>
            <option value="">{t('tryOut.whatMoves')}</option>
            {machines.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </p>
      )}
      {machine !== null && (
        <Diagram
          machine={machine}
          counts={counts}
          moves={(step?.moves ?? []).filter((move) => move.machine === machine.name)}
        />
      )}
    </div>
  );
}

/** Everything that was said, reasons in full. */
function SaidList({ step: { said, moves } }: { readonly step: Step }): JSX.Element {
  if (said.length === 0 && moves.length === 0) return <p class="quiet">{t('tryOut.nothingSaid')}</p>;
  return (
    <ul class="said" aria-label={t('tryOut.said')} aria-live="polite">
      {said.map((output, index) => (
        <li key={index}>
          <SaidLine output={output} />
        </li>
      ))}
      {moves.map(({ machine, key, from, to }) => (
        <li key={`${machine} ${key} ${from}`}>
          <code>
            <Revealed text={key === '' ? machine : `${machine}[${key}]`} />
          </code>{' '}
          {from} → <strong>{to}</strong>
        </li>
      ))}
    </ul>
  );
}

function SaidLine({ output }: { readonly output: Step['said'][number] }): JSX.Element {
  switch (output.type) {
    case 'verdict': {
      const { kind, text } = verdictText(output.verdict);
      return (
        <>
          <strong class={`outcome outcome-${kind}`}>{text}</strong> <code>{output.id}</code>
          {output.machine !== undefined && <span class="quiet"> {output.machine}</span>}
          {output.reason !== undefined && (
            <p>
              <Revealed text={said(output.reason)} />
            </p>
          )}
        </>
      );
    }
    case 'error':
      return (
        <span class="fault">
          {output.line === 0
            ? said(output.message)
            : t('tryOut.lineError', { line: output.line, message: said(output.message) })}
        </span>
      );
    case 'note':
      return <span class="quiet">{said(output.message)}</span>;
    case 'advance':
      return (
        <span>
          {output.reminders.length === 0 ? t('tryOut.settled') : t('tryOut.reminds')}
          {output.reminders.map(({ content }) => (
            <q key={content}>{content}</q>
          ))}
        </span>
      );
    case 'resolved':
      return (
        <span>
          <strong>{outcomeWord(output.outcome)}</strong> {output.reason === undefined ? '' : said(output.reason)}
        </span>
      );
    case 'run_end':
      return (
        <span>
          <strong>{outcomeWord(output.decision)}</strong> {output.message === undefined ? '' : said(output.message)}
        </span>
      );
    case 'state':
      return <span />;
  }
}

interface StateTableProps {
  readonly instances: readonly InstanceAt[];
  readonly moves: Step['moves'];
}

function StateTable({ instances, moves }: StateTableProps): JSX.Element {
  if (instances.length === 0) return <p class="quiet">{t('tryOut.noInstances')}</p>;
  const isMoved = ({ machine, key }: InstanceAt): boolean =>
    moves.some((move) => move.machine === machine && move.key === key);
  const order = [...instances.filter(isMoved), ...instances.filter((one) => !isMoved(one))];
  return (
    <table class="states">
      <caption>{t('tryOut.states', { count: instances.length })}</caption>
      <tbody>
        {order.slice(0, MOST_LISTED).map((one) => (
          <tr key={`${one.thread} ${one.machine} ${one.key}`} class={isMoved(one) ? 'moved' : ''}>
            <th scope="row">
              <Revealed text={one.key === '' ? one.machine : `${one.machine}[${one.key}]`} />
            </th>
            <td>{one.state}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function countsOf(instances: readonly InstanceAt[], machine: string | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of instances) if (one.machine === machine) counts.set(one.state, (counts.get(one.state) ?? 0) + 1);
  return counts;
}
