/**
 * The state of a thread for people. Pure.
 */
import type { Inspection, MetricCounts } from '../../guard.ts';
import type { StateLine } from '../../simulate/output.ts';
import { type Paint, printable } from '../paint.ts';

/** Instances that are listed; more are counted. */
const LISTED = 1_000;

export function stateText(state: StateLine, paint: Paint): string {
  const name = state.thread === undefined ? '' : ` of thread ${printable(state.thread)}`;
  const lines = [...instances(state.tool_fsm_thread_state, ''), ...instances(state.tool_fsm_run_state, ' (this run)')];
  if (lines.length === 0) lines.push('nothing recorded');
  const shown = lines.slice(0, LISTED);
  if (lines.length > LISTED) shown.push(`… and ${lines.length - LISTED} more; --json lists them all`);
  const counts = counted(state.tool_fsm_metrics.total);
  if (counts !== '') shown.push(counts);
  return `\n${paint('bold', `State${name}`)}\n${shown.map((line) => `  ${line}\n`).join('')}`;
}

function instances(state: Inspection['tool_fsm_thread_state'], suffix: string): string[] {
  return Object.entries(state).flatMap(([machine, keys]) =>
    Object.entries(keys).map(([key, shown]) => {
      const at = printable(key === '' ? machine : `${machine}[${key}]`);
      if (typeof shown === 'string') return `${at} = ${printable(shown)}${suffix}`;
      const more = [
        ...Object.entries(shown.counters).map(([counter, value]) => `${counter} ${value}`),
        ...Object.entries(shown.data).map(([field, value]) => `${field} ${JSON.stringify(value)}`),
      ];
      return `${at} = ${printable(shown.state)}${suffix}  ${printable(more.join(', ')).slice(0, 300)}`;
    }),
  );
}

function counted(counts: MetricCounts): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([metric, count]) => `${count} ${metric}`)
    .join(', ');
}
