/**
 * The forms in which a host keeps its memory of a conversation, so that the next load of a page goes on with it. Whoever gives it
 * back checks it against these: it may be of another version, or damaged.
 *
 * Types alone; runs anywhere.
 */
import type { Entry, RequestedCall } from '../model-adapter.ts';

/** What the server knows at an answer of a history that it holds. */
export interface Head {
  /** Id of the true answer; null where the history goes by a name. */
  readonly previous: string | null;
  /** Results that it still has to be given: of calls the page does not know, and of those it has answered to the guard. */
  readonly denied: readonly { readonly call: RequestedCall; readonly text: string }[];
  readonly results: readonly Entry[];
}

/** Heads by the id that the page knows the answer by, or by the name of the history. */
export type Heads = readonly (readonly [string, Head])[];
