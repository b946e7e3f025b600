/**
 * Watches where the cards of the list stand, for the half second of rest (see `rest.ts`). Runs in popup and side panel.
 */

import type { RefObject } from 'preact';
import { createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { REST_MS, Rest } from './rest.ts';

export class Resting {
  readonly rest: Rest;
  readonly #places = new Map<string, { readonly element: HTMLElement; readonly top: number }>();
  readonly #observer = new ResizeObserver(() => this.look());

  constructor(now: () => number = () => performance.now()) {
    this.rest = new Rest(now);
  }

  /** Watches a card until the returned function is called. */
  add(card: string, element: HTMLElement): () => void {
    this.rest.appeared(card);
    this.#places.set(card, { element, top: topOf(element) });
    this.#observer.observe(element);
    return () => {
      this.rest.gone(card);
      this.#places.delete(card);
      this.#observer.unobserve(element);
    };
  }

  /** Watches something whose size moves the cards. */
  surround(element: Element): () => void {
    this.#observer.observe(element);
    return () => this.#observer.unobserve(element);
  }

  /** Looks where the cards are now. To be called after whatever may have moved them. */
  look(): void {
    for (const [card, { element, top }] of this.#places) {
      const now = topOf(element);
      if (now === top) continue;
      this.#places.set(card, { element, top: now });
      this.rest.moved(card);
      this.#mark(card, element);
    }
  }

  /** Lets it be seen that a card takes no click at the moment. */
  #mark(card: string, element: HTMLElement): void {
    element.dataset['resting'] = '';
    setTimeout(() => {
      if (this.rest.takes(card, 'pointer')) delete element.dataset['resting'];
    }, REST_MS);
  }

  /** Whether this click may be taken for a decision on the card. */
  accepts(card: string, event: MouseEvent): boolean {
    this.look();
    // `detail` counts the clicks of a pointer; a key that presses a button makes 0.
    return this.rest.takes(card, event.detail > 0 ? 'pointer' : 'key');
  }
}

export const RestingContext = createContext<Resting | null>(null);

export function useResting(): Resting {
  const resting = useContext(RestingContext);
  if (resting === null) throw new Error('A card stands outside the list of waiting calls.');
  return resting;
}

/** For one card. False for the first half second after it appears, or after `shown` changes: its buttons are disabled. */
export function useReady(card: string, element: RefObject<HTMLElement | null>, shown: boolean): boolean {
  const resting = useResting();
  const [ready, setReady] = useState(false);
  useLayoutEffect(() => (element.current === null ? undefined : resting.add(card, element.current)), [resting, card]);
  useEffect(() => {
    setReady(false);
    if (shown) resting.rest.appeared(card);
    const timer = setTimeout(() => setReady(true), REST_MS);
    return () => clearTimeout(timer);
  }, [resting, card, shown]);
  return ready;
}

/** Distance from the top of the document, whatever is scrolled. */
const topOf = (element: HTMLElement): number => Math.round(element.getBoundingClientRect().top + scrollY);
