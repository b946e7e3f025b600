/**
 * A recorded conversation as a trace. Pure.
 */
import type { JournalEntry } from '../../../engine/state/journal.ts';
import type { Json } from '../../../engine/tool-call.ts';

/** One line a happening that a trace can say; what the guard did by itself (expiries, notes, resets) is left out. */
export function traceOf(entries: readonly JournalEntry[]): string {
  return entries
    .flatMap((entry) => lineOf(entry) ?? [])
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

function lineOf({ at, happening }: JournalEntry): Readonly<Record<string, Json>> | null {
  switch (happening.type) {
    case 'run_started':
      return { at, type: 'run_start' };
    case 'gated': {
      const { id, tool, args } = happening.call;
      return { at, type: 'call', id, tool, args };
    }
    case 'resolved':
      if (happening.outcome !== 'approved' && happening.outcome !== 'rejected') return null;
      return {
        at,
        type: happening.outcome === 'approved' ? 'approve' : 'reject',
        id: happening.call,
        ...(happening.note === null ? {} : { note: happening.note }),
      };
    case 'settled':
      if (happening.result === null) return null;
      return {
        at,
        type: 'result',
        id: happening.call,
        status: happening.result.status,
        content: happening.result.content,
      };
    case 'event':
      return { at, type: 'event', name: happening.name, data: happening.data };
    case 'step':
      return { at, type: 'step' };
    case 'run_ended':
      return { at, type: 'run_end' };
    default:
      return null;
  }
}

/** A conversation that can be taken as a trace. */
export interface Recorded {
  readonly thread: string;
  readonly calls: number;
  /** When something last happened, milliseconds since 1970. */
  readonly at: number;
}

/** The conversations of some entries, newest first. */
export function conversationsOf(entries: readonly JournalEntry[]): readonly Recorded[] {
  const found = new Map<string, Recorded>();
  for (const { thread, at, happening } of entries) {
    const calls = (found.get(thread)?.calls ?? 0) + (happening.type === 'gated' ? 1 : 0);
    found.set(thread, { thread, calls, at });
  }
  return [...found.values()].filter(({ calls }) => calls > 0).sort((a, b) => b.at - a.at);
}
