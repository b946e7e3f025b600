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
  // What is not ended here (it came a moment later, or the store failed) is decided anew by what refuses everything.
  await endAll(service).catch((error: unknown) => console.warn('Interlock: not all that waits was ended.', error));
  const failure = await stored;
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

/** Denies what waits, gives up what was allowed and has not begun, and takes back what was allowed for the rest of a run. */
async function endAll(service: GuardService): Promise<void> {
  const revoked = service.grants().then((grants) => grants.revokeAll());
  revoked.catch(() => undefined); // Awaited below; also when what comes before fails.
  for (const { id } of await service.waiting()) {
    await decide(service, { ticket: id, approve: false, note: STOPPED_REASON, again: false });
  }
  for (const { thread, call } of await service.unfinished()) {
    if (call.status === 'approved') await service.withdraw(thread, call.id, STOPPED_REASON);
  }
  await revoked;
}

/** Lets calls be decided on again. Rejects, and everything stays stopped, when that could not be stored. */
export async function liftStop(service: GuardService, killSwitch: KillSwitch): Promise<void> {
  // Once more: they cannot be read while the store fails.
  await (await service.grants()).revokeAll();
  await killSwitch.lift();
  service.problems.clear('killSwitch');
  await service.reload();
}
