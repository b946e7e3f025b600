/**
 * What a transition does about calls that come at the wrong time.
 */

import { either, msg } from '../say.ts';
import type { Action } from '../tool-call.ts';
import { compileTemplate } from './compile-text.ts';
import type { TransitionDraft } from './compile-transition.ts';
import type { DocumentPath } from './diagnostic.ts';
import type { OnViolation } from './machine.ts';
import type { Reporter } from './reporter.ts';

/** What each action may be escalated to: something stronger, or a person once the model is going round in circles. */
const STEPS_UP: Readonly<Record<Action, readonly OnEscalation[]>> = {
  warn: ['ask', 'deny'],
  ask: ['deny'],
  deny: ['ask'],
};

type OnEscalation = NonNullable<OnViolation['escalate']>['action'];

export function compileOnViolation(
  draft: TransitionDraft['on_violation'],
  path: DocumentPath,
  reporter: Reporter,
): OnViolation {
  const action = typeof draft === 'string' ? draft : (draft?.action ?? 'deny');
  if (draft === undefined || typeof draft === 'string') {
    return { action, reason: null, onApprove: 'advance', escalate: null };
  }
  const { reason, on_approve: onApprove = 'advance', escalate } = draft;
  const next = escalate?.action;
  if (next !== undefined && !STEPS_UP[action].includes(next) && !reporter.misfitAt([...path, 'action'])) {
    const hint = msg`After "${action}" it may be ${either(STEPS_UP[action].map((word) => `"${word}"`))}.`;
    const message = msg`Escalating from "${action}" to "${next}" would not be a step up.`;
    reporter.error('escalation', [...path, 'escalate', 'action'], message, { hint });
  }
  return {
    action,
    reason: reason === undefined ? null : compileTemplate(reason, [...path, 'reason'], reporter),
    onApprove,
    escalate: escalate === undefined ? null : { after: escalate.after ?? 1, action: next ?? 'deny' },
  };
}
