/**
 * Things that are loaded once and kept, unless loading fails. Runs in the background.
 */

/** A promise that is forgotten when it fails, so that the next caller tries again. */
export function retried<T>(attempt: Promise<T>, forget: () => void): Promise<T> {
  attempt.catch(forget);
  return attempt;
}
