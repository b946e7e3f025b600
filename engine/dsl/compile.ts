/**
 * Document → machines. Works on drafts: what is missing or did not fit was reported before, and something harmless stands in its
 * place, so that everything else is checked in the same pass. What comes out is used only if nothing was reported.
 */

import { msg } from '../say.ts';
import { compileExpire } from './compile-expire.ts';
import { compileTemplate, refuseAnyState } from './compile-text.ts';
import { compileTransition } from './compile-transition.ts';
import type { DocumentPath } from './diagnostic.ts';
import type { Continuation, Expiry, Machine, Transition } from './machine.ts';
import { NO_CONTINUATION } from './machine-set.ts';
import type { Reporter } from './reporter.ts';
import type { DocumentDraft } from './validate.ts';

export type MachineDraft = NonNullable<NonNullable<DocumentDraft['machines']>[number]>;

/** Compiles the machines of a document; each has the index it has in the document. */
export function compileMachines(draft: DocumentDraft, reporter: Reporter): readonly Machine[] {
  const machines = (draft.machines ?? []).map((machine, index) => compileMachine(machine ?? {}, index, reporter));
  const firsts = new Map<string, number>();
  for (const [index, { name }] of machines.entries()) {
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, index);
    else if (name !== '') reportTwice(name, index, first, reporter);
  }
  return machines;
}

function reportTwice(name: string, index: number, first: number, reporter: Reporter): void {
  const message = msg`Machine "${name}" is declared twice; the first is number ${first + 1} in the list.`;
  reporter.error('duplicate_machine', ['machines', index, 'name'], message);
}

/** What the document says about run ends; `NO_CONTINUATION` itself where it says nothing. */
export function compileContinuation({ continuation }: DocumentDraft): Continuation {
  if (continuation === undefined) return NO_CONTINUATION;
  const { max_continuations: max = NO_CONTINUATION.max, message = NO_CONTINUATION.message } = continuation;
  return { max, message };
}

function compileMachine(draft: MachineDraft, index: number, reporter: Reporter): Machine {
  const path: DocumentPath = ['machines', index];
  const { initial = '', on_unmatched: onUnmatched = null } = draft;
  refuseAnyState(initial, [...path, 'initial'], reporter);
  refuseAnyState(onUnmatched ?? undefined, [...path, 'on_unmatched'], reporter);
  for (const [i, state] of (draft.terminal ?? []).entries()) refuseAnyState(state, [...path, 'terminal', i], reporter);
  const terminal = (draft.terminal ?? []).filter((state) => state !== undefined);
  const key = compileTemplate(draft.key ?? '', [...path, 'key'], reporter);
  const expire = compileExpire(draft.expire ?? {}, [...path, 'expire'], reporter);
  const transitions = (draft.transitions ?? []).map((transition, i) =>
    compileTransition(transition ?? {}, i, [...path, 'transitions', i], reporter),
  );
  return {
    name: draft.name ?? '',
    scope: draft.scope ?? 'thread',
    key,
    normalizer: draft.key_normalizer ?? 'none',
    keyRoot: draft.key_root ?? null,
    onUnkeyed: draft.on_unkeyed ?? 'allow',
    initial,
    strict: draft.strict ?? false,
    onUnmatched,
    mode: draft.mode ?? 'enforce',
    expire,
    terminal: new Set(terminal),
    states: statesOf(initial, transitions, onUnmatched, expire, terminal),
    transitions,
  };
}

/** All states, in the order in which a reader of the transitions meets them. */
function statesOf(
  initial: string,
  transitions: readonly Transition[],
  onUnmatched: string | null,
  expire: ReadonlyMap<string, Expiry>,
  terminal: readonly string[],
): readonly string[] {
  const states = new Set([initial]);
  for (const { from, to } of transitions) {
    if (from !== '*') for (const state of from) states.add(state);
    states.add(to);
  }
  if (onUnmatched !== null) states.add(onUnmatched);
  for (const [state, { to }] of expire) states.add(state).add(to);
  for (const state of terminal) states.add(state);
  return [...states];
}
