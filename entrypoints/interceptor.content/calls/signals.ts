/**
 * Lets calls die with the signals of their callers. One client may use one signal for all its calls as long as it lives,
 * so each signal is listened to once, and calls that are over are forgotten.
 *
 * Runs in the page's own world.
 */
import type { Natives } from '../natives.ts';
import type { GuardedCall } from './call.ts';

/** What dies with its caller. */
export type Followed = Pick<GuardedCall, 'leave'> & { readonly phase: string };

export class Signals {
  readonly #natives: Natives;
  readonly #followed = new WeakMap<AbortSignal, { calls: Followed[] }>();

  constructor(natives: Natives) {
    this.#natives = natives;
  }

  /** The calls are gone when the signal is aborted. */
  follow(signal: AbortSignal, calls: readonly Followed[]): void {
    const followed = this.#followed.get(signal);
    if (followed !== undefined) {
      followed.calls = [...followed.calls.filter((call) => call.phase !== 'over'), ...calls];
      return;
    }
    const record = { calls: [...calls] };
    this.#followed.set(signal, record);
    this.#natives.signal.listen(signal, 'abort', () => {
      const error = this.#natives.signal.reason(signal);
      for (const call of record.calls) call.leave({ kind: 'aborted', error });
    });
  }
}
