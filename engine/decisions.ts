/**
 * Puts a person's decision on a ticket on record, once: whichever comes first. Part of the session, which hands in one decision of a thread at a time.
 */
import { expiryReason } from './evaluate/outcome-text.ts';
import { approval, dropping, lifetime, type Step } from './evaluate/record.ts';
import type { Resolved } from './guard.ts';
import type { ThreadReader } from './state/reader.ts';
import type { ToolCall } from './tool-call.ts';

export interface DecisionsOptions {
  /** Of the machine set in force. */
  readonly fingerprint: string;
  readonly reader: ThreadReader;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly commit: (thread: string, step: Step) => Promise<unknown>;
}

/** `replaced`: the call ends without a decision, for another one that takes its place; the text says so. */
export type TicketDecision = { readonly approve: boolean; readonly note?: string } | { readonly replaced: string };

export class Decisions {
  readonly #options: DecisionsOptions;

  constructor(options: DecisionsOptions) {
    this.#options = options;
  }

  /** Returns the call that may now stand in line, or what became of the decision. */
  async record(ticketId: string, decision: TicketDecision): Promise<Resolved | { readonly call: ToolCall }> {
    const { fingerprint, reader, clock, commit } = this.#options;
    const ticket = await reader.ticket(ticketId);
    const name = `Ticket ${JSON.stringify(ticketId)}`;
    if (ticket?.status !== 'pending') {
      return { outcome: 'refused', reason: `${name} is already ${ticket?.status ?? 'gone'}; that decision stands.` };
    }
    if (ticket.fingerprint !== fingerprint) {
      return { outcome: 'refused', reason: `${name} is of an older set of machines; the call has to be made again.` };
    }
    const now = clock();
    if (now >= ticket.expiresAt) {
      await commit(ticket.thread, dropping(ticket, 'expired', now));
      return { outcome: 'refused', reason: expiryReason(lifetime(ticket)) };
    }
    if ('replaced' in decision) {
      await commit(ticket.thread, dropping(ticket, 'abandoned', now, decision.replaced));
      return { outcome: 'rejected', reason: decision.replaced };
    }
    const { approve, note } = decision;
    if (!approve) {
      await commit(ticket.thread, dropping(ticket, 'rejected', now, note));
      return note === undefined ? { outcome: 'rejected' } : { outcome: 'rejected', reason: note };
    }
    const { live } = await reader.call(ticket.thread, ticket.call);
    if (live === null) return { outcome: 'refused', reason: 'The call is gone: nobody waits for it any more.' };
    await commit(ticket.thread, approval(ticket, live, note ?? null));
    return { call: live };
  }
}
