/**
 * The keyboard in the list of instances. A key can lead to a row that is not drawn, or not even here: until it is, the list itself
 * has the focus, goes on from where the keys have led, and hands the focus over as soon as the row is there. So no key is lost.
 * Runs in popup and side panel.
 */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { InstanceRow } from '../../background/instance-messages.ts';
import { type Goal, goal } from './row-keys.ts';
import { ROW_HEIGHT } from './use-rows.ts';

export interface RowFocusOptions {
  readonly list: RefObject<HTMLElement | null>;
  /** How many rows there are. */
  readonly length: number;
  /** The row at a place, if it is here. */
  readonly rowAt: (index: number) => InstanceRow | undefined;
  /** The row that has the focus, or will have it. */
  readonly active: number | null;
  readonly activate: (index: number | null) => void;
  readonly scrollTo: (index: number) => void;
}

export interface RowFocus {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocusCapture: (event: FocusEvent) => void;
  readonly onBlurCapture: (event: FocusEvent) => void;
}

/** The row that gets the focus as soon as it is drawn. */
interface Wanted extends Goal {
  /** Enter has been pressed on it meanwhile. */
  readonly open: boolean;
  /** There was no instance on the way to the edge of the list: it goes back from there. */
  readonly turned: boolean;
}

const NOTHING_YET = { open: false, turned: false };

export function useRowFocus({ list, length, rowAt, active, activate, scrollTo }: RowFocusOptions): RowFocus {
  const wanted = useRef<Wanted | null>(null);
  const held = list.current?.contains(document.activeElement) === true;

  useLayoutEffect(() => {
    const { current } = list;
    if (!held || current === null) return;
    const place = indexOf(document.activeElement);
    if (document.activeElement === document.body) {
      // The row that had the focus has been taken away.
      current.focus({ preventScroll: true });
      wanted.current ??= { ...NOTHING_YET, index: Math.min(active ?? 0, length - 1), step: -1 };
    } else if (place !== null && wanted.current === null && place !== active) {
      // Rows have come or gone above it.
      activate(place);
    }
  });
  useEffect(() => focusWanted());

  function focusWanted(): void {
    const { current } = wanted;
    if (current === null) return;
    const row = rowAt(current.index);
    if (row === undefined) return; // It is on its way.
    if (row.kind !== 'instance') {
      go({ ...current, index: current.index + current.step });
      return;
    }
    const button = list.current?.querySelector<HTMLElement>(`[data-index="${current.index}"] .row-instance`) ?? null;
    // A key can come between a drawing and what follows it: then the row is in the next one.
    if (button === null) return;
    wanted.current = null;
    button.focus({ preventScroll: true });
    if (current.open) button.click();
  }

  function go(to: Wanted): void {
    if (to.index < 0 || to.index >= length) {
      wanted.current = null;
      const step = to.step === 1 ? -1 : 1;
      if (!to.turned) go({ ...to, index: to.index + step, step, turned: true });
      return;
    }
    wanted.current = to;
    scrollTo(to.index);
    activate(to.index);
  }

  return {
    onKeyDown(event) {
      const { current } = wanted;
      const from = current?.index ?? (event.target === list.current ? active : indexOf(event.target));
      if (from === null) return;
      const to = goal(event, from, { length, page: Math.floor(innerHeight / ROW_HEIGHT / 2) });
      if (to !== null) go({ ...NOTHING_YET, ...to });
      else if (current !== null && (event.key === 'Enter' || event.key === ' '))
        wanted.current = { ...current, open: true };
      else return;
      // Elsewhere in the popup the same keys go from call to call.
      event.preventDefault();
      event.stopPropagation();
    },
    onFocusCapture({ target }) {
      if (target === list.current) return;
      const index = indexOf(target);
      // A person has chosen another place meanwhile.
      if (index !== wanted.current?.index) wanted.current = null;
      activate(index);
    },
    onBlurCapture({ relatedTarget }) {
      if (relatedTarget instanceof Node && list.current?.contains(relatedTarget) === false) wanted.current = null;
    },
  };
}

/** The row that an element stands in, if it is the button of an instance. */
function indexOf(target: EventTarget | null): number | null {
  if (!(target instanceof Element) || !target.matches('.row-instance')) return null;
  const index = target.closest('li')?.dataset['index'];
  return index === undefined ? null : Number(index);
}
