/**
 * The part of the hop popup ↔ background that is about instances, runs, the kill switch and coverage. Joined into the contract in
 * `ui-messages.ts`. Types only.
 */

import type { ResetRefusal } from '../../engine/guard.ts';
import type { SeenProtocol } from './ui-messages.ts';

/** From the popup. A `request` number comes back in the answer to it. */
export type InstanceRequest =
  /**
   * Keep me told about `count` rows of the list of instances, from row `from` on; those of the tab come first. Replaces the watch
   * before it. Answered by `instances`, now and after every change.
   */
  | {
      readonly type: 'watch_instances';
      readonly tab: number | null;
      readonly filter: string;
      readonly from: number;
      readonly count: number;
    }
  /** What happened to one instance, newest first, before journal entry `before` (null: up to now). Answered by `history`. */
  | ({ readonly type: 'history'; readonly request: number; readonly before: number | null } & InstanceName)
  /** Makes one instance of a thread, or all of them, start again. Answered by `reset_done`, `reset_refused` or `refused`. */
  | {
      readonly type: 'reset';
      readonly request: number;
      readonly thread: string;
      readonly which: { readonly machine: string; readonly key: string } | 'all';
    }
  /** Takes the reset of journal entry `seq` back. Answered by `reset_done`, `reset_refused` or `refused`. */
  | { readonly type: 'undo_reset'; readonly request: number; readonly thread: string; readonly seq: number }
  /** Starts a new run in each of the threads. Answered by `done` or `refused`. */
  | { readonly type: 'start_runs'; readonly request: number; readonly threads: readonly string[] }
  /** Throws the kill switch, or lifts it. Answered by `done` or `refused`. */
  | { readonly type: 'stop_all' | 'lift_stop'; readonly request: number }
  /** Which ways out of the page in the tab are guarded, and which were used. Answered by `coverage`. */
  | { readonly type: 'coverage'; readonly request: number; readonly tab: number };

/** To the popup. */
export type InstanceReply =
  | { readonly type: 'instances'; readonly page: InstancePage }
  /** `older`: what to ask for as `before` to go on; null at the beginning of the journal. */
  | {
      readonly type: 'history';
      readonly request: number;
      readonly lines: readonly HistoryLine[];
      readonly older: number | null;
    }
  /** `seq` is the journal entry by which it can be taken back; `count` how many instances it is about. */
  | { readonly type: 'reset_done'; readonly request: number; readonly seq: number; readonly count: number }
  /** Nothing was changed. `stopped`: the kill switch is on. */
  | { readonly type: 'reset_refused'; readonly request: number; readonly cause: ResetRefusal | 'stopped' }
  | { readonly type: 'coverage'; readonly request: number; readonly coverage: Coverage };

export interface InstanceName {
  readonly thread: string;
  readonly machine: string;
  /** Empty for a machine with one instance. */
  readonly key: string;
}

/** A stretch of the list of instances. */
export interface InstancePage {
  readonly filter: string;
  /** Instances there are, and instances that match the filter. */
  readonly total: number;
  readonly matched: number;
  /** Rows of the whole list. */
  readonly length: number;
  /** Place of the first of `rows` in it. */
  readonly from: number;
  readonly rows: readonly InstanceRow[];
  /** Threads of the tab, for a new run. */
  readonly here: readonly string[];
  /** Why nothing can be read, for people; null = all is well. */
  readonly fault: string | null;
}

export type InstanceRow =
  /** The threads below are of other tabs. */
  | { readonly kind: 'others' }
  | {
      readonly kind: 'thread';
      readonly thread: string;
      readonly origin: string;
      readonly here: boolean;
      /** `null` for a thread that is a tab or an origin; else protocol and the id it carries. */
      readonly conversation: { readonly protocol: string; readonly id: string } | null;
      readonly count: number;
    }
  | { readonly kind: 'machine'; readonly thread: string; readonly machine: string; readonly count: number }
  | ({ readonly kind: 'instance' } & InstanceName & InstanceState);

export interface InstanceState {
  readonly state: string;
  /** Where the state stands in its machine; `unknown` when the machine is not in force here. */
  readonly stage: 'initial' | 'between' | 'terminal' | 'unknown';
  /** When it entered the state, milliseconds since 1970. */
  readonly since: number;
}

/** One thing that happened to an instance, or that was decided about it. */
export interface HistoryLine {
  /** Journal entry. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly what:
    | { readonly kind: 'gated'; readonly verdict: 'allow' | 'warn' | 'ask' | 'deny'; readonly observed: boolean }
    | { readonly kind: 'resolved'; readonly outcome: 'approved' | 'rejected' | 'expired' | 'refused' | 'abandoned' }
    | { readonly kind: 'settled'; readonly status: 'success' | 'error' | null }
    | { readonly kind: 'event'; readonly name: string }
    | { readonly kind: 'lapsed' | 'unknown_state' | 'reset' | 'reset_undone' };
  readonly call: {
    readonly id: string;
    readonly tool: string | null;
    /** The beginning of its arguments as JSON on one line, where the call is decided on; otherwise `null`. */
    readonly args: string | null;
  } | null;
  /** States before and after; equal when it stayed, null when nothing is said about it. */
  readonly from: string | null;
  readonly to: string | null;
  /** In the words of the machine or the person. */
  readonly why: string | null;
}

/** How well a way out of the page is covered, and whether it was used. */
export interface Coverage {
  readonly channels: readonly {
    readonly name: ChannelName;
    readonly level: 'guarded' | 'blind';
    /** How often it was seen in use, at least; null = not watched. */
    readonly used: number | null;
  }[];
  /** Protocols in which calls came from this tab, in the browser session. */
  readonly protocols: readonly SeenProtocol[];
}

export type ChannelName =
  | 'fetch'
  | 'xhr'
  | 'event-source'
  | 'websocket'
  | 'model-context'
  | 'worker'
  | 'frame'
  | 'beacon'
  | 'web-transport'
  | 'web-rtc';
