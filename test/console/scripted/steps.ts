/** What the scripted model looks at: the task, and what its calls have come to since. Pure. */
import type { JsonObject } from '../../../engine/tool-call.ts';
import type { Entry } from '../conversation.ts';

export interface Step {
  readonly tool: string;
  readonly args: JsonObject;
  readonly text: string;
  readonly isError: boolean;
}

export interface Progress {
  readonly task: string;
  /** Finished calls since the task was given, in order. */
  readonly steps: readonly Step[];
}

export function progressOf(entries: readonly Entry[]): Progress {
  const start = entries.findLastIndex((entry) => entry.role === 'user');
  const given = entries[start];
  const steps: Step[] = [];
  const calls = new Map(
    entries
      .slice(start + 1)
      .flatMap((entry) => (entry.role === 'assistant' ? entry.calls.map((use) => [use.id, use]) : [])),
  );
  for (const entry of entries.slice(start + 1)) {
    if (entry.role !== 'tool') continue;
    const use = calls.get(entry.call);
    if (use !== undefined) steps.push({ tool: use.tool, args: use.args, text: entry.text, isError: entry.isError });
  }
  return { task: given?.role === 'user' ? given.text.trim() : '', steps };
}

/** The first line of a reason, for retelling it. */
export function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
