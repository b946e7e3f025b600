/**
 * What the pure evaluation functions may know about state: a synchronous, read-only view of one thread.
 */
import type { Instance } from '../state/journal.ts';

/** A thread as evaluation sees it; `viewOf` makes one of rows in memory. */
export interface StateView {
  /** The stored instance, as it was last written. */
  instance(machine: string, key: string): Instance | undefined;
  /** Number of the current run; 0 before the first run start. */
  readonly run: number;
  /** Model steps so far in this thread. */
  readonly step: number;
  /** What cooldowns count in: model steps, or completed calls where no steps can be seen. */
  readonly tick: number;
}

/** A thread in which nothing has happened yet. */
export const EMPTY_STATE: StateView = { instance: () => undefined, run: 0, step: 0, tick: 0 };
