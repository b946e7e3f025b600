/**
 * Entries: stretches of the conversation with one speaker, made of items.
 *
 * Runs anywhere. Every item of a request is in exactly one entry, unchanged.
 */
import type { JsonObject } from '../../tool-call.ts';
import { textField } from '../json.ts';
import type { Entry } from '../model-adapter.ts';
import { readCall } from './call.ts';
import { isHosted, speakerOf, textOf } from './item.ts';
import { readResult } from './result.ts';

/** The entry that the items make. */
export function entryOf(speaker: Entry['speaker'], raw: readonly JsonObject[]): Entry {
  const calls = speaker === 'assistant' ? raw.map(readCall).filter((call) => call !== null) : [];
  const results = speaker === 'results' ? raw.map(readResult).filter((result) => result !== null) : [];
  return { speaker, raw, text: raw.map(textOf).join(''), calls, results };
}

/** The items in order; those of an assistant, and results, are joined where they follow each other. */
export function entriesOf(items: readonly JsonObject[]): readonly Entry[] {
  const hosted = new Set<string>();
  const groups: { speaker: Entry['speaker']; raw: JsonObject[] }[] = [];
  for (const item of items) {
    if (textField(item, 'type') === 'shell_call' && isHosted(item)) hosted.add(textField(item, 'call_id') ?? '');
    const speaker = speakerOf(item, hosted);
    const last = groups.at(-1);
    if (last?.speaker === speaker && (speaker === 'assistant' || speaker === 'results')) last.raw.push(item);
    else groups.push({ speaker, raw: [item] });
  }
  return groups.map(({ speaker, raw }) => entryOf(speaker, raw));
}
