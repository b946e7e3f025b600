/**
 * Where a result may have moved an instance when the record does not hold all of the result. Pure.
 */
import type { Machine, MachineSet, Transition, When } from '../../dsl/machine.ts';
import { evaluateAdvance } from '../../evaluate/advance.ts';
import type { StateView } from '../../evaluate/state-view.ts';
import type { ToolCall, ToolResult } from '../../tool-call.ts';
import type { Admission, Instance } from '../journal.ts';
import type { Counts } from './branch.ts';

/** What is known of a result. */
export interface KnownResult {
  /** Null = nothing: the call did not run then. */
  readonly result: ToolResult | null;
  /** Only the beginning of its content is there. */
  readonly cut: boolean;
}

export interface AdvanceQuestion {
  readonly machines: MachineSet;
  readonly call: ToolCall;
  readonly known: KnownResult;
  readonly counts: Counts;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The instance after each result that fits what is known; one element when that is enough. */
export function possibleAdvances(
  question: AdvanceQuestion,
  admission: Admission,
  instance: Instance | undefined,
): readonly (Instance | undefined)[] {
  const { machines, known } = question;
  const machine = machines.machines.find((m) => m.name === admission.machine);
  if (machine === undefined) return [instance];
  const named = new Set([...admission.held, ...admission.approved.map((a) => a.index)]);
  const candidates = machine.transitions.filter((t) => named.has(t.index));
  const { result, cut } = known;
  if (result !== null && !(cut && candidates.some(looksAtContent))) {
    return [advanced(question, machine, admission, instance, result)];
  }
  const statuses = result === null ? (['success', 'error'] as const) : [result.status];
  return statuses.flatMap((status) => withStatus(question, machine, candidates, admission, instance, status));
}

const looksAtContent = ({ when }: Transition): boolean => when.content !== null || when.json.length > 0;

/** Any content is possible: each candidate up to the first that takes every content may fire. */
function withStatus(
  question: AdvanceQuestion,
  machine: Machine,
  candidates: readonly Transition[],
  admission: Admission,
  instance: Instance | undefined,
  status: ToolResult['status'],
): readonly (Instance | undefined)[] {
  const result = { status, content: '' };
  const only = (transitions: readonly Transition[], when: When) =>
    advanced(
      question,
      { ...machine, transitions: transitions.map((t) => ({ ...t, when })) },
      admission,
      instance,
      result,
    );
  const possible: (Instance | undefined)[] = [];
  for (const candidate of candidates) {
    if (candidate.when.status !== 'any' && candidate.when.status !== status) continue;
    possible.push(only([candidate], { status: 'any', content: null, json: [] }));
    if (!looksAtContent(candidate)) return possible;
  }
  // Nothing accepts the result: `on_unmatched`, or all stays as it is.
  const other = status === 'success' ? 'error' : 'success';
  return [...possible, only(candidates, { status: other, content: null, json: [] })];
}

/** The instance after `result` under this one machine. */
function advanced(
  { call, counts, now }: AdvanceQuestion,
  machine: Machine,
  admission: Admission,
  instance: Instance | undefined,
  result: ToolResult,
): Instance | undefined {
  const state: StateView = { ...counts, instance: () => instance };
  const machines: MachineSet = {
    machines: [machine],
    continuation: { max: 0, message: '' },
    fingerprint: '',
    candidates: () => [machine],
  };
  const { changes } = evaluateAdvance({ machines, call, result, admissions: [admission], state, now });
  let after = instance;
  for (const change of changes) if (change.type === 'instance') after = change.instance;
  return after;
}
