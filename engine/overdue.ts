/**
 * What is overdue: tickets that nobody decided, running calls whose result did not come. Part of the session, which ends them.
 */
import type { LiveCall, Ticket } from './state/journal.ts';
import type { ThreadReader } from './state/reader.ts';

export interface OverdueOptions {
  readonly reader: ThreadReader;
  /** Of the machine set in force. */
  readonly fingerprint: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds, by thread. */
  readonly settleTimeout: (thread: string) => number;
  /** Whether a thread is looked at. */
  readonly owns: (thread: string) => boolean;
}

export interface Overdue {
  readonly tickets: readonly Ticket[];
  readonly calls: readonly { readonly thread: string; readonly call: LiveCall }[];
  /** When the next one is due, milliseconds since 1970; null = there is none. */
  readonly next: number | null;
}

export async function overdue({ reader, fingerprint, now, settleTimeout, owns }: OverdueOptions): Promise<Overdue> {
  const pending = (await reader.pendingTickets()).filter(({ thread }) => owns(thread));
  const running = (await reader.runningCalls()).filter(({ thread }) => owns(thread));
  // A call of another machine set belongs to another guard; it is ended here only if that guard is plainly gone.
  const dueOf = ({ thread, call }: (typeof running)[number]): number =>
    call.at + settleTimeout(thread) * (call.set === fingerprint ? 1 : 2);
  const coming = [...pending.map(({ expiresAt }) => expiresAt), ...running.map(dueOf)].filter((due) => now < due);
  return {
    tickets: pending.filter(({ expiresAt }) => now >= expiresAt),
    calls: running.filter((call) => now >= dueOf(call)),
    next: coming.length === 0 ? null : coming.reduce((a, b) => Math.min(a, b)),
  };
}
