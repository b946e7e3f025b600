/**
 * A person's decisions. Reached only through ports of extension pages (see `ui-port.ts`). Runs in the background.
 *
 * A decision binds to the ticket and to the machine set that asked; what it led to is always said, never assumed.
 */
import { GuardClosed } from '../../engine/guard.ts';
import type { Ticket } from '../../engine/state/journal.ts';
import { decode, rowKey } from '../../engine/state/rows.ts';
import type { Json } from '../../engine/tool-call.ts';
import type { GuardService } from './guard-service.ts';
import type { Outcome } from './ui-messages.ts';

export interface Decision {
  readonly ticket: string;
  readonly approve: boolean;
  /** For the model; only with a refusal. */
  readonly note?: string;
  /** A repeat after a lost connection: if the first one arrived, its outcome is the answer. */
  readonly again: boolean;
}

/** Takes a decision to the guard that asked. Never rejects: what fails is an outcome `refused` that says why. */
export async function decide(service: GuardService, { ticket: id, approve, note, again }: Decision): Promise<Outcome> {
  try {
    const ticket = await service.ticket(id);
    if (ticket === null) return { kind: 'gone', reason: 'This call is not known (any more).' };
    const known = outcomeOf(ticket);
    if (known !== null && again) return known;
    const pool = await service.pool();
    const resolved = await pool.useKnown(ticket.fingerprint, (guard) =>
      guard.resolve(id, note === undefined || note === '' ? { approve } : { approve, note }),
    );
    switch (resolved?.outcome) {
      case undefined:
        return REPLACED;
      case 'approved':
        return { kind: 'allowed', reason: null };
      case 'rejected':
        return { kind: 'denied', reason: note ?? null };
      case 'refused':
        return refusedAs(await service.ticket(id), resolved?.reason ?? null);
    }
  } catch (error) {
    if (error instanceof GuardClosed) return REPLACED;
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'refused', reason: `The decision could not be carried out: ${message}` };
  }
}

const REPLACED: Outcome = {
  kind: 'refused',
  reason: 'The machines were changed while this call waited; it is decided anew.',
};

/** What became of a ticket, as far as it is on record; `null` while it is pending. */
export function outcomeOf(ticket: Ticket): Outcome | null {
  switch (ticket.status) {
    case 'pending':
      return null;
    case 'approved':
      return { kind: 'allowed', reason: null };
    case 'rejected':
      return { kind: 'denied', reason: ticket.note };
    case 'expired':
      return { kind: 'expired', reason: ticket.note };
    case 'abandoned':
      return { kind: 'gone', reason: ticket.note };
    case 'refused':
      return { kind: 'refused', reason: ticket.note };
  }
}

/** A refused decision whose ticket had ended before is shown as that end. */
function refusedAs(ticket: Ticket | null, reason: string | null): Outcome {
  switch (ticket?.status) {
    case 'expired':
      return { kind: 'expired', reason };
    case 'abandoned':
      return { kind: 'gone', reason: ticket.note };
    default:
      return { kind: 'refused', reason };
  }
}

/** The arguments of the call a ticket is about, as they would run; `undefined` when the call is gone. */
export async function argumentsOf(service: GuardService, ticket: Ticket): Promise<Json | undefined> {
  const key = rowKey.live(ticket.thread, ticket.call);
  const row = (await (await service.pool()).store.read([key])).get(key);
  return row === undefined ? undefined : decode.live(row, key).args;
}
