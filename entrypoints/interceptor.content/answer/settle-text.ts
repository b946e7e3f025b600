/**
 * Reads answers out of JSON text, settles the calls they belong to, and adds what the guard has to say to them. Text with
 * no answer for us, or with nothing to add, comes back as the same string.
 *
 * Runs in the page's own world.
 */
import type { Json } from '../../../engine/tool-call.ts';
import type { Answer, WireId } from '../../../engine/wire/adapter.ts';
import type { Awaited } from '../calls/call.ts';
import type { Connection } from '../calls/connection.ts';
import type { Guard } from '../guard.ts';

/** Where the text was found: which calls its answers can belong to. */
export interface Reading {
  /** What waits for the answer `id` here. */
  readonly find: (id: WireId) => Awaited | null;
  /** Whether calls on the connection can be reported on here. */
  readonly serves: (connection: Connection) => boolean;
}

/** Resolves when everything in the text is settled; at once when there is nothing to settle. */
export function settleText(guard: Guard, text: string, reading: Reading): string | Promise<string> {
  if (!guard.adapter.sniff(text)) return text;
  const json = parsed(guard, text);
  if (json === undefined) return text;
  const found: Found[] = [];
  for (const answer of guard.adapter.answers(json)) {
    const awaited = reading.find(answer.id);
    if (awaited !== null) found[found.length] = { answer, awaited };
  }
  const ended = guard.adapter.endedTasks(json);
  return found.length === 0 && ended.length === 0 ? text : settleFound(guard, text, reading, found, ended);
}

interface Found {
  readonly answer: Answer;
  readonly awaited: Awaited;
}

async function settleFound(
  guard: Guard,
  text: string,
  reading: Reading,
  found: readonly Found[],
  ended: ReturnType<Guard['adapter']['endedTasks']>,
): Promise<string> {
  for (const { task, why } of ended) {
    const call = guard.continuations.task(task, reading.serves);
    if (call !== null) await guard.calls.settle(call, { status: 'error', content: why });
  }
  let edited = text;
  for (const { answer, awaited } of found) {
    const { call } = awaited;
    const outcome = guard.adapter.outcome(answer.message, awaited.expects);
    switch (outcome.kind) {
      case 'unfinished':
        break;
      case 'task':
        guard.continuations.begin(outcome.task, call);
        break;
      case 'continues':
        guard.continuations.pause(call, outcome.state);
        break;
      case 'result': {
        const addition = await guard.calls.settle(call, outcome.result);
        if (addition !== null && outcome.spot !== null)
          edited = guard.adapter.remind(edited, answer.path, outcome.spot, addition);
        break;
      }
    }
  }
  return edited;
}

/** The text as JSON; undefined when it is not JSON. */
export function parsed(guard: Guard, text: string): Json | undefined {
  try {
    return guard.natives.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
