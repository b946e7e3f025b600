/**
 * Ids that one answer gives to several of its calls. Some local servers do; the API of Messages refuses such a history. Nothing but
 * their order tells the calls apart, nor their results.
 *
 * Pure.
 */

/** How many of those before it have the same id. */
export function nthOf(calls: readonly { readonly id: string }[], at: number): number {
  return calls.slice(0, at).filter(({ id }) => id === calls[at]?.id).length;
}

export const hasRepeats = (calls: readonly { readonly id: string }[]): boolean =>
  calls.some((_, at) => nthOf(calls, at) > 0);

/** What is given, with what is added: at its place where it has one, else `otherwise`. Ascending places. */
export function inserted<T>(
  given: readonly T[],
  added: readonly { readonly item: T; readonly at?: number | undefined }[],
  otherwise: 'first' | 'last',
): readonly T[] {
  const unplaced = added.flatMap(({ item, at }) => (at === undefined ? [item] : []));
  const all = otherwise === 'first' ? [...unplaced, ...given] : [...given, ...unplaced];
  for (const { item, at } of added) if (at !== undefined) all.splice(at, 0, item);
  return all;
}
