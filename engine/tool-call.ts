/**
 * The neutral waist of the engine: what a protocol adapter makes of its traffic and what the guard
 * says back. No protocol word and no state-machine word belongs here.
 */

/** A JSON value as it travels on the wire. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Field names are data: read them with `Object.hasOwn`, never through the prototype. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** One tool call, before it runs. */
export interface ToolCall {
  /** Unique within its thread. A call that is sent again under the same id is the same call. */
  readonly id: string;
  readonly tool: string;
  /** Usually an object; free-text tools send a string, calls without arguments `{}`. */
  readonly args: Json;
}

/** What became of a tool call. */
export interface ToolResult {
  readonly status: 'success' | 'error';
  /** The text of the result, or its structured value. */
  readonly content: Json;
}

/** What a violated rule asks for, strongest first: deny, ask, warn. */
export type Action = 'deny' | 'ask' | 'warn';

/** One reason why a call is not simply allowed. */
export interface Violation {
  readonly machine: string;
  /** Instance key; `null` when the call's key did not resolve. */
  readonly key: string | null;
  /** State the instance was in; `null` when there is no instance. */
  readonly state: string | null;
  readonly tool: string;
  readonly action: Action;
  /** Written for the model: what was attempted, what is, what would make it legal. */
  readonly reason: string;
}

/** The decision on one call. `violations` are sorted strongest first; empty means allow. */
export interface Verdict {
  readonly verdict: 'allow' | Action;
  readonly violations: readonly Violation[];
  /** What machines in observe mode would have done; never changes the verdict. */
  readonly observed: readonly Violation[];
}

/** Where a reminder should reach the model; an adapter picks the nearest place its protocol has. */
export type ReminderTarget = 'system' | 'suffix_system' | 'session' | 'conversation' | 'context';

/** Text for the model, produced after a result or a lifecycle event. */
export interface Reminder {
  readonly target: ReminderTarget;
  /** Only with `session` and `conversation`. */
  readonly role?: 'user' | 'assistant';
  readonly content: string;
}
