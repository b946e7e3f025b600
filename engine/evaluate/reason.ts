/**
 * What the model reads when a call is held or refused. One grammar: attempted call, offending value in quotes, what is, what
 * would make it legal.
 */
import type { CounterBound, Machine, Transition } from '../dsl/machine.ts';
import { renderLenient } from '../key/template.ts';
import type { Instance } from '../state/journal.ts';
import type { ToolCall } from '../tool-call.ts';
import { callContext } from './context.ts';

const quoted = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);

function about(call: ToolCall, machine: Machine, key: string | null): string {
  return key === null || key === ''
    ? `Tool call ${quoted(call.tool)} is not allowed now by ${quoted(machine.name)}`
    : `Tool call ${quoted(call.tool)} on ${quoted(key)} is not allowed now by ${quoted(machine.name)}`;
}

/** Reason of a matched transition whose precondition does not hold. */
export function violationReason(
  call: ToolCall,
  machine: Machine,
  key: string,
  instance: Instance,
  chosen: Transition,
  matching: readonly Transition[],
): string {
  if (chosen.onViolation.reason !== null) return renderLenient(chosen.onViolation.reason, callContext(call, instance));
  const unmet = matching.find((t) => startsFrom(t, instance.state));
  if (unmet !== undefined)
    return `${about(call, machine, key)}: ${unmet.counters.map((bound) => boundText(bound, instance)).join(', ')}.`;
  const wanted = [...new Set(matching.flatMap((t) => (t.from === '*' ? [] : [...t.from])))];
  const first = nextCalls(machine, instance.state, new Set(wanted));
  const how = first.length === 0 ? 'No call leads there from here.' : `First: ${first.join(' or ')}.`;
  return `${about(call, machine, key)}: it is in state ${quoted(instance.state)}, wanted ${wanted.map(quoted).join(' or ')}. ${how}`;
}

/** Reason of a strict machine for a call that none of its transitions names. */
export function strictReason(call: ToolCall, machine: Machine, key: string, instance: Instance): string {
  const legal = machine.transitions
    .filter((t) => t.on.kind === 'tool' && startsFrom(t, instance.state))
    .map(patternText);
  const next =
    legal.length === 0 ? 'No call is allowed in this state.' : `Allowed now: ${[...new Set(legal)].join(', ')}.`;
  return `${about(call, machine, key)}: it is in state ${quoted(instance.state)} and the machine is strict. ${next}`;
}

/** Reason for a call that matches but whose key does not resolve. */
export function unkeyedReason(call: ToolCall, machine: Machine): string {
  return `${about(call, machine, null)}: the key ${quoted(machine.key.source)} cannot be found in its arguments. Send the arguments it names.`;
}

export const startsFrom = (transition: Transition, state: string): boolean =>
  transition.from === '*' || transition.from.has(state);

const patternText = (transition: Transition): string =>
  transition.on.kind === 'tool' ? transition.on.pattern.source : transition.on.event;

function boundText({ counter, gte, lte }: CounterBound, instance: Instance): string {
  const value = Object.hasOwn(instance.counters, counter) ? instance.counters[counter] : 0;
  const wanted = [gte === null ? null : `at least ${gte}`, lte === null ? null : `at most ${lte}`]
    .filter((part) => part !== null)
    .join(' and ');
  return `counter ${quoted(counter)} is ${value}, wanted ${wanted}`;
}

/** Patterns of the first calls on the shortest ways from `state` to one of `wanted` (breadth first, counters and results aside). */
function nextCalls(machine: Machine, state: string, wanted: ReadonlySet<string>): readonly string[] {
  const tools = machine.transitions.filter((t) => t.on.kind === 'tool');
  const distance = new Map<string, number>([...wanted].map((goal) => [goal, 0]));
  let frontier = [...wanted];
  while (frontier.length > 0 && !distance.has(state)) {
    const reached = new Set<string>();
    for (const t of tools) {
      if (!frontier.includes(t.to)) continue;
      for (const from of t.from === '*' ? machine.states : t.from) if (!distance.has(from)) reached.add(from);
    }
    const next = (distance.get(frontier[0] ?? '') ?? 0) + 1;
    for (const from of reached) distance.set(from, next);
    frontier = [...reached];
  }
  const left = distance.get(state);
  if (left === undefined) return [];
  const first = tools.filter((t) => startsFrom(t, state) && distance.get(t.to) === left - 1);
  return [...new Set(first.map(patternText))];
}
