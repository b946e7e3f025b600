/** Where a reminder stands in a conversation: in a message of its own, behind the results. Runs anywhere. */
import type { Reminder } from '../../tool-call.ts';
import type { Entry } from '../model-adapter.ts';
import { systemRole } from './build.ts';
import { plainEntry } from './message.ts';

/** The entries with the reminder behind `entries[at]`; behind the results, where that is a turn that waits for them. */
export function remind(entries: readonly Entry[], at: number, reminder: Reminder): readonly Entry[] {
  const waits = (entries[at]?.calls.length ?? 0) > 0 && entries[at + 1]?.speaker === 'results';
  return entries.toSpliced(at + (waits ? 2 : 1), 0, reminderEntry(entries, reminder));
}

function reminderEntry(entries: readonly Entry[], { target, content }: Reminder): Entry {
  switch (target) {
    case 'session':
    case 'conversation':
      // Also with the role `assistant`: many vendors refuse a conversation that ends with the assistant's own words.
      return plainEntry('user', { role: 'user', content });
    case 'system':
    case 'suffix_system':
    case 'context':
      return plainEntry('system', { role: systemRole(entries.flatMap(({ raw }) => raw)), content });
  }
}
