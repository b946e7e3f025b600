/**
 * The time as the views show it: one clock for all, ticking once a second. Runs in popup and options.
 */
import { type ReadonlySignal, signal } from '@preact/signals';

const time = signal(Date.now());
setInterval(() => {
  time.value = Date.now();
}, 1000);

/** Milliseconds since 1970, to the second. */
export const now: ReadonlySignal<number> = time;
