/**
 * The journal: one append-only list of typed entries in which everything that happens is recorded.
 * State is a fold over the changes of its entries (see `fold.ts`); nothing else writes state.
 */
import type { Action, Json, Reminder, Violation } from '../tool-call.ts';
import type { RecordedResult } from './record.ts';

/** One instance of one machine. Dropped counters and data are absent, not zero. */
export interface Instance {
  readonly state: string;
  readonly data: Readonly<Record<string, Json>>;
  readonly counters: Readonly<Record<string, number>>;
  /** When it entered `state`: milliseconds since 1970, and the thread's model-step count. */
  readonly since: { readonly at: number; readonly step: number };
  readonly scope: 'thread' | 'run';
  /** Run in which it was last written; a run-scoped instance of an older run no longer exists. */
  readonly run: number;
  /** Violations per transition index in run `violationsRun`; feeds `escalate`. */
  readonly violations: Readonly<Record<string, number>>;
  readonly violationsRun: number;
  /** Tick at which it last emitted (see `cooldown` of the DSL); null = never. Survives a reset of run scope. */
  readonly emitted: number | null;
}

/** One machine's part in one admitted call: which transitions may fire when the result comes. */
export interface Admission {
  readonly machine: string;
  readonly key: string;
  /** Transition indexes whose precondition held at the gate. */
  readonly held: readonly number[];
  /** Transition indexes a person let through; `stay` keeps the state (`on_approve: stay`). */
  readonly approved: readonly { readonly index: number; readonly stay: boolean }[];
  /** Reason of a warning that becomes a reminder if nothing else applies. */
  readonly warning: string | null;
}

/** A call that has been gated and is not finished. Everything needed to go on after a crash. */
export interface LiveCall {
  readonly id: string;
  readonly tool: string;
  readonly args: Json;
  readonly status: 'asked' | 'approved' | 'running';
  readonly admissions: readonly Admission[];
  readonly ticket: string | null;
  /** Fingerprint of the machine set that gated it. */
  readonly set: string;
  readonly at: number;
}

/** How a call ended. Kept so that a repeated id is recognised and never runs or settles twice. */
export interface FinishedCall {
  readonly outcome: 'settled' | 'denied' | 'rejected' | 'expired' | 'abandoned' | 'timed_out';
  readonly reason: string | null;
  readonly at: number;
}

/** A person's decision that is pending or was taken. */
export interface Ticket {
  readonly id: string;
  readonly thread: string;
  readonly call: string;
  readonly tool: string;
  readonly fingerprint: string;
  /** Asking violations, strongest first. */
  readonly violations: readonly Violation[];
  readonly at: number;
  readonly expiresAt: number;
  readonly status: 'pending' | 'approved' | 'rejected' | 'expired' | 'abandoned' | 'refused';
  readonly note: string | null;
}

/** What was answered when the end of a run was asked about under the name `end`. */
export interface EndedRun {
  readonly end: string;
  readonly decision: 'complete' | 'continue';
  readonly message: string | null;
  readonly capped: boolean;
  readonly unfinished: readonly { readonly machine: string; readonly key: string; readonly state: string }[];
}

export type Metric =
  | 'asked'
  | 'denied'
  | 'warned'
  | 'transitioned'
  | 'emitted'
  | 'approved'
  | 'rejected'
  | 'expired'
  | 'continued';

/** One atomic step of state. `fold.ts` gives each its meaning; entries carry all they need, machines are not consulted. */
export type Change =
  | { readonly type: 'instance'; readonly machine: string; readonly key: string; readonly instance: Instance }
  | { readonly type: 'live'; readonly call: LiveCall }
  | { readonly type: 'finished'; readonly call: string; readonly finished: FinishedCall }
  | { readonly type: 'ticket'; readonly ticket: Ticket }
  | { readonly type: 'metric'; readonly machine: string; readonly metric: Metric }
  | {
      readonly type: 'violation';
      readonly machine: string;
      readonly key: string | null;
      readonly tool: string;
      readonly action: Action;
      readonly reason: string;
      readonly at: number;
    }
  /** What a host keeps with the thread under a name; null = no longer. */
  | { readonly type: 'kept'; readonly name: string; readonly value: Json }
  | { readonly type: 'run'; readonly run: number }
  | { readonly type: 'step' }
  | { readonly type: 'completed' }
  | { readonly type: 'forced' }
  /** The end of a run was asked about under a name; asked again, this is the answer. */
  | { readonly type: 'ended'; readonly ended: EndedRun };

/** What happened, in words a person or a replay can use; `changes` is what it did to the state. */
export type Happening =
  | { readonly type: 'run_started' }
  | {
      readonly type: 'gated';
      readonly call: { readonly id: string; readonly tool: string; readonly args: Json };
      readonly verdict: 'allow' | Action;
      readonly violations: readonly Violation[];
      readonly observed: readonly Violation[];
      readonly ticket: string | null;
    }
  | {
      readonly type: 'resolved';
      readonly ticket: string;
      readonly call: string;
      readonly outcome: 'approved' | 'rejected' | 'expired' | 'refused' | 'abandoned';
      readonly note: string | null;
      readonly reason: string | null;
    }
  | {
      readonly type: 'settled';
      readonly call: string;
      readonly outcome: FinishedCall['outcome'];
      readonly result: RecordedResult | null;
      readonly transitions: readonly Moved[];
      readonly reminders: readonly Reminder[];
    }
  | {
      readonly type: 'event';
      readonly name: string;
      readonly data: Json;
      readonly transitions: readonly Moved[];
      readonly reminders: readonly Reminder[];
    }
  | { readonly type: 'step' }
  | {
      readonly type: 'run_ended';
      readonly decision: 'complete' | 'continue' | 'capped';
      readonly message: string | null;
      /** There when machines that only observe would have asked the model to go on: what they would have told it. */
      readonly observed?: string;
    }
  /** A person made instances start again; `before` is what each was, for taking it back. */
  | { readonly type: 'reset'; readonly instances: readonly (Moved & { readonly before: Instance })[] }
  /** A person took a reset back; `reset` is the sequence number of its entry. */
  | { readonly type: 'reset_undone'; readonly reset: number; readonly instances: readonly Moved[] }
  /** What a host did with the thread, in its own words. Moves nothing. */
  | { readonly type: 'noted'; readonly kind: string; readonly calls: readonly string[]; readonly text: string }
  /** A host keeps a value with the thread, or forgets it; the value is in the change alone. Moves nothing. */
  | { readonly type: 'kept'; readonly name: string }
  /** A timed state ran out (`expire` of the DSL). */
  | ({ readonly type: 'lapsed' } & Moved)
  /** The stored state is one the machine no longer has: the instance starts again. */
  | ({ readonly type: 'unknown_state' } & Moved);

/** One instance that moved (or looped on its state). */
export interface Moved {
  readonly machine: string;
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

/** An entry as the guard hands it to the store; the store numbers and chains it. */
export interface NewEntry {
  readonly at: number;
  readonly thread: string;
  /** Fingerprint of the machine set in force. */
  readonly set: string;
  readonly happening: Happening;
  readonly changes: readonly Change[];
}

/** A stored entry. `hash` = SHA-256 over the canonical JSON of all its other fields, `prev` among them. */
export interface JournalEntry extends NewEntry {
  readonly v: 1;
  readonly seq: number;
  readonly prev: string;
  readonly hash: string;
}
