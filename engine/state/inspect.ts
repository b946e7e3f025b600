/**
 * The view of one thread that people and tests read: exactly the keys of `Inspection`.
 */
import type { MachineSet } from '../dsl/machine.ts';
import { exists, presentInstance } from '../evaluate/instance.ts';
import type { StateView } from '../evaluate/state-view.ts';
import type { Inspection, MetricCounts } from '../guard.ts';
import type { Instance, Metric } from './journal.ts';
import type { LogRow, MetricsRow, ThreadRow } from './rows.ts';

export interface InspectInput {
  readonly machines: MachineSet;
  readonly thread: ThreadRow;
  readonly instances: Iterable<{ readonly machine: string; readonly key: string; readonly instance: Instance }>;
  readonly metrics: MetricsRow;
  readonly log: LogRow;
  readonly now: number;
}

const METRICS: readonly Metric[] = [
  'asked',
  'denied',
  'warned',
  'transitioned',
  'emitted',
  'approved',
  'rejected',
  'expired',
  'continued',
];

type ByKey<T> = Map<string, Map<string, T>>;

/** What is stored, with timed states that have run out shown as what they are now. */
export function inspection({ machines, thread, instances, metrics, log, now }: InspectInput): Inspection {
  const known = new Map(machines.machines.map((m) => [m.name, m]));
  const threadState: ByKey<Shown> = new Map();
  const runState: ByKey<Shown> = new Map();
  const throttle: ByKey<number> = new Map();
  for (const { machine: name, key, instance } of instances) {
    if (instance.emitted !== null) put(throttle, name, key, instance.emitted);
    const machine = known.get(name);
    const state: StateView = { instance: () => instance, run: thread.run, step: thread.step, tick: thread.step };
    const now_ = machine === undefined ? instance : presentInstance(machine, key, state, now).instance;
    if (
      machine === undefined
        ? instance.scope === 'thread' || instance.run === thread.run
        : exists(machine, instance, thread.run)
    ) {
      put(instance.scope === 'run' ? runState : threadState, name, key, shown(now_));
    }
  }
  return {
    tool_fsm_thread_state: plain(threadState),
    tool_fsm_run_state: plain(runState),
    tool_fsm_metrics: {
      total: total(Object.values(metrics)),
      by_machine: Object.fromEntries(
        Object.entries(metrics)
          .sort(byName)
          .map(([name, counts]) => [name, total([counts])]),
      ),
    },
    tool_fsm_violation_log: log,
    tool_fsm_emit_throttle: plain(throttle),
  };
}

type Shown = Inspection['tool_fsm_thread_state'][string][string];

/** The bare state where there is nothing else to show. */
function shown({ state, data, counters }: Instance): Shown {
  return Object.keys(data).length + Object.keys(counters).length === 0 ? state : { state, data, counters };
}

function put<T>(map: ByKey<T>, machine: string, key: string, value: T): void {
  const keys = map.get(machine) ?? new Map<string, T>();
  map.set(machine, keys.set(key, value));
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0;

function plain<T>(map: ByKey<T>): Readonly<Record<string, Readonly<Record<string, T>>>> {
  return Object.fromEntries(
    [...map].sort(byName).map(([machine, keys]) => [machine, Object.fromEntries([...keys].sort(byName))]),
  );
}

function total(counts: readonly Readonly<Partial<Record<Metric, number>>>[]): MetricCounts {
  return Object.fromEntries(
    METRICS.map((metric) => [metric, counts.reduce((sum, c) => sum + (c[metric] ?? 0), 0)]),
  ) as unknown as MetricCounts;
}
