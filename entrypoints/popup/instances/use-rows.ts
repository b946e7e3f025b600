/**
 * Which rows of the list of instances are drawn: those in sight, a few around them, and the one with the focus. All rows have one
 * height, so that places are known of rows that are not here yet. Runs in popup and side panel.
 */
import {
  defaultRangeExtractor,
  observeWindowOffset,
  observeWindowRect,
  type Range,
  type VirtualItem,
  Virtualizer,
  windowScroll,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useReducer, useState } from 'preact/hooks';

/** Height of a row in CSS pixels; the style sheet has the same. */
export const ROW_HEIGHT = 32;
const OVERSCAN = 10;

export interface Rows {
  readonly items: readonly VirtualItem[];
  /** Height of all rows, in CSS pixels. */
  readonly height: number;
  /** Where the list begins in the document, in CSS pixels. */
  readonly margin: number;
  readonly scrollTo: (index: number) => void;
}

/** `count` rows in `list`, which scrolls with the window; the row `kept` is drawn wherever it is. */
export function useRows(list: RefObject<HTMLElement | null>, count: number, kept: number | null): Rows {
  const [, draw] = useReducer((n: number, _: null) => n + 1, 0);
  const margin = useMargin(list);
  const options = {
    count,
    getScrollElement: () => window,
    estimateSize: () => ROW_HEIGHT,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    overscan: OVERSCAN,
    scrollMargin: margin,
    // The sticky head covers the top of the window.
    scrollPaddingStart: 3 * ROW_HEIGHT,
    scrollPaddingEnd: 2 * ROW_HEIGHT,
    rangeExtractor: (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      if (kept === null || kept >= range.count || drawn.includes(kept)) return drawn;
      return kept < (drawn[0] ?? 0) ? [kept, ...drawn] : [...drawn, kept];
    },
    onChange: () => draw(null),
  };
  const rows = useMemo(() => new Virtualizer<Window, HTMLElement>(options), []);
  rows.setOptions(options);
  useLayoutEffect(() => rows._didMount(), [rows]);
  useLayoutEffect(() => rows._willUpdate());
  return {
    items: rows.getVirtualItems(),
    height: rows.getTotalSize(),
    margin,
    scrollTo: (index) => rows.scrollToIndex(index, { align: 'auto' }),
  };
}

/** What is above the list grows and shrinks. */
function useMargin(list: RefObject<HTMLElement | null>): number {
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (list.current !== null) setMargin(Math.round(list.current.getBoundingClientRect().top + scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    for (const part of list.current?.closest('main')?.children ?? []) observer.observe(part);
    return () => observer.disconnect();
  }, [list]);
  return margin;
}
