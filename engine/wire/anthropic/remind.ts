/**
 * Where a reminder reaches the model: in the user's message, behind its results and its text. Nothing may stand before results,
 * and nothing between calls and their results. All targets of a reminder come down to this one place.
 */
import type { Reminder } from '../../tool-call.ts';
import type { Entry } from '../model-adapter.ts';
import { blocksOf, entryOf, textBlock } from './message.ts';
import { user } from './turn.ts';

export function remind(entries: readonly Entry[], at: number, reminder: Reminder): readonly Entry[] {
  const entry = entries[at];
  switch (entry?.speaker) {
    case 'results':
    case 'user':
      return entries.with(at, appended(entry, reminder.content));
    case 'assistant':
      // Its results come first; a reminder then stands behind them.
      if (entry.calls.length > 0)
        return entries[at + 1]?.speaker === 'results' ? remind(entries, at + 1, reminder) : entries;
      return entries.toSpliced(at + 1, 0, user(reminder.content));
    case 'system':
      return entries.toSpliced(at + 1, 0, user(reminder.content));
    case undefined:
      return entries;
  }
}

function appended(entry: Entry, text: string): Entry {
  const blocks = entry.raw.flatMap(blocksOf);
  return entryOf({ ...entry.raw[0], content: [...blocks, textBlock(text)] });
}
