/**
 * A machine as a graph of states. Pure; what draws it or walks it decides what it looks like.
 */
import type { Expiry, Machine, Transition } from '../dsl/machine.ts';
import { english, listed, type Message, msg, quote } from '../say.ts';

/** One way from a state to a state. Several ways between the same two are several edges. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  /** What leads along it, in the words of the document, on one line. */
  readonly label: string;
  /** What has to be true besides; empty when nothing has. */
  readonly note: string;
}

/** How its words are said; in English unless told otherwise. */
export type Say = (message: Message) => string;

/** Edges that are looked at; a machine with more cannot be read as a diagram anyway. */
export const MOST_EDGES = 5_000;

/** All edges, in document order, up to `MOST_EDGES`. */
export function edgesOf(machine: Machine, say: Say = english): readonly Edge[] {
  const edges: Edge[] = [];
  for (const edge of generate(machine, say)) {
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

function* generate(machine: Machine, say: Say): Generator<Edge> {
  for (const transition of machine.transitions) {
    const [label, note] = [labelOf(transition, say), noteOf(transition, say)];
    for (const from of startsOf(transition, machine)) yield { from, to: transition.to, label, note };
    yield* approvals(transition, machine, say);
  }
  for (const [from, expiry] of machine.expire) yield { from, to: expiry.to, label: say(after(expiry)), note: '' };
  if (machine.onUnmatched === null) return;
  const started = new Set(machine.transitions.flatMap((t) => (t.on.kind === 'tool' ? startsOf(t, machine) : [])));
  for (const from of started) yield { from, to: machine.onUnmatched, label: say(msg`any other result`), note: '' };
}

const startsOf = (transition: Transition, machine: Machine): readonly string[] =>
  transition.from === '*' ? machine.states : [...transition.from];

/** Where a person's approval leads from the states in which the call is held. */
function* approvals(transition: Transition, machine: Machine, say: Say): Generator<Edge> {
  const { action, escalate, onApprove } = transition.onViolation;
  const asks = action === 'ask' || escalate?.action === 'ask';
  if (!asks || transition.on.kind !== 'tool' || transition.from === '*' || machine.mode === 'observe') return;
  const label = labelOf(transition, say);
  const note = saidList([...conditionsOf(transition), msg`approved`], say);
  for (const from of machine.states) {
    if (!transition.from.has(from)) yield { from, to: onApprove === 'stay' ? from : transition.to, label, note };
  }
}

/** The pattern as written, or the event. */
export function labelOf({ on }: Transition, say: Say = english): string {
  return on.kind === 'event' ? say(msg`event ${on.event}`) : on.pattern.source.replace(/\s+/g, ' ').trim();
}

/** What the result has to be when success is not enough, and the counters. */
export function noteOf(transition: Transition, say: Say = english): string {
  return saidList(conditionsOf(transition), say);
}

function conditionsOf({ on, when, counters }: Transition): readonly Message[] {
  const status = on.kind === 'event' ? 'success' : when.status;
  return [
    ...(status === 'success' ? [] : [status === 'any' ? msg`any result` : msg`error`]),
    ...(when.content === null && when.json.length === 0 ? [] : [msg`with its content`]),
    ...counters.map(({ counter, gte, lte }) =>
      quote(`${gte === null ? '' : `${gte} ≤ `}${counter}${lte === null ? '' : ` ≤ ${lte}`}`),
    ),
  ];
}

const saidList = (conditions: readonly Message[], say: Say): string => {
  const all = listed(conditions);
  return typeof all === 'object' ? say(all) : String(all);
};

function after({ after: span }: Expiry): Message {
  if ('steps' in span) return span.steps === 1 ? msg`after 1 step` : msg`after ${span.steps} steps`;
  const [unit, ms] = UNITS.find(([, size]) => span.ms % size === 0) ?? ['ms', 1];
  return msg`after ${span.ms / ms}${unit}`;
}

const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
];
