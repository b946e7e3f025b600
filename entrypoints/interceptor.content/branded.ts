/** Tells the browser's own objects, of whatever realm and under whatever prototype, by what only they have. */

/** Whether `value` has the inner slot that `read` asks for; without it the browser's own getters throw a TypeError. */
export function branded<T extends object>(value: unknown, read: (value: T) => unknown): value is T {
  if (typeof value !== 'object' || value === null) return false;
  try {
    read(value as T);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
