/**
 * A line of an exported journal as an entry that can be replayed. Pure; never throws, whatever the text.
 */
import { entryCodec } from '../state/codec.ts';
import type { JournalEntry } from '../state/journal.ts';
import { StoreError } from '../state/store.ts';
import type { Line } from './lines.ts';

/** The entry, null for a blank line, or what is wrong with it as a sentence. */
export function journalEntryOf(line: Line): JournalEntry | null | { readonly error: string } {
  if ('error' in line) return line;
  if (line.text.trim() === '') return null;
  try {
    const entry = entryCodec.decode(JSON.parse(line.text), `line ${line.number}`);
    const missing = missingFrom(entry);
    return missing === null ? entry : { error: `The line is not a journal entry: ${missing} is missing or unusable.` };
  } catch (error) {
    if (error instanceof StoreError && error.code === 'newer_version') return { error: error.message };
    if (error instanceof StoreError)
      return { error: 'The line is not a journal entry. Was it changed? See interlock verify.' };
    return { error: 'The line is not JSON. Was it cut short?' };
  }
}

type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

const text = (value: unknown): boolean => typeof value === 'string';
const word =
  (...words: readonly string[]) =>
  (value: unknown): boolean =>
    words.some((known) => known === value);
const object = (value: unknown): boolean => typeof value === 'object' && value !== null;

const resetInstances = (list: unknown): boolean =>
  Array.isArray(list) && list.every((one) => object(one) && fits(one, { machine: text, key: text }) === null);

/** What a replay reads of each kind of happening. */
const HAPPENINGS: Readonly<Record<string, Shape>> = {
  gated: {
    verdict: word('allow', 'warn', 'ask', 'deny'),
    call: (call) => object(call) && fits(call, { id: text, tool: text, args: (args) => args !== undefined }) === null,
  },
  resolved: { call: text, outcome: word('approved', 'rejected', 'expired', 'refused', 'abandoned') },
  settled: {
    call: text,
    result: (result) =>
      result === null ||
      (object(result) &&
        fits(result, { status: word('success', 'error'), content: (content) => content !== undefined }) === null),
  },
  event: { name: text, data: (data) => data !== undefined },
  run_ended: { decision: word('complete', 'continue', 'capped') },
  run_started: {},
  step: {},
  reset: { instances: resetInstances },
  reset_undone: { reset: (seq) => typeof seq === 'number', instances: resetInstances },
  noted: {},
  kept: {},
  lapsed: {},
  unknown_state: {},
};

function missingFrom(entry: JournalEntry): string | null {
  if (!Number.isFinite(new Date(entry.at).getTime())) return '"at"';
  const { type } = entry.happening;
  const shape = Object.hasOwn(HAPPENINGS, type) ? HAPPENINGS[type] : undefined;
  if (shape === undefined) return 'a known "happening.type"';
  const field = fits(entry.happening, shape);
  return field === null ? null : `"happening.${field}"`;
}

/** The first field that is not as wanted. */
function fits(value: unknown, shape: Shape): string | null {
  const fields = value as Readonly<Record<string, unknown>>;
  const wrong = Object.entries(shape).find(
    ([name, check]) => !check(Object.hasOwn(fields, name) ? fields[name] : undefined),
  );
  return wrong === undefined ? null : wrong[0];
}
