/**
 * Throws and lifts the kill switch, and brings everything in line with it: what waits is denied, pages are told, guards are
 * replaced. Runs in the background.
 */
import { decide } from './approvals.ts';
import type { GuardService } from './guard-service.ts';
import { type KillSwitch, STOPPED_REASON } from './kill-switch.ts';

/** Stops everything. Resolves when no call can be allowed any more. Rejects when the stop holds but could not be stored. */
export async function stopAll(service: GuardService, killSwitch: KillSwitch, by: 'popup' | 'shortcut'): Promise<void> {
  const stored = killSwitch.engage(by).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const failure = await stored;
  // What is not denied here (it came a moment later, or the store failed) is decided anew by what refuses everything.
  const waiting = await service.waiting().catch(() => []);
  for (const { id } of waiting) {
    await decide(service, { ticket: id, approve: false, note: STOPPED_REASON, again: false });
  }
  await service.reload();
  if (failure !== null) {
    service.problems.report('killSwitch', {
      code: 'settings',
      message: `The kill switch is on, but that could not be stored: ${String(failure.error)}`,
      remedy:
        'It holds until the browser ends the extension; close the consoles, or free disk space and throw it again.',
    });
    throw failure.error;
  }
  service.problems.clear('killSwitch');
}

/** Lets calls be decided on again. Rejects, and everything stays stopped, when that could not be stored. */
export async function liftStop(service: GuardService, killSwitch: KillSwitch): Promise<void> {
  await killSwitch.lift();
  service.problems.clear('killSwitch');
  await service.reload();
}
