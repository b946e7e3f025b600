/**
 * Waiting for a person's decision on a ticket. Runs in the background.
 */
import type { JournalEntry } from '../../engine/state/journal.ts';
import type { GuardService } from './guard-service.ts';

/** Resolves when the ticket is no longer pending, or the machines were replaced under it: then the gate is to be asked again. */
export async function decided(
  service: Pick<GuardService, 'listen' | 'ticket'>,
  ticket: string,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = service.listen((event) => {
    if (event.type === 'changed' || event.entries.some((entry) => decides(entry, ticket))) resolve();
  });
  signal.addEventListener('abort', () => resolve(), { once: true });
  try {
    // Heard of first, looked up second: a decision between the two is not missed.
    const known = await service.ticket(ticket).catch(() => null);
    if (known?.status === 'pending' && !signal.aborted) await promise;
  } finally {
    stop();
  }
}

const decides = (entry: JournalEntry, ticket: string): boolean =>
  entry.changes.some(
    (change) => change.type === 'ticket' && change.ticket.id === ticket && change.ticket.status !== 'pending',
  );
