/**
 * What is written but has no effect.
 */
import { templateFields } from '../../key/template.ts';
import { msg } from '../../say.ts';
import { mayAsk } from './reach.ts';
import type { Rule } from './subject.ts';

/** A role where the reminder is not a turn of the conversation. */
export const roleIgnored: Rule = ({ draft, machine, path, reporter }) => {
  for (const { index, emit } of machine.transitions) {
    if (emit === null || draft.transitions?.[index]?.emit?.role === undefined) continue;
    if (emit.target === 'session' || emit.target === 'conversation') continue;
    const message = msg`Only the targets "session" and "conversation" have roles; "${emit.target}" has none.`;
    reporter.warn('role_ignored', [...path, 'transitions', index, 'emit', 'role'], message, { at: 'key' });
  }
};

/** Keys of transitions that need another one to mean anything. */
export const ignoredInTransition: Rule = ({ draft, machine, path, reporter }) => {
  for (const transition of machine.transitions) {
    const { index, on, update } = transition;
    const written = draft.transitions?.[index] ?? {};
    const place = [...path, 'transitions', index];
    const violation = written.on_violation;
    if (on.kind === 'event' && violation !== undefined) {
      reporter.warn(
        'ignored_key',
        [...place, 'on_violation'],
        msg`An event cannot be refused, so "on_violation" has no effect.`,
        { at: 'key' },
      );
    } else if (typeof violation === 'object' && violation.on_approve !== undefined && !mayAsk(transition)) {
      const message = msg`"on_approve" has no effect: nobody is asked here.`;
      reporter.warn('ignored_key', [...place, 'on_violation', 'on_approve'], message, {
        at: 'key',
        hint: msg`It belongs to action: ask.`,
      });
    }
    const undone = update.increment.find((counter) => update.reset.includes(counter));
    if (undone === undefined) continue;
    const message = msg`Counter "${undone}" is set back to 0 by the same transition, so raising it has no effect.`;
    reporter.warn('ignored_key', [...place, 'update', 'increment'], message, { at: 'key' });
  }
};

/** Keys of the machine that need another one to mean anything. */
export const ignoredInMachine: Rule = ({ draft, machine, path, reporter }) => {
  const root = machine.keyRoot;
  if (root !== null && machine.normalizer !== 'path') {
    const message = msg`"key_root" has no effect with key_normalizer: ${machine.normalizer}.`;
    reporter.warn('ignored_key', [...path, 'key_root'], message, { at: 'key', hint: msg`Write key_normalizer: path.` });
  } else if (root !== null && !/^(?:[a-z]:)?[\\/]|^file:/i.test(root)) {
    const message = msg`"key_root" is "${root}"; only an absolute path has an effect.`;
    reporter.warn('ignored_key', [...path, 'key_root'], message);
  }
  if (draft.on_unkeyed === 'deny' && templateFields(machine.key).length === 0) {
    const message = msg`"on_unkeyed" has no effect: a key without placeholders always resolves.`;
    reporter.warn('ignored_key', [...path, 'on_unkeyed'], message, { at: 'key' });
  }
  if (machine.transitions.length === 0 && !machine.strict) {
    reporter.warn('idle_machine', [...path, 'transitions'], msg`This machine has no transitions, so it does nothing.`);
  }
};
