/**
 * What the guard itself says to the model, the person and the background about a call that waits or does not run. Reasons
 * of machines come from the background.
 */

/** Shown as progress while a call waits. */
export const WAITING = 'Interlock is holding this call until it is decided.';

/** The answer when the client's patience ends before the decision. */
export const NOT_IN_TIME =
  'Not run: this call needs a decision in Interlock, and none was made for as long as this client can wait. Nothing was changed. ' +
  'The same call may be tried again; it will then be put up for decision again.';

export function undecodable(why: string): string {
  return `Not run: Interlock cannot read this tool call (${why}).`;
}

export function broken(error: unknown): string {
  return `Not run: Interlock failed on this call (${(error instanceof Error ? error.message : String(error)).slice(0, 500)}).`;
}

export function uncheckable(why: string): string {
  return `Not run: the arguments of this call are ${why} to be checked by Interlock.`;
}

/** The answer to a call whose arguments a person changed, where the request has no place for them. */
export const NOT_CHANGED =
  'Not run: a person changed the arguments of this call in Interlock, and they cannot be put into this request. Nothing was changed.';

/** Reasons for a withdrawal, as the background and the person read them. */
export const WHY_ABORTED = 'the page aborted the call';
export const WHY_CANCELLED = 'the client cancelled the call';
export const WHY_UNREAD = 'the page stopped reading the answer';
export const WHY_NOT_RESENT = 'the client was asked to send the call again and did not';
export const WHY_NOT_CHANGED = 'the changed arguments could not be put into the request';
export const WHY_TOO_LATE = 'no decision was made for as long as the client waits';
