/**
 * What the guard answered, as output lines. Pure.
 */
import type { Gated, Resolved, RunEnd, Settled } from '../guard.ts';
import type { FinishedCall, LiveCall } from '../state/journal.ts';
import type { AdvanceLine, ResolvedLine, RunEndLine, VerdictLine } from './output.ts';

/** `{ thread }` for a line of a thread that the trace names. */
export type Named = { readonly thread?: string };

export function verdictLine(id: string, gated: Gated, named: Named): VerdictLine {
  const { verdict, observed } = gated;
  const strongest = gated.violations[0];
  // A call that has ended is denied without a violation: then the reason says what became of it.
  const reason = 'reason' in gated ? gated.reason : strongest?.reason;
  return {
    type: 'verdict',
    id,
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(strongest === undefined ? {} : { machine: strongest.machine, key: strongest.key }),
    ...(observed.length === 0 ? {} : { observed }),
    ...named,
  };
}

/** `of` is the call's `{ id }` or the event's `{ event }`. */
export function advanceLine(
  of: { readonly id: string } | { readonly event: string },
  { transitions, reminders }: Pick<Settled, 'transitions' | 'reminders'>,
  named: Named,
): AdvanceLine {
  return { type: 'advance', ...of, transitions, reminders, ...named };
}

export function resolvedLine(id: string, { outcome, reason }: Resolved, named: Named): ResolvedLine {
  return { type: 'resolved', id, outcome, ...(reason === undefined ? {} : { reason }), ...named };
}

export function runEndLine({ decision, message }: RunEnd, named: Named): RunEndLine {
  return { type: 'run_end', decision, ...(message === undefined ? {} : { message }), ...named };
}

/** How a call stands, to go on after "call "c1" …". */
export function standing(live: LiveCall | null, finished: FinishedCall | null): string {
  if (finished !== null) {
    switch (finished.outcome) {
      case 'settled':
        return 'has its result already';
      case 'timed_out':
        return 'was ended before: its result had not come in time';
      case 'denied':
      case 'rejected':
      case 'abandoned':
        return `was ${finished.outcome}`;
      case 'expired':
        return 'was rejected: no decision had come in time';
    }
  }
  switch (live?.status) {
    case 'asked':
      return 'waits for a decision';
    case 'approved':
      return 'is approved already and waits for a running call';
    case 'running':
      return live.ticket === null ? 'is running and was not asked about' : 'is approved already and running';
    case undefined:
      return 'is unknown: no line before has made it';
  }
}
