/**
 * A trace played from its beginning to its end, kept so that any step can be looked at. Pure: what is seen at a step is the
 * fold over what was committed until then, whichever step was looked at before.
 */
import type { MachineSet } from '../../../engine/dsl/machine.ts';
import { exists, presentInstance } from '../../../engine/evaluate/instance.ts';
import type { Said } from '../../../engine/simulate/open-lines.ts';
import type { OutputLine } from '../../../engine/simulate/output.ts';
import { applyChanges, type Rows } from '../../../engine/state/fold.ts';
import type { Change, JournalEntry, Moved } from '../../../engine/state/journal.ts';
import { viewOf } from '../../../engine/state/reader.ts';
import { decode, rowSegments } from '../../../engine/state/rows.ts';
import type { TraceStep } from '../../../engine/trace/line.ts';

/** One line of the trace and what came of it. */
export interface Step {
  /** Line of the text, from 1. */
  readonly line: number;
  /** `null` for a line that cannot be used; `end` for what was said when the trace was over. */
  readonly step: TraceStep | null | 'end';
  /** What was said at this step, about this line first. */
  readonly said: readonly Said['output'][];
  /** What moved, timed states that had run out among it. */
  readonly moves: readonly Moved[];
  /** The clock after it, milliseconds since 1970. */
  readonly now: number;
}

export interface InstanceAt {
  /** As the guard names it: `trace`, or `named …`. */
  readonly thread: string;
  readonly machine: string;
  readonly key: string;
  readonly state: string;
}

interface Kept {
  readonly thread: string;
  readonly changes: readonly Change[];
}

/** Steps between two states that are kept whole: so many are folded at most to see one. */
const STRIDE = 2_000;

export class Timeline {
  readonly machines: MachineSet;
  readonly #steps: Step[] = [];
  readonly #kept: (readonly Kept[])[] = [];
  /** The rows after each `STRIDE` steps. */
  readonly #whole: Rows[] = [];
  #rows: Rows = new Map();

  constructor(machines: MachineSet) {
    this.machines = machines;
  }

  get steps(): readonly Step[] {
    return this.#steps;
  }

  add(step: Omit<Step, 'moves'>, entries: readonly JournalEntry[]): void {
    const kept = entries.map(({ thread, changes }) => ({ thread, changes: changes.filter(isOfState) }));
    this.#steps.push({ ...step, moves: entries.flatMap(movesOf) });
    this.#kept.push(kept);
    for (const { thread, changes } of kept) applyChanges(this.#rows, thread, changes);
    if (this.#steps.length % STRIDE === 0) this.#whole.push(new Map(this.#rows));
  }

  /** The instances after step `index`. An index before the first step is the beginning: there are none. */
  instancesAt(index: number): readonly InstanceAt[] {
    const strides = Math.floor((index + 1) / STRIDE);
    const rows: Rows = new Map(strides === 0 ? [] : this.#whole[strides - 1]);
    for (const kept of this.#kept.slice(strides * STRIDE, index + 1)) {
      for (const { thread, changes } of kept) applyChanges(rows, thread, changes);
    }
    return instancesOf(rows, this.machines, this.#steps[index]?.now ?? 0);
  }

  /** The next step after `index` (or before it, with `by` -1) at which something was not simply allowed; `null` if there is none. */
  trouble(index: number, by: 1 | -1): number | null {
    for (let at = index + by; at >= 0 && at < this.#steps.length; at += by) {
      if (this.#steps[at]?.said.some(isTrouble)) return at;
    }
    return null;
  }
}

export function isTrouble(output: OutputLine | Said['output']): boolean {
  switch (output.type) {
    case 'verdict':
      return output.verdict !== 'allow';
    case 'error':
      return true;
    case 'run_end':
      return output.decision === 'continue';
    case 'advance':
    case 'resolved':
    case 'state':
    case 'note':
      return false;
  }
}

function isOfState({ type }: Change): boolean {
  return type === 'instance' || type === 'run' || type === 'step' || type === 'completed';
}

function movesOf({ happening }: JournalEntry): readonly Moved[] {
  switch (happening.type) {
    case 'settled':
    case 'event':
      return happening.transitions;
    case 'lapsed':
    case 'unknown_state':
      return [happening];
    default:
      return [];
  }
}

function instancesOf(rows: Rows, machines: MachineSet, now: number): readonly InstanceAt[] {
  const byName = new Map(machines.machines.map((machine) => [machine.name, machine]));
  const found: InstanceAt[] = [];
  for (const [row, value] of rows) {
    if (!row.startsWith('instance/')) continue;
    const [thread = '', name = '', key = ''] = rowSegments(row);
    const machine = byName.get(name);
    const stored = decode.instance(value, row);
    const view = viewOf(rows, thread);
    if (machine === undefined || !exists(machine, stored, view.run)) continue;
    const { state } = presentInstance(machine, key, view, now).instance;
    found.push({ thread, machine: name, key, state });
  }
  return found;
}
