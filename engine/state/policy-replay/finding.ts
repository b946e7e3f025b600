/**
 * What a replay against other machines finds. Plain data for command line and pages.
 */
import type { Action } from '../../tool-call.ts';

/** A verdict of the gate, or the decision at the end of a run. */
export type DecisionWord = 'allow' | Action | 'complete' | 'continue' | 'capped';

/**
 * Why a decision cannot be told from the record:
 * `cut_result`: it hangs on a result of which only the beginning is on record.
 * `no_result`: it hangs on the result of a call that was not run then and would have been now (or might have been), or that was
 * still running when the record ends.
 */
export type Cause = 'cut_result' | 'no_result';

interface Found {
  /** Sequence number of the journal entry with the decision, and its time in milliseconds since 1970. */
  readonly seq: number;
  readonly at: number;
  readonly thread: string;
  /** Null for the end of a run. */
  readonly call: { readonly id: string; readonly tool: string } | null;
  /** What was decided then. */
  readonly from: DecisionWord;
}

/** A decision that other machines would have made differently. */
export interface ChangedDecision extends Found {
  readonly kind: 'changed';
  readonly to: DecisionWord;
  /** The strongest violation of now, or the message at a run's end. */
  readonly machine?: string;
  readonly key?: string | null;
  readonly reason?: string;
}

/** A decision about which the record does not say enough. */
export interface UndeterminedDecision extends Found {
  readonly kind: 'undetermined';
  /** What it may have been. */
  readonly possible: readonly DecisionWord[];
  readonly cause: Cause;
}

export type PolicyFinding = ChangedDecision | UndeterminedDecision;

/** The whole of a replay in numbers. */
export interface PolicySummary {
  readonly decisions: number;
  readonly unchanged: number;
  readonly changed: number;
  readonly undetermined: number;
  /** How often which decision became which, most frequent first. */
  readonly changes: readonly { readonly from: DecisionWord; readonly to: DecisionWord; readonly count: number }[];
  /**
   * Machines that listen to events. The journal has only events that moved something under the machines of then, so
   * what others would have moved is missing.
   */
  readonly eventMachines: readonly string[];
}
