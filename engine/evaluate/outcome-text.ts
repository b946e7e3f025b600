/**
 * What the model is told about a call that ends without running, besides the reason of the machine itself.
 */
import type { FinishedCall, Ticket } from '../state/journal.ts';
import type { Violation } from '../tool-call.ts';

/** The reason to show: that of the strongest violation. */
export function reasonOf(violations: readonly Violation[]): string {
  return violations[0]?.reason ?? 'A machine does not allow this call.';
}

/** `90000` → `90 s`, `600000` → `10 min`. */
export function duration(ms: number): string {
  return ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1000} s`;
}

/** Why an ask that nobody decided within `timeout` milliseconds did not run. */
export function expiryReason(timeout: number): string {
  return `No decision came within ${duration(timeout)}, so the call was not run. It may be made again.`;
}

/** Why an asked call is dropped; `note` is the person's, or what became of the caller. */
export function dropReason(
  ticket: Ticket,
  outcome: 'rejected' | 'expired' | 'abandoned',
  timeout: number,
  note: string | undefined,
): string {
  switch (outcome) {
    case 'rejected':
      return note
        ? `${reasonOf(ticket.violations)} A person decided against it: ${note}`
        : `${reasonOf(ticket.violations)} A person decided against it.`;
    case 'expired':
      return `${reasonOf(ticket.violations)} ${expiryReason(timeout)}`;
    case 'abandoned':
      return note ?? 'Nobody waits for this call any more.';
  }
}

/** Why a call that has ended does not run (again). */
export function endReason({ outcome, reason }: FinishedCall): string {
  switch (outcome) {
    case 'settled':
      return 'This call has already run and its result was delivered. Make a new call to run it again.';
    case 'denied':
    case 'rejected':
    case 'expired':
      return reason ?? 'This call was refused.';
    case 'abandoned':
    case 'timed_out':
      return `This call has ended: ${reason ?? outcome}`;
  }
}
