/**
 * The forms in which a host keeps its memory of a conversation, so that the next load of a page goes on with it. Whoever gives it
 * back checks it against these: it may be of another version, or damaged.
 *
 * Types alone; runs anywhere.
 */
import type { Reminder } from '../../tool-call.ts';
import type { Entry, Refusal, RequestedCall } from '../model-adapter.ts';
import type { Anchor, ShownCall } from './anchor.ts';

/** What the server knows at an answer of a history that it holds. */
export interface Head {
  /** Id of the true answer; null where the history goes by a name. */
  readonly previous: string | null;
  /** Results that it still has to be given: of calls the page does not know, and of those it has answered to the guard. */
  readonly denied: readonly Refusal[];
  readonly results: readonly Entry[];
  /** Calls that the page has not been handed yet. Should it never be, they have not run, and the server has to be told that. */
  readonly kept: readonly RequestedCall[];
}

/** Heads by the id that the page knows the answer by, or by the name of the history. */
export type Heads = readonly (readonly [string, Head])[];

/** By the id of an answer that is made of several of the model's: the ids of those, in order. */
export type Parts = readonly (readonly [string, readonly string[]])[];

/** An answer whose calls the page was handed and has not given the results of. */
export interface KeptTurn extends Omit<Anchor, 'others'> {
  /** Those that run, in order. */
  readonly calls: readonly KeptCall[];
  /** Name of the splice of the answer; null when all of it is in the page's history. */
  readonly splice: string | null;
  /** Id the page knows the answer by. */
  readonly id: string | null;
}

export interface KeptCall {
  /** Id by which the guard knows it. */
  readonly call: string;
  readonly shown: ShownCall;
  /** `argsMark` of it as the model made it. */
  readonly args: string;
}

/** What the model is to be told when the page comes back. */
export interface Untold {
  readonly call: Pick<KeptCall, 'shown' | 'args'>;
  readonly reminder: Reminder;
}

/** Names of answers, each with the mark of the history before one. */
export type Places = readonly (readonly [name: string, before: string])[];
