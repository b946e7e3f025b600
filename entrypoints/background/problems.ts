/**
 * What keeps Interlock from working as configured, for the person to see. Kept in memory: a problem that lasts is found
 * again by the next worker. Runs in the background.
 */

import { StoreError } from '../../engine/state/store.ts';
import { messageOf } from '../ui/message-of.ts';
import type { Problem } from './ui-messages.ts';

/** Oldest are dropped beyond this, so that a noisy page cannot grow the list. */
const MAX_PROBLEMS = 20;

export class Problems {
  readonly #known = new Map<string, Problem>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Each different problem once, newest last. */
  list(): readonly Problem[] {
    const seen = new Map([...this.#known.values()].map((problem) => [problem.code + problem.message, problem]));
    return [...seen.values()];
  }

  /** Reports what is wrong with `subject`, replacing what was said of it before. */
  report(subject: string, problem: Problem): void {
    if (this.#known.get(subject)?.message === problem.message) return;
    this.#known.delete(subject);
    this.#known.set(subject, problem);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAX_PROBLEMS) break;
      this.#known.delete(oldest);
    }
    this.#changed();
  }

  /** `subject` works again. */
  clear(subject: string): void {
    if (this.#known.delete(subject)) this.#changed();
  }
}

/** What a failure of the guard or its store means for a person. */
export function guardProblem(error: unknown): Problem {
  const why = messageOf(error);
  return {
    code: 'store',
    message: error instanceof StoreError ? `The stored state cannot be used: ${why}` : `The guard failed: ${why}`,
    remedy:
      'Calls that need it are refused. Reload the extension; if that does not help, export what you need and clear its data.',
  };
}
