/**
 * Which rows of the list of instances are drawn: those in sight, a few around them, and the one with the focus. All rows have one
 * height, so places are known of rows that are not here yet, and a division does what a library needs 10 kB for. Runs in popup and
 * side panel.
 */
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Height of a row in CSS pixels; the style sheet has the same. */
export const ROW_HEIGHT = 32;
const OVERSCAN = 10;
/** What the sticky head covers at the top of the window, and how much is left free at its bottom, in CSS pixels. */
const HEAD = 64;
const FOOT = 16;
/** What is above the list at least, in CSS pixels, and how many rows fit below it in the popup, which has no height before it is drawn. */
const ABOVE = 200;
const FIRST_ROWS = 12;

export interface Rows {
  /** The first and the last row in sight or near it. */
  readonly first: number;
  readonly last: number;
  /** What is drawn, in order. */
  readonly indexes: readonly number[];
  /** Brings a row into sight. */
  readonly scrollTo: (index: number) => void;
}

/** `count` rows in `list`, which scrolls with the window; the row `kept` is drawn wherever it is. */
export function useRows(list: RefObject<HTMLElement | null>, count: number, kept: number | null): Rows {
  // What fills the first view, and no more: rows around it are drawn when a person has seen it. Where the list begins is asked for
  // then, too: the layout costs as much as the drawing.
  const [sight, setSight] = useState(firstSight);
  useEffect(() => {
    const look = (): void => {
      const first = Math.floor(-topOf(list) / ROW_HEIGHT);
      const last = first + Math.ceil(innerHeight / ROW_HEIGHT);
      setSight((known) =>
        known.first === first && known.last === last && known.around === OVERSCAN
          ? known
          : { first, last, around: OVERSCAN },
      );
    };
    look();
    addEventListener('scroll', look, { passive: true });
    // What is above the list grows and shrinks.
    const observer = new ResizeObserver(look);
    observer.observe(document.documentElement);
    observer.observe(document.body);
    return () => {
      removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [list]);
  const first = Math.max(0, Math.min(sight.first - sight.around, count - 1));
  const last = Math.min(count - 1, Math.max(0, sight.last) + sight.around);
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
  if (kept !== null && kept < first) indexes.unshift(kept);
  if (kept !== null && kept > last && kept < count) indexes.push(kept);
  return {
    first,
    last,
    indexes,
    scrollTo: (index) => {
      const top = topOf(list) + index * ROW_HEIGHT;
      const below = top + ROW_HEIGHT + FOOT - innerHeight;
      if (top < HEAD) scrollBy(0, top - HEAD);
      else if (below > 0) scrollBy(0, below);
    },
  };
}

const firstSight = (): { readonly first: number; readonly last: number; readonly around: number } => ({
  first: 0,
  last: Math.max(FIRST_ROWS, Math.ceil((innerHeight - ABOVE) / ROW_HEIGHT)),
  around: 0,
});

/** Where the list begins in the window, in CSS pixels. */
const topOf = (list: RefObject<HTMLElement | null>): number => list.current?.getBoundingClientRect().top ?? 0;
