/**
 * Which lines of a journal stand where they were written: the parts that keep the order of the chain and together hold
 * the most lines. All others have been moved, repeated or added, and that is the fewest lines that can be said of. Pure.
 */
import type { Part } from './verify-runs.ts';

/** The parts that stand in place. Of two for the same entries, the one that hashes tie to its neighbours. */
export function spine(parts: readonly Part[]): ReadonlySet<Part> {
  const starts = [...new Set(parts.map((part) => part.seq))].sort((a, b) => a - b);
  const rank = new Map(starts.map((seq, index) => [seq, index + 1]));
  const best = new HighestBefore(starts.length);
  const chains = new Map<Part, Chain>();
  let longest: Chain | null = null;
  for (const part of parts) {
    const place = rank.get(part.seq) ?? 0;
    const before = best.below(place);
    const tied = part.after === null ? undefined : chains.get(part.after);
    // Two points a line, and one for each tie that decides between chains of the same length.
    const by = tied !== undefined && tied.points + 1 >= (before?.points ?? 0) ? tied : before;
    const points = 2 * part.length + (by === null ? 0 : by.points + (by === tied ? 1 : 0));
    const chain: Chain = { part, before: by, points };
    chains.set(part, chain);
    best.put(place, chain);
    if (longest === null || points > longest.points) longest = chain;
  }
  const found = new Set<Part>();
  for (let chain = longest; chain !== null; chain = chain.before) found.add(chain.part);
  return found;
}

interface Chain {
  readonly part: Part;
  readonly before: Chain | null;
  readonly points: number;
}

/** The chain with the most points among those that end before a place: a binary indexed tree over the places. */
class HighestBefore {
  readonly #tree: (Chain | null)[];

  constructor(places: number) {
    this.#tree = new Array<Chain | null>(places + 1).fill(null);
  }

  put(place: number, chain: Chain): void {
    for (let at = place; at < this.#tree.length; at += at & -at) {
      const there = this.#tree[at] ?? null;
      if (there === null || chain.points > there.points) this.#tree[at] = chain;
    }
  }

  below(place: number): Chain | null {
    let highest: Chain | null = null;
    for (let at = place - 1; at > 0; at -= at & -at) {
      const there = this.#tree[at] ?? null;
      if (there !== null && (highest === null || there.points > highest.points)) highest = there;
    }
    return highest;
  }
}
