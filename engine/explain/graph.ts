/**
 * A machine as a graph of states. Pure; what draws it or walks it decides what it looks like.
 */
import type { Expiry, Machine, Transition } from '../dsl/machine.ts';

/** One way from a state to a state. Several ways between the same two are several edges. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  /** What leads along it, in the words of the document, on one line. */
  readonly label: string;
  /** What has to be true besides; empty when nothing has. */
  readonly note: string;
}

/** Edges that are looked at; a machine with more cannot be read as a diagram anyway. */
export const MOST_EDGES = 5_000;

/** All edges, in document order, up to `MOST_EDGES`. */
export function edgesOf(machine: Machine): readonly Edge[] {
  const edges: Edge[] = [];
  for (const edge of generate(machine)) {
    if (edges.length >= MOST_EDGES) break;
    edges.push(edge);
  }
  return edges;
}

/** All edges between the same two states, in their order. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly edges: readonly Edge[];
}

/** One arrow for all edges between the same two states, in the order of the first of each. */
export function arrowsOf(edges: readonly Edge[]): readonly Arrow[] {
  return [...Map.groupBy(edges, ({ from, to }) => JSON.stringify([from, to])).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ from: first.from, to: first.to, edges: same }];
  });
}

function* generate(machine: Machine): Generator<Edge> {
  for (const transition of machine.transitions) {
    const [label, note] = [labelOf(transition), noteOf(transition)];
    for (const from of startsOf(transition, machine)) yield { from, to: transition.to, label, note };
    yield* approvals(transition, machine);
  }
  for (const [from, expiry] of machine.expire) yield { from, to: expiry.to, label: after(expiry), note: '' };
  if (machine.onUnmatched === null) return;
  const started = new Set(machine.transitions.flatMap((t) => (t.on.kind === 'tool' ? startsOf(t, machine) : [])));
  for (const from of started) yield { from, to: machine.onUnmatched, label: 'any other result', note: '' };
}

const startsOf = (transition: Transition, machine: Machine): readonly string[] =>
  transition.from === '*' ? machine.states : [...transition.from];

/** Where a person's approval leads from the states in which the call is held. */
function* approvals(transition: Transition, machine: Machine): Generator<Edge> {
  const { action, escalate, onApprove } = transition.onViolation;
  const asks = action === 'ask' || escalate?.action === 'ask';
  if (!asks || transition.on.kind !== 'tool' || transition.from === '*' || machine.mode === 'observe') return;
  const label = labelOf(transition);
  const note = [noteOf(transition), 'approved'].filter((text) => text !== '').join(', ');
  for (const from of machine.states) {
    if (!transition.from.has(from)) yield { from, to: onApprove === 'stay' ? from : transition.to, label, note };
  }
}

/** The pattern as written, or the event. */
export function labelOf({ on }: Transition): string {
  return on.kind === 'event' ? `event ${on.event}` : on.pattern.source.replace(/\s+/g, ' ').trim();
}

/** What the result has to be when success is not enough, and the counters. */
export function noteOf({ on, when, counters }: Transition): string {
  const status = on.kind === 'event' || when.status === 'success' ? '' : when.status;
  const conditions = [
    status === 'any' ? 'any result' : status,
    when.content === null && when.json.length === 0 ? '' : 'with its content',
    ...counters.map(
      ({ counter, gte, lte }) => `${gte === null ? '' : `${gte} ≤ `}${counter}${lte === null ? '' : ` ≤ ${lte}`}`,
    ),
  ];
  return conditions.filter((text) => text !== '').join(', ');
}

function after({ after: span }: Expiry): string {
  if ('steps' in span) return `after ${span.steps} ${span.steps === 1 ? 'step' : 'steps'}`;
  const unit = UNITS.find(([, ms]) => span.ms % ms === 0) ?? ['ms', 1];
  return `after ${span.ms / unit[1]}${unit[0]}`;
}

const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
];
