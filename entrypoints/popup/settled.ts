/**
 * Keeps a click that was meant for something else from deciding: whatever has just appeared or moved under the pointer takes
 * none for half a second. Keys are not affected by what moves, only by what has just appeared.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Milliseconds a card has to be at rest. */
export const REST_MS = 500;

export interface Settled {
  /** To be put on the element. */
  readonly ref: { current: HTMLElement | null };
  /** False for the first half second: the buttons are disabled. */
  readonly ready: boolean;
  /** Whether this click may be taken. */
  readonly accepts: (event: MouseEvent) => boolean;
}

/** Watches one card. */
export function useSettled(): Settled {
  const ref = useRef<HTMLElement>(null);
  const place = useRef({ top: Number.NaN, since: 0 });
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    const top = ref.current?.offsetTop ?? Number.NaN;
    if (top !== place.current.top) place.current = { top, since: performance.now() };
  });
  const accepts = (event: MouseEvent): boolean => {
    // `detail` counts the clicks of a pointer; a key that presses a button makes 0.
    const byPointer = event.detail > 0;
    return ready && (!byPointer || performance.now() - place.current.since >= REST_MS);
  };
  return { ref, ready, accepts };
}
