/**
 * Keeps a click that was meant for something else from deciding: whatever has just appeared or moved under the pointer takes
 * none for half a second. Keys are not affected by what moves, only by what has just appeared.
 */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** Milliseconds a card has to be at rest. */
export const REST_MS = 500;

/** Watches where the cards of one list stand. */
export class Resting {
  readonly #places = new Map<HTMLElement, { readonly top: number; readonly since: number }>();
  readonly #observer = new ResizeObserver(() => this.look());

  /** Watches a card until the returned function is called. */
  add(card: HTMLElement): () => void {
    this.#places.set(card, { top: topOf(card), since: performance.now() });
    this.#observer.observe(card);
    return () => {
      this.#places.delete(card);
      this.#observer.unobserve(card);
    };
  }

  /** Watches something whose size moves the cards. */
  surround(element: Element): () => void {
    this.#observer.observe(element);
    return () => this.#observer.unobserve(element);
  }

  /** Looks where the cards are now. To be called after whatever may have moved them. */
  look(): void {
    for (const [card, { top }] of this.#places) {
      const now = topOf(card);
      if (now !== top) this.#places.set(card, { top: now, since: performance.now() });
    }
  }

  isAtRest(card: HTMLElement): boolean {
    const place = this.#places.get(card);
    return place !== undefined && performance.now() - place.since >= REST_MS;
  }
}

/** For the list: looks after each of its own changes, and whenever anything around it changes its size. */
export function useResting(list: RefObject<HTMLElement | null>): Resting {
  const resting = useMemo(() => new Resting(), []);
  useLayoutEffect(() => resting.look());
  useLayoutEffect(() => {
    const around = list.current?.closest('main');
    return around == null ? undefined : resting.surround(around);
  }, [resting, list]);
  return resting;
}

export interface Settled {
  /** To be put on the card. */
  readonly ref: RefObject<HTMLElement | null>;
  /** False for the first half second: the buttons are disabled. */
  readonly ready: boolean;
  /** Whether this click may be taken. */
  readonly accepts: (event: MouseEvent) => boolean;
}

/** For one card of the list. */
export function useSettled(resting: Resting): Settled {
  const ref = useRef<HTMLElement>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => (ref.current === null ? undefined : resting.add(ref.current)), [resting]);
  const accepts = (event: MouseEvent): boolean => {
    // `detail` counts the clicks of a pointer; a key that presses a button makes 0.
    const byPointer = event.detail > 0;
    return ready && (!byPointer || (ref.current !== null && resting.isAtRest(ref.current)));
  };
  return { ref, ready, accepts };
}

/** Distance from the top of the document, whatever is scrolled. */
const topOf = (element: HTMLElement): number => Math.round(element.getBoundingClientRect().top + scrollY);
