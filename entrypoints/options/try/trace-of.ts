/**
 * A recorded conversation as a trace. Pure.
 */
import type { JournalEntry } from '../../../engine/state/journal.ts';
import type { Json } from '../../../engine/tool-call.ts';
import { recordedLine } from '../../../engine/trace/recorded.ts';

/** One line a happening that a trace can say; what the guard did by itself (expiries, notes, resets) is left out. */
export function traceOf(entries: readonly JournalEntry[]): string {
  return entries
    .flatMap(({ at, happening }) => {
      const line = recordedLine(happening as unknown as Json);
      return line === null ? [] : [`${JSON.stringify({ at, ...line })}\n`];
    })
    .join('');
}

/**
 * What happened meanwhile, in all conversations, each line with the name of its own. Only calls in `begun` (thread and id) are gone
 * on with; those that begin here are added to it.
 */
export function recordedLines(entries: readonly JournalEntry[], begun: Set<string>): string {
  return entries
    .flatMap(({ at, thread, happening }) => {
      const line = recordedLine(happening as unknown as Json);
      if (line === null) return [];
      if (happening.type === 'gated') begun.add(`${thread} ${happening.call.id}`);
      if ('call' in happening && happening.type !== 'gated' && !begun.has(`${thread} ${happening.call}`)) return [];
      return [`${JSON.stringify({ at, thread, ...line })}\n`];
    })
    .join('');
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
