/**
 * Transitions that never fire.
 */

import { msg } from '../../say.ts';
import type { Transition } from '../machine.ts';
import { coversCounters, coversFrom, coversSubject, coversWhen } from './covers.ts';
import { firesOnApproval } from './reach.ts';
import { MAX_COMPARED, type Rule, type Subject } from './subject.ts';

/** None of the states it starts from is ever reached. `from: []` says just that on purpose. */
export const neverFires: Rule = ({ machine, path, reach, reporter }) => {
  for (const transition of machine.transitions) {
    const { from, index } = transition;
    if (
      from === '*' ||
      from.size === 0 ||
      [...from].some((state) => reach.states.has(state)) ||
      firesOnApproval(machine, transition)
    )
      continue;
    const message = msg`This transition can never fire: no state it starts from can be reached.`;
    reporter.warn('never_fires', [...path, 'transitions', index], message);
  }
};

/** An earlier transition takes everything that this one could: it is the first that fires. */
export const shadowedTransition: Rule = (subject) => {
  const { machine, path, reporter } = subject;
  if (machine.transitions.length > MAX_COMPARED) return;
  for (const later of machine.transitions) {
    const earlier = machine.transitions.slice(0, later.index).find((other) => shadows(other, later, subject));
    if (earlier === undefined) continue;
    const message = msg`This transition can never fire: number ${earlier.index + 1} comes first and takes all that it could.`;
    const hint = msg`Put the more special one first.`;
    reporter.warn('shadowed_transition', [...path, 'transitions', later.index], message, { hint });
  }
};

function shadows(earlier: Transition, later: Transition, { machine }: Subject): boolean {
  const covered =
    coversSubject(earlier.on, later.on) &&
    coversFrom(earlier.from, later.from) &&
    coversWhen(earlier.when, later.when) &&
    coversCounters(earlier.counters, later.counters);
  if (!covered || (later.from !== '*' && later.from.size === 0)) return false;
  if (!firesOnApproval(machine, later)) return true;
  // An approved call moves only the transitions that asked: the earlier one must ask as well, or refuse before it comes to that.
  return earlier.onViolation.escalate === null && earlier.onViolation.action !== 'warn';
}
