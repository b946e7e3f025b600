/** Stored instances for tests of the pure functions. */
import type { Instance } from '../../engine/state/journal.ts';

/** An instance of a thread in which nothing else has happened. */
export function instanceIn(state: string, more: Partial<Instance> = {}): Instance {
  return {
    state,
    data: {},
    counters: {},
    since: { at: 0, step: 0 },
    scope: 'thread',
    run: 0,
    violations: {},
    violationsRun: 0,
    emitted: null,
    ...more,
  };
}
