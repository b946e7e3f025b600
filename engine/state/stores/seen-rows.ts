/**
 * What a connection last knew of the rows it read or wrote: which commit wrote them. A commit that would put a row which has
 * been written by somebody else since is refused instead of undoing the other's work.
 *
 * Bounded: rows are read right before they are put, so only the latest matter. A row that was forgotten is put unchecked.
 */
import type { RowKey } from '../store.ts';

const REMEMBERED = 4096;

export class SeenRows {
  /** Sequence number of the commit that wrote the row; null = there was no such row. Oldest knowledge first. */
  readonly #seen = new Map<RowKey, number | null>();

  set(key: RowKey, seq: number | null): void {
    this.#seen.delete(key);
    this.#seen.set(key, seq);
    if (this.#seen.size <= REMEMBERED) return;
    for (const oldest of this.#seen.keys()) {
      this.#seen.delete(oldest);
      return;
    }
  }

  /** Whether the row was known, and as another one than what is stored now. */
  isStale(key: RowKey, stored: number | null): boolean {
    const known = this.#seen.get(key);
    return known !== undefined && known !== stored;
  }
}
