/**
 * Ends what waits on sites that were switched off or removed: a person has taken the guard away, and has not allowed these calls.
 * What is made after that is not guarded; what runs goes on. Runs in the background.
 */
import type { LiveCall } from '../../engine/state/journal.ts';

/** What the model and the person read about a call that waited when its site was switched off. */
export const OFF_REASON =
  'Interlock was switched off for this site while the call waited, so it was not run. Make it again.';

/** What is needed of the guard service. */
export interface SwitchedOffOptions {
  /** Calls that wait or run. */
  readonly unfinished: () => Promise<readonly { readonly thread: string; readonly call: LiveCall }[]>;
  readonly isOff: (thread: string) => Promise<boolean>;
  readonly withdraw: (thread: string, call: string, why: string) => Promise<void>;
}

/** Rejects when the store fails; what waits then ends with its page, or when its time has run out. */
export async function endSwitchedOff({ unfinished, isOff, withdraw }: SwitchedOffOptions): Promise<void> {
  for (const { thread, call } of await unfinished()) {
    if (call.status !== 'running' && (await isOff(thread))) await withdraw(thread, call.id, OFF_REASON);
  }
}
