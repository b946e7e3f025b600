/**
 * The guard as its hosts see it: what goes in, what comes out. `session.ts` implements it.
 */
import type { MachineSet } from './dsl/machine.ts';
import type { JournalEntry, Moved, Ticket } from './state/journal.ts';
import type { InstanceRef } from './state/reader.ts';
import type { Store } from './state/store.ts';
import type { Action, Json, Reminder, ToolCall, ToolResult, Violation } from './tool-call.ts';

/** What a guard works on. Only machines and store have no default. */
export interface GuardOptions {
  readonly machines: MachineSet;
  readonly store: Store;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: () => number;
  /** Fresh ids for tickets. Default: `crypto.randomUUID`. */
  readonly ids?: () => string;
  /** Milliseconds a ticket stays open, for all threads or by thread; then it is rejected as expired. Default 10 minutes. */
  readonly askTimeoutMs?: number | ((thread: string) => number);
  /** Milliseconds after which a running call without a result is settled as an error. Default 10 minutes. */
  readonly settleTimeoutMs?: number | ((thread: string) => number);
}

export interface GateOptions {
  /** Told, at most once, when the call has to stand in line until another one is over that runs on its instances. Must not throw. */
  readonly onQueued?: () => void;
}

/** Something a host did, for the journal. */
export interface HostNote {
  /** A word of the host's own. */
  readonly kind: string;
  /** Ids of the calls it concerns. */
  readonly calls: readonly string[];
  /** A sentence for people. */
  readonly text: string;
}

/** The answer to a gated call. It was committed before it was given. */
export type Gated =
  | {
      readonly verdict: 'allow' | 'warn';
      readonly violations: readonly Violation[];
      readonly observed: readonly Violation[];
    }
  | {
      readonly verdict: 'deny';
      readonly reason: string;
      readonly violations: readonly Violation[];
      readonly observed: readonly Violation[];
    }
  | {
      readonly verdict: 'ask';
      readonly reason: string;
      readonly ticket: Ticket;
      readonly violations: readonly Violation[];
      readonly observed: readonly Violation[];
    };

/** What a result moved, and what the model is to be reminded of. */
export interface Settled {
  /** False when the call was settled before or never ran: nothing moved. */
  readonly first: boolean;
  readonly transitions: readonly Moved[];
  readonly reminders: readonly Reminder[];
}

/** What became of a decision. `refused` = it changed nothing or a deny had arisen in between; `reason` says which. */
export interface Resolved {
  readonly outcome: 'approved' | 'rejected' | 'refused';
  readonly reason?: string;
}

/**
 * What became of a reset, or of taking one back. `done`: `seq` is the journal entry that says so, by which it can be taken back.
 * `refused`: nothing was changed; `cause` is for programs, `reason` for people.
 */
export type Reset =
  | { readonly outcome: 'done'; readonly seq: number; readonly instances: readonly Moved[] }
  | { readonly outcome: 'refused'; readonly cause: ResetRefusal; readonly reason: string };

/**
 * `not_in_force`: the machine is not, so its initial state is not known. `unchanged`: there is nothing to reset. `running`: a call
 * that touches the instance runs. `moved`: it has moved since the reset. `unknown`: there is no such reset.
 */
export type ResetRefusal = 'not_in_force' | 'unchanged' | 'running' | 'moved' | 'unknown';

/** Whether a run may end, and what is unfinished. */
export interface RunEnd {
  readonly decision: 'complete' | 'continue';
  /** With `continue`: what to tell the model. */
  readonly message?: string;
  /** True when work is unfinished but the cap on continuations is used up. */
  readonly capped: boolean;
  readonly unfinished: readonly { readonly machine: string; readonly key: string; readonly state: string }[];
}

/** The counters of `tool_fsm_metrics`. */
export interface MetricCounts {
  readonly asked: number;
  readonly denied: number;
  readonly warned: number;
  readonly transitioned: number;
  readonly emitted: number;
  readonly approved: number;
  readonly rejected: number;
  readonly expired: number;
  readonly continued: number;
}

type Shown =
  | string
  | {
      readonly state: string;
      readonly data: Readonly<Record<string, Json>>;
      readonly counters: Readonly<Record<string, number>>;
    };

/** Exactly these keys (spec of the engine, section 9). Maps are machine → key → value. */
export interface Inspection {
  readonly tool_fsm_thread_state: Readonly<Record<string, Readonly<Record<string, Shown>>>>;
  readonly tool_fsm_run_state: Readonly<Record<string, Readonly<Record<string, Shown>>>>;
  readonly tool_fsm_metrics: {
    readonly total: MetricCounts;
    readonly by_machine: Readonly<Record<string, MetricCounts>>;
  };
  readonly tool_fsm_violation_log: readonly {
    readonly machine: string;
    readonly key: string | null;
    readonly tool: string;
    readonly action: Action;
    readonly reason: string;
    readonly time: number;
  }[];
  readonly tool_fsm_emit_throttle: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** A call that waits for a person: its ticket, and the arguments it was made with. */
export type WaitingCall = Ticket & { readonly args: Json };

/** Told after each commit, in order; for badges, popups and waiting callers. Must not throw. */
export type GuardListener = (entries: readonly JournalEntry[]) => void;

/**
 * One machine set at work on one store. All methods reject with `StoreError` when the store fails: the caller fails closed.
 * Threads are independent; within a thread, commits are in order.
 */
export interface Guard {
  readonly machines: MachineSet;
  startRun(thread: string): Promise<void>;
  /**
   * Decides on a call. Waits while a call that touches the same instance is running. Idempotent by `call.id`: asked again, it
   * gives the answer that is on disk (for an approved ask: waits in line and answers allow or deny; for a finished call: deny, saying what became of it).
   * Under the id of a call that is under way, another call is denied. One that other machines had let through is denied, and ends.
   */
  gate(thread: string, call: ToolCall, options?: GateOptions): Promise<Gated>;
  /** Moves the state by the call's result. The first result counts; repeats change nothing. */
  settle(thread: string, call: string, result: ToolResult): Promise<Settled>;
  /** A person's decision on a ticket. Resolves when it is known what it led to (an approved call first waits its turn). */
  resolve(ticket: string, decision: { readonly approve: boolean; readonly note?: string }): Promise<Resolved>;
  /**
   * Ends a call that waits for a person without a decision, for another one that takes its place. `rejected`: done; `refused`: it
   * was decided before, and nothing was changed.
   */
  replace(ticket: string, why: string): Promise<Resolved>;
  /** The caller is gone: a waiting call is abandoned and never runs; a running one is settled as an error. */
  withdraw(thread: string, call: string, why: string): Promise<void>;
  event(
    thread: string,
    name: string,
    data?: Json,
  ): Promise<{ readonly transitions: readonly Moved[]; readonly reminders: readonly Reminder[] }>;
  /** A model step went by (cooldowns and step-counted expiry). */
  step(thread: string): Promise<void>;
  /** `end`: a name of this question that no other one of the thread has. Asked again under it, it gives the same answer and counts once. */
  endRun(thread: string, end?: string): Promise<RunEnd>;
  /**
   * A person makes one instance, or all that have moved, start again at its initial state. Refused while a call that touches
   * one of them runs. Instances of machines that are not in force are left as they are.
   */
  reset(thread: string, which: InstanceRef | 'all'): Promise<Reset>;
  /** Makes the instances of a reset exactly what they were. Those that have moved since stay as they are; refused if all have. */
  undoReset(thread: string, reset: number): Promise<Reset>;
  /** Puts what the host did on record. Moves nothing. */
  note(thread: string, note: HostNote): Promise<void>;
  /** Keeps a value of the host's with the thread under `name`, in place of what was there; null forgets it. Moves nothing. */
  keep(thread: string, name: string, value: Json): Promise<void>;
  /** Name and value of all that is kept with the thread. */
  kept(thread: string): Promise<readonly (readonly [name: string, value: Json])[]>;
  inspect(thread: string): Promise<Inspection>;
  /** The calls of all threads that wait for a person, oldest first. */
  waiting(): Promise<readonly WaitingCall[]>;
  /** Every thread in which anything was recorded. */
  threads(): Promise<readonly string[]>;
  /**
   * Expires what is overdue, in the threads that are this guard's to work on (default: all). Returns when to call again
   * (milliseconds since 1970), or null.
   */
  sweep(owns?: (thread: string) => boolean): Promise<number | null>;
  subscribe(listener: GuardListener): () => void;
  /** Wakes everybody who waits in `gate` with a `GuardClosed` error; the store stays open. */
  close(): void;
}

/** Thrown by a guard that was closed (its machine set was replaced). Ask the new guard again with the same call id. */
export class GuardClosed extends Error {
  override readonly name = 'GuardClosed';
}
