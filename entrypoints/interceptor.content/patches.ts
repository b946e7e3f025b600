/**
 * The one place where something of the page is replaced. Each thing is replaced once, and can be put back.
 *
 * Runs in the page's own world.
 */

/** Puts the original back, unless somebody else has replaced it since. Returns whether it did. */
export type Undo = () => boolean;

export class Patches {
  /** What was replaced on which object. Looked through by identity, a handful at most. */
  readonly #done: { readonly target: object; readonly key: string }[] = [];

  /**
   * Replaces `target[key]` by what `make` makes of the original. The property keeps its attributes.
   * Throws when it was replaced already: two layers of the same patch would gate every call twice.
   */
  replace<T>(target: object, key: string, make: (original: T) => T): Undo {
    for (const done of this.#done) {
      if (done.target === target && done.key === key) throw new Error(`"${key}" is replaced already`);
    }
    const before = Object.getOwnPropertyDescriptor(target, key);
    if (before === undefined || !('value' in before) || before.configurable !== true)
      throw new Error(`"${key}" cannot be replaced`);
    const record = { target, key };
    const value = make(before.value as T);
    Object.defineProperty(target, key, { ...before, value });
    this.#done[this.#done.length] = record;
    return () => {
      const at = this.#done.indexOf(record);
      if (at === -1 || Object.getOwnPropertyDescriptor(target, key)?.value !== value) return false;
      Object.defineProperty(target, key, before);
      this.#done.splice(at, 1);
      return true;
    };
  }
}

/**
 * A function that does `instead` and looks in every other respect like `original`: its name, its length, its own
 * properties, and the text of its source.
 */
export function inPlaceOf<Args extends unknown[], Result>(
  original: (...args: Args) => Result,
  instead: (receiver: unknown, args: Args) => Result,
): (...args: Args) => Result {
  const { apply, get } = Reflect;
  const source = Function.prototype.toString;
  const ownSource = (): string => apply(source, original, []);
  return new Proxy(original, {
    apply: (_target, receiver, args) => instead(receiver, args as Args),
    // `Function.prototype.toString` says "native code" of a proxy too, but leaves out the name.
    get: (target, key, receiver) =>
      key === 'toString' && get(target, key, receiver) === source ? ownSource : get(target, key, receiver),
  });
}
