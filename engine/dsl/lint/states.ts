/**
 * States that nothing leads to.
 */

import { type Message, msg } from '../../say.ts';
import type { DocumentPath } from '../diagnostic.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { Machine } from '../machine.ts';
import type { Rule, Subject } from './subject.ts';

/** `from` names a state that nothing produces: a slip of the pen, or a rule that can never be kept. */
export const unproducedFromState: Rule = ({ draft, machine, path, reach, reporter }) => {
  const hint = (state: string, otherwise: Message): Message => didYouMean(state, reach.produced) ?? otherwise;
  for (const [index, transition] of (draft.transitions ?? []).entries()) {
    const from = transition?.from;
    const states = typeof from === 'string' ? [from] : (from ?? []);
    for (const [i, state] of states.entries()) {
      if (state === undefined || state === '*' || reach.produced.has(state)) continue;
      const place = [...path, 'transitions', index, 'from', ...(typeof from === 'string' ? [] : [i])];
      const message = msg`It starts from "${state}", but nothing leads to that state.`;
      const otherwise = msg`If no state is meant to allow it, write from: [].`;
      reporter.warn('unproduced_from_state', place, message, { hint: hint(state, otherwise) });
    }
  }
  for (const state of machine.expire.keys()) {
    if (reach.produced.has(state)) continue;
    const message = msg`This ends the state "${state}", but nothing leads to that state.`;
    const at = { hint: hint(state, msg`Take it out.`), at: 'key' } as const;
    reporter.warn('unproduced_from_state', [...path, 'expire', state], message, at);
  }
};

/** A state that something produces, but only from states that are never reached themselves. */
export const unreachableState: Rule = ({ machine, path, reach, reporter }) => {
  for (const state of reach.produced) {
    // Of a terminal state, `terminalUnreached` speaks.
    if (reach.states.has(state) || machine.terminal.has(state)) continue;
    const message = msg`State "${state}" cannot be reached from the initial state "${machine.initial}".`;
    reporter.warn('unreachable_state', producerOf(state, machine, path), message);
  }
};

/** A terminal state that is never reached: a run with this machine never counts as complete on its account. */
export const terminalUnreached: Rule = ({ draft, machine, path, reach, reporter }: Subject) => {
  for (const [index, state] of (draft.terminal ?? []).entries()) {
    if (state === undefined || reach.states.has(state)) continue;
    const message = msg`Nothing leads from the initial state "${machine.initial}" to the terminal state "${state}".`;
    const hint = didYouMean(state, reach.states);
    reporter.warn('terminal_unreached', [...path, 'terminal', index], message, { hint });
  }
};

/** Where the document first says what leads to `state`. */
function producerOf(state: string, machine: Machine, path: DocumentPath): DocumentPath {
  const transition = machine.transitions.find(({ to }) => to === state);
  if (transition !== undefined) return [...path, 'transitions', transition.index, 'to'];
  const expiring = [...machine.expire].find(([, { to }]) => to === state);
  return expiring === undefined ? [...path, 'on_unmatched'] : [...path, 'expire', expiring[0], 'to'];
}
