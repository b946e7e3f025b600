/**
 * One transition of a machine.
 */

import { msg } from '../say.ts';
import type { MachineDraft } from './compile.ts';
import { compileEmit } from './compile-emit.ts';
import { compilePattern, compileTemplate, refuseAnyState } from './compile-text.ts';
import { compileOnViolation } from './compile-violation.ts';
import { compileWhen } from './compile-when.ts';
import type { DocumentPath } from './diagnostic.ts';
import type { CounterBound, Transition, Update } from './machine.ts';
import type { Reporter } from './reporter.ts';
import { shownName } from './tree.ts';

export type TransitionDraft = NonNullable<NonNullable<MachineDraft['transitions']>[number]>;

export function compileTransition(
  draft: TransitionDraft,
  index: number,
  path: DocumentPath,
  reporter: Reporter,
): Transition {
  const on = compileOn(draft.on, [...path, 'on'], reporter);
  const event = on.kind === 'event';
  if (event && draft.when !== undefined) {
    const hint = msg`Take it out, or write a tool-call pattern.`;
    reporter.error('event_with_when', [...path, 'when'], msg`An event has no result that "when" could look at.`, {
      at: 'key',
      hint,
    });
  }
  refuseAnyState(draft.to, [...path, 'to'], reporter);
  return {
    index,
    on,
    from: compileFrom(draft.from),
    to: draft.to ?? '',
    when: compileWhen(draft.when, [...path, 'when'], reporter),
    counters: compileCounters(draft.counters ?? {}, [...path, 'counters'], reporter),
    update: compileUpdate(draft.update ?? {}, [...path, 'update'], reporter),
    emit: draft.emit === undefined ? null : compileEmit(draft.emit, event, [...path, 'emit'], reporter),
    onViolation: compileOnViolation(draft.on_violation, [...path, 'on_violation'], reporter),
  };
}

function compileOn(draft: TransitionDraft['on'], path: DocumentPath, reporter: Reporter): Transition['on'] {
  if (typeof draft === 'object') return { kind: 'event', event: draft.event ?? '' };
  // A missing `on` was reported; what stands in for it is never matched against anything.
  return { kind: 'tool', pattern: compilePattern(draft ?? '_', path, reporter) };
}

function compileFrom(draft: TransitionDraft['from']): Transition['from'] {
  const states = typeof draft === 'string' ? [draft] : (draft ?? []).filter((state) => state !== undefined);
  return states.includes('*') ? '*' : new Set(states);
}

function compileCounters(
  draft: NonNullable<TransitionDraft['counters']>,
  path: DocumentPath,
  reporter: Reporter,
): readonly CounterBound[] {
  return Object.entries(draft).map(([key, bound = {}]) => {
    const counter = shownName(key);
    const { gte = null, lte = null } = bound;
    if (gte !== null && lte !== null && gte > lte) {
      const message = msg`Counter "${counter}" cannot be at least ${gte} and at most ${lte}.`;
      reporter.error('counter_range', [...path, counter], message);
    }
    return { counter, gte, lte };
  });
}

function compileUpdate(draft: NonNullable<TransitionDraft['update']>, path: DocumentPath, reporter: Reporter): Update {
  const capture = Object.entries(draft.capture ?? {}).map(([key, source = '']) => {
    const field = shownName(key);
    return { field, value: compileTemplate(source, [...path, 'capture', field], reporter) };
  });
  const named = (names: readonly (string | undefined)[] = []): string[] => names.filter((name) => name !== undefined);
  return { capture, increment: named(draft.increment), reset: named(draft.reset) };
}
