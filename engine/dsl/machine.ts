/**
 * Compiled machines: what `loadMachines` makes of a document and `evaluate/` reads.
 * Plain immutable data plus the compiled patterns and templates; safe to share between threads of work.
 */
import type { Template } from '../key/template.ts';
import type { Condition, Glob, Pattern } from '../pattern/pattern.ts';
import type { Action, ReminderTarget } from '../tool-call.ts';

export type Scope = 'thread' | 'run';
export type KeyNormalizer = 'none' | 'trim' | 'lowercase' | 'path' | 'url';

/** A set of machines that is in force together, with what binds tickets to it. */
export interface MachineSet {
  readonly machines: readonly Machine[];
  readonly continuation: Continuation;
  /** SHA-256 (hex) of the set's meaning: equal documents up to comments, layout and order of keys share it. */
  readonly fingerprint: string;
  /** The strict machines and those with a tool pattern that may match `tool`, in document order. Constant time for exact names. */
  candidates(tool: string): readonly Machine[];
}

export interface Continuation {
  /** Continuations that may be forced in one run; 0 turns the run-end guard off. */
  readonly max: number;
  /** May hold `{summary}`. */
  readonly message: string;
}

/** One compiled machine; the README describes what each key of a document means. */
export interface Machine {
  readonly name: string;
  readonly scope: Scope;
  readonly key: Template;
  readonly normalizer: KeyNormalizer;
  /** With `path`: absolute keys under it become relative to it. */
  readonly keyRoot: string | null;
  readonly onUnkeyed: 'allow' | 'ask' | 'deny';
  readonly initial: string;
  readonly strict: boolean;
  readonly onUnmatched: string | null;
  readonly mode: 'enforce' | 'observe';
  readonly expire: ReadonlyMap<string, Expiry>;
  readonly terminal: ReadonlySet<string>;
  /** Every state the document names, initial first, then in order of appearance. */
  readonly states: readonly string[];
  readonly transitions: readonly Transition[];
}

/** An instance that has sat in a state for `ms` milliseconds or `steps` model steps is in `to` from then on. */
export interface Expiry {
  readonly after: { readonly ms: number } | { readonly steps: number };
  readonly to: string;
}

export interface Transition {
  /** Position in the machine's list, from 0. */
  readonly index: number;
  readonly on:
    | { readonly kind: 'tool'; readonly pattern: Pattern }
    | { readonly kind: 'event'; readonly event: string };
  /** States it may start from; `'*'` is any. */
  readonly from: '*' | ReadonlySet<string>;
  readonly to: string;
  readonly when: When;
  readonly counters: readonly CounterBound[];
  readonly update: Update;
  readonly emit: Emit | null;
  readonly onViolation: OnViolation;
}

/** Which results fire the transition. */
export interface When {
  readonly status: 'any' | 'success' | 'error';
  /** Glob over the result as text; `null` = any. */
  readonly content: Glob | null;
  /** Field conditions over the result as JSON; all must hold. */
  readonly json: readonly Condition[];
}

/** Extra precondition on one counter of the instance; a missing counter is 0. */
export interface CounterBound {
  readonly counter: string;
  readonly gte: number | null;
  readonly lte: number | null;
}

export interface Update {
  readonly capture: readonly { readonly field: string; readonly value: Template }[];
  readonly increment: readonly string[];
  readonly reset: readonly string[];
}

export interface Emit {
  readonly target: ReminderTarget;
  readonly content: Template;
  /** Model steps before the same machine and key may emit again; 0 = never throttled. */
  readonly cooldown: number;
  readonly role: 'user' | 'assistant';
}

export interface OnViolation {
  readonly action: Action;
  readonly reason: Template | null;
  readonly onApprove: 'advance' | 'stay';
  readonly escalate: { readonly after: number; readonly action: 'ask' | 'deny' } | null;
}
