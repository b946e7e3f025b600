/**
 * Keeps a click or a key that was meant for something else from deciding: a card that has just appeared, or has just moved under
 * the pointer, takes no click for half a second, and one that got the focus by itself takes no key. Pure but for its clock.
 */

/** Milliseconds a card has to be at rest. */
export const REST_MS = 500;

interface Times {
  readonly appeared: number;
  readonly moved: number;
  readonly focused: number;
}

const LONG_AGO = Number.NEGATIVE_INFINITY;

export class Rest {
  readonly #now: () => number;
  readonly #cards = new Map<string, Times>();

  /** `now` in milliseconds, on any clock that only goes forward. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The card is shown, or shows more than before. */
  appeared(card: string): void {
    this.#cards.set(card, { appeared: this.#now(), moved: LONG_AGO, focused: LONG_AGO });
  }

  /** The card stands elsewhere, and nobody scrolled. */
  moved(card: string): void {
    this.#set(card, 'moved');
  }

  /** The card got the focus without a person moving it there. */
  focusedByItself(card: string): void {
    this.#set(card, 'focused');
  }

  gone(card: string): void {
    this.#cards.delete(card);
  }

  /** Whether a decision on the card may be taken now. What was never seen to appear takes none. */
  takes(card: string, by: 'pointer' | 'key'): boolean {
    const times = this.#cards.get(card);
    if (times === undefined) return false;
    const since = Math.max(times.appeared, by === 'pointer' ? times.moved : times.focused);
    return this.#now() - since >= REST_MS;
  }

  #set(card: string, what: keyof Times): void {
    const times = this.#cards.get(card);
    if (times !== undefined) this.#cards.set(card, { ...times, [what]: this.#now() });
  }
}
