/**
 * Tells the person while the session record cannot be read or written. Runs in the background.
 */
import { messageOf } from '../ui/message-of.ts';
import type { Problems } from './problems.ts';
import type { SessionMemory } from './session-memory.ts';

const SUBJECT = 'session';
const WAITING_REFUSED =
  'Calls that have to wait for a person are refused until it does. Free disk space, or close the browser and start it again.';
const ALL_REFUSED =
  'Every tool call is refused until it does. Free disk space, or close the browser and start it again.';

/** Loads the record. Rejects when it cannot be read, or begun. */
export async function watchedMemory(
  load: () => Promise<SessionMemory>,
  problems: Pick<Problems, 'report' | 'clear'>,
): Promise<SessionMemory> {
  try {
    const memory = await load();
    memory.watch((failure) => {
      if (failure === null) problems.clear(SUBJECT);
      else report(problems, failure.error, WAITING_REFUSED);
    });
    problems.clear(SUBJECT);
    return memory;
  } catch (error) {
    report(problems, error, ALL_REFUSED);
    throw error;
  }
}

function report(problems: Pick<Problems, 'report'>, error: unknown, remedy: string): void {
  const message = `The browser does not keep what Interlock has to know until it is closed: ${messageOf(error)}`;
  problems.report(SUBJECT, { code: 'store', message, remedy });
}
