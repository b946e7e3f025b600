/**
 * Puts reminders into the conversation as items of their own.
 *
 * Runs anywhere. What is put here is stored where the server holds the history.
 */
import type { JsonObject, Reminder } from '../../tool-call.ts';
import type { Entry } from '../model-adapter.ts';
import { entryOf } from './entry.ts';

/** The entries with the reminder behind `entries[at]`; behind the results, where calls still wait for them there. */
export function remind(entries: readonly Entry[], at: number, reminder: Reminder): readonly Entry[] {
  const entry = entries[at];
  const open = entry?.speaker === 'assistant' && entry.calls.length > 0 && entries[at + 1]?.speaker === 'results';
  const place = open ? at + 2 : at + 1;
  return [...entries.slice(0, place), reminderEntry(reminder), ...entries.slice(place)];
}

function reminderEntry({ target, content }: Reminder): Entry {
  const message = (role: string): JsonObject => ({ role, content });
  switch (target) {
    case 'system':
    case 'suffix_system':
    case 'context':
      return entryOf('system', [message('developer')]);
    case 'session':
    case 'conversation':
      // Words put into the model's mouth would be an answer that it never gave.
      return entryOf('user', [message('user')]);
  }
}
