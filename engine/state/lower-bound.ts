/** Binary search. Pure. */

/** The first of `length` indexes, all those before which are `below`; `length` if all are. `below` must not become true again. */
export function lowerBound(length: number, below: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (below(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
