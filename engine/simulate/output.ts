/**
 * What a simulation says, line by line. These are the lines of `simulate --json`, as the README lists them.
 */
import type { Inspection } from '../guard.ts';
import type { Moved } from '../state/journal.ts';
import type { Action, Reminder, Violation } from '../tool-call.ts';

/** Only where the trace named a thread. */
interface InThread {
  readonly thread?: string;
}

/** The answer to a call, when it gets one. Machine, key and reason are those of the strongest violation. */
export interface VerdictLine extends InThread {
  readonly type: 'verdict';
  readonly id: string;
  readonly verdict: 'allow' | Action;
  readonly reason?: string;
  readonly machine?: string;
  /** Null when the call's key did not resolve. */
  readonly key?: string | null;
  /** What machines in observe mode would have done. */
  readonly observed?: readonly Violation[];
}

/** What a result moved (or an event that fired, or a call that was ended because its result did not come). */
export type AdvanceLine = InThread &
  ({ readonly id: string } | { readonly event: string }) & {
    readonly type: 'advance';
    readonly transitions: readonly Moved[];
    readonly reminders: readonly Reminder[];
  };

export interface RunEndLine extends InThread {
  readonly type: 'run_end';
  readonly decision: 'complete' | 'continue';
  readonly message?: string;
}

export interface ResolvedLine extends InThread {
  readonly type: 'resolved';
  readonly id: string;
  readonly outcome: 'approved' | 'rejected' | 'refused';
  readonly reason?: string;
}

/** A line that could not be used. The rest of the trace goes on. */
export interface ErrorLine {
  readonly type: 'error';
  readonly line: number;
  readonly message: string;
}

/** How things stand at the end: one for each thread, the one without a name last. */
export type StateLine = InThread & { readonly type: 'state' } & Inspection;

export type OutputLine = VerdictLine | AdvanceLine | RunEndLine | ResolvedLine | ErrorLine | StateLine;

/** A remark for people that is no answer to anything in the trace. Goes to stderr. */
export interface Note {
  readonly type: 'note';
  readonly line: number;
  readonly message: string;
}
