/**
 * Asks that nobody will ever be asked.
 */
import { templateFields } from '../../key/template.ts';
import { type Message, msg } from '../../say.ts';
import type { Transition } from '../machine.ts';
import { coversSubject } from './covers.ts';
import { mayAsk } from './reach.ts';
import { MAX_COMPARED, type Rule, type Subject } from './subject.ts';

/** An `ask` no call can come to: in every state the call is allowed, or something stronger refuses it. */
export const askUnreachable: Rule = (subject) => {
  const { machine, path, reporter } = subject;
  if (machine.onUnkeyed === 'ask' && templateFields(machine.key).length === 0) {
    reporter.warn(
      'ask_unreachable',
      [...path, 'on_unkeyed'],
      msg`Nobody will be asked: a key without placeholders always resolves.`,
    );
  }
  if (machine.transitions.length > MAX_COMPARED) return;
  for (const transition of machine.transitions) {
    const why = mayAsk(transition) ? whyNever(transition, subject) : null;
    if (why === null) continue;
    reporter.warn(
      'ask_unreachable',
      [...path, 'transitions', transition.index, 'on_violation'],
      msg`Nobody will be asked: ${why}.`,
    );
  }
};

function whyNever(asking: Transition, { machine, reach }: Subject): Message | null {
  const covering = machine.transitions.filter((other) => coversSubject(other.on, asking.on));
  const refusing = covering.find(({ onViolation }) => onViolation.action === 'deny' && onViolation.escalate === null);
  if (refusing !== undefined) return msg`number ${refusing.index + 1} refuses the same calls, and that is stronger`;
  const certain = covering.filter(({ counters }) => counters.length === 0);
  const allowed = (state: string): boolean => certain.some(({ from }) => from === '*' || from.has(state));
  return [...reach.states].every(allowed) ? msg`in every state that can be reached, the call is allowed` : null;
}
