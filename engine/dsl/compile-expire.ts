/**
 * Timed states of a machine.
 */

import { msg } from '../say.ts';
import type { MachineDraft } from './compile.ts';
import { refuseAnyState } from './compile-text.ts';
import type { DocumentPath } from './diagnostic.ts';
import { DURATION_HINT, parseDuration } from './duration.ts';
import type { Expiry } from './machine.ts';
import type { Reporter } from './reporter.ts';
import { shownName } from './tree.ts';

type ExpireDraft = NonNullable<MachineDraft['expire']>;
type ExpiryDraft = NonNullable<ExpireDraft[string]>;

export function compileExpire(draft: ExpireDraft, path: DocumentPath, reporter: Reporter): ReadonlyMap<string, Expiry> {
  const expire = new Map<string, Expiry>();
  for (const [key, expiry = {}] of Object.entries(draft)) {
    const state = shownName(key);
    const here = [...path, state];
    if (state === '*')
      reporter.error('reserved', here, msg`Timed states are named one by one; "*" is not a state.`, { at: 'key' });
    refuseAnyState(expiry.to, [...here, 'to'], reporter);
    expire.set(state, { after: compileAfter(expiry.after, [...here, 'after'], reporter), to: expiry.to ?? '' });
  }
  return expire;
}

function compileAfter(draft: ExpiryDraft['after'], path: DocumentPath, reporter: Reporter): Expiry['after'] {
  if (draft === undefined) return { steps: 1 };
  if (typeof draft !== 'string') return { steps: draft.steps ?? 1 };
  const parsed = parseDuration(draft);
  if (parsed.ok) return { ms: parsed.value };
  const { message, offset } = parsed.error;
  reporter.error('duration', path, msg`Cannot read the duration "${draft}": ${message}.`, {
    offset,
    hint: DURATION_HINT,
  });
  return { steps: 1 };
}
