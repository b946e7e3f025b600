/**
 * Promises and values that carry what decides a call. Where a promise is resolved, the engine asks the value for a `then`, and
 * where one is waited for, it asks the promise for its `constructor`, and maybe its `then`. A page that has put its own there, for
 * itself or by accident, would be given the verdict and could put another one in its place.
 *
 * Runs in the page's own world; what it needs is captured when the module is loaded, before the page's first script. It keeps
 * nothing from a page that has replaced what arrays and texts are made with, and not the browser's own promises (`fetch`, reads).
 */

const { assign, create, defineProperty, freeze, setPrototypeOf } = Object;
const Native = Promise;

declare const marked: unique symbol;
/** A value that inherits from nothing: nobody can give it a `then`. */
export type Bare<T extends object> = T & { readonly [marked]: true };

/** A copy of `value` that inherits from nothing and does not change. */
export function bare<T extends object>(value: T): Bare<T> {
  return freeze(assign(create(null), value)) as Bare<T>;
}

/** What the page cannot reach answers for `constructor` and `then`; so `await` takes the promise as it is. */
const OWN: object = create(Native.prototype, bare({ constructor: bare({ value: Native }) }));
defineProperty(OWN, 'then', bare({ value: Native.prototype.then }));
freeze(OWN);

/** The same promise, closed to the page. Not for what the page is given: it would see the difference. */
export function own<T>(promise: Promise<T>): Promise<T> {
  return setPrototypeOf(promise, OWN) as Promise<T>;
}

/** A promise that is closed to the page. What it is resolved with is a primitive value, or bare. */
export function promised<T>(
  begin: (resolve: (value: T) => void, reject: (reason: unknown) => void) => void,
): Promise<T> {
  return own(new Native<T>(begin));
}
