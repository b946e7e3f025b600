/**
 * A set of strings in order, for stores that keep their rows in memory: finding, adding and dropping a key stays cheap
 * with millions of them, and those with a prefix come out in order. Chunks of a sorted list, so that an addition moves few keys.
 */
import { lowerBound } from '../lower-bound.ts';

const CHUNK = 512;

/**
 * The least string above all strings that start with `prefix`, by UTF-16 code units; null when there is none.
 * `[prefix, afterPrefix(prefix))` holds exactly the strings with the prefix.
 */
export function afterPrefix(prefix: string): string | null {
  const kept = prefix.replace(/\uffff+$/, '');
  return kept === '' ? null : kept.slice(0, -1) + String.fromCharCode(kept.charCodeAt(kept.length - 1) + 1);
}

export class SortedKeys {
  /** INVARIANT: no chunk is empty, keys rise within and across chunks. */
  readonly #chunks: string[][] = [];

  constructor(keys: Iterable<string> = []) {
    const sorted = [...new Set(keys)].sort();
    for (let at = 0; at < sorted.length; at += CHUNK / 2) this.#chunks.push(sorted.slice(at, at + CHUNK / 2));
  }

  add(key: string): void {
    const at = Math.max(0, this.#chunkAfter(key) - 1);
    const chunk = this.#chunks[at];
    if (chunk === undefined) {
      this.#chunks.push([key]);
      return;
    }
    const place = firstAtLeast(chunk, key);
    if (chunk[place] === key) return;
    chunk.splice(place, 0, key);
    if (chunk.length > CHUNK) this.#chunks.splice(at + 1, 0, chunk.splice(CHUNK / 2));
  }

  delete(key: string): void {
    const at = this.#chunkAfter(key) - 1;
    const chunk = this.#chunks[at];
    if (chunk === undefined) return;
    const place = firstAtLeast(chunk, key);
    if (chunk[place] !== key) return;
    chunk.splice(place, 1);
    if (chunk.length === 0) this.#chunks.splice(at, 1);
  }

  /** Up to a chunk's worth of keys with `prefix`, above `after` (null: from the first one). Empty = there are no more. */
  page(prefix: string, after: string | null): readonly string[] {
    const from = after === null ? prefix : after;
    const end = afterPrefix(prefix);
    for (let at = Math.max(0, this.#chunkAfter(from) - 1); ; at++) {
      const chunk = this.#chunks[at];
      if (chunk === undefined) return [];
      let start = firstAtLeast(chunk, from);
      if (after !== null && chunk[start] === after) start++;
      const found = chunk.slice(start, end === null ? chunk.length : firstAtLeast(chunk, end));
      if (found.length > 0) return found;
      if (start < chunk.length) return []; // There are keys above `from` here, and all of them are beyond the prefix.
    }
  }

  /** Index of the first chunk whose first key is above `key`. */
  #chunkAfter(key: string): number {
    return lowerBound(this.#chunks.length, (index) => (this.#chunks[index]?.[0] ?? key) <= key);
  }
}

function firstAtLeast(keys: readonly string[], key: string): number {
  return lowerBound(keys.length, (index) => (keys[index] ?? key) < key);
}
