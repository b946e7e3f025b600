/**
 * The reminder of a transition.
 */

import { msg } from '../say.ts';
import { compileTemplate } from './compile-text.ts';
import type { TransitionDraft } from './compile-transition.ts';
import type { DocumentPath } from './diagnostic.ts';
import type { Emit } from './machine.ts';
import type { Reporter } from './reporter.ts';

export function compileEmit(
  draft: NonNullable<TransitionDraft['emit']>,
  event: boolean,
  path: DocumentPath,
  reporter: Reporter,
): Emit {
  const { target = 'suffix_system', content = '', cooldown_turns: turns, cooldown_steps: steps, role = 'user' } = draft;
  if (turns !== undefined && steps !== undefined) {
    const message = msg`"cooldown_steps" says the same as "cooldown_turns"; only one of them may be written.`;
    reporter.error('conflict', [...path, 'cooldown_steps'], message, { at: 'key' });
  }
  if (event && target !== 'context' && !reporter.misfitAt([...path, 'target'])) {
    const message = msg`An event's reminder can only reach "context"; its target is "${target}".`;
    reporter.error('event_emit_target', [...path, 'target'], message, { hint: msg`Write target: context.` });
  }
  return {
    target,
    content: compileTemplate(content, [...path, 'content'], reporter),
    cooldown: turns ?? steps ?? 0,
    role,
  };
}
