/**
 * Messages of a conversation, and the entries they are gathered in: one message an entry, but for results, of which all that
 * follow each other are one.
 *
 * Runs anywhere. Messages of an unknown role are taken for system messages: they are kept as they are and nothing is read in them.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject, listField, textField } from '../json.ts';
import type { CarriedResult, Entry, RequestedCall } from '../model-adapter.ts';
import { callFrom, functionCallId } from './call.ts';

/** All text of a message's content, which is text or a list of parts. */
export function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part: Json) => textField(part, 'text') ?? '').join('') : '';
}

/** The entries that messages make, in order. */
export function entriesOf(messages: readonly JsonObject[]): readonly Entry[] {
  const entries: Entry[] = [];
  let functionCall = functionCallId(-1);
  for (const [at, message] of messages.entries()) {
    const entry = entryOf(message, at, functionCall);
    if (isObject(field(message, 'function_call'))) functionCall = functionCallId(at);
    const last = entries.at(-1);
    if (entry.speaker === 'results' && last?.speaker === 'results') entries.splice(-1, 1, joined([last, entry]));
    else entries.push(entry);
  }
  return entries;
}

/** Results entries as one. */
export function joined(entries: readonly Entry[]): Entry {
  return {
    speaker: 'results',
    raw: entries.flatMap(({ raw }) => raw),
    text: '',
    calls: [],
    results: entries.flatMap(({ results }) => results),
  };
}

/**
 * An assistant's message as an entry.
 *
 * @param at place of the message in its conversation
 */
export function assistantEntry(message: JsonObject, at: number): Entry {
  return {
    speaker: 'assistant',
    raw: [message],
    text: textOf(field(message, 'content')),
    calls: callsOf(message, at),
    results: [],
  };
}

/** A message that holds neither calls nor results. */
export function plainEntry(speaker: 'system' | 'user', message: JsonObject): Entry {
  return { speaker, raw: [message], text: textOf(field(message, 'content')), calls: [], results: [] };
}

function entryOf(message: JsonObject, at: number, functionCall: string): Entry {
  switch (field(message, 'role')) {
    case 'user':
      return plainEntry('user', message);
    case 'assistant':
      return assistantEntry(message, at);
    case 'tool':
      return resultEntry(message, textField(message, 'tool_call_id') ?? '');
    case 'function':
      return resultEntry(message, functionCall);
    default:
      return plainEntry('system', message);
  }
}

function resultEntry(message: JsonObject, call: string): Entry {
  const result: CarriedResult = { call, status: null, content: field(message, 'content') ?? null };
  return { speaker: 'results', raw: [message], text: '', calls: [], results: [result] };
}

function callsOf(message: JsonObject, at: number): readonly RequestedCall[] {
  const old = field(message, 'function_call');
  const calls = listField(message, 'tool_calls').filter((call) => isObject(call));
  return [
    ...calls.map((raw, index) => callFrom(raw, textField(raw, 'id') ?? `call_${at}_${index}`)),
    ...(isObject(old) ? [callFrom(old, functionCallId(at))] : []),
  ];
}
