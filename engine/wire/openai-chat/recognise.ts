/**
 * Tells a request for a chat completion by the end of its address, which is the same with every vendor, and by its messages.
 *
 * Runs anywhere. Never throws.
 */
import { field, isObject, listField, parseJson } from '../json.ts';
import type { ModelRequest } from '../model-adapter.ts';
import { entriesOf } from './message.ts';

export function creates(path: string): boolean {
  return /\/chat\/completions\/*$/i.test(path);
}

/** Whether the request can be one at all. */
export const sniff = creates;

/** The request taken apart; null when it is not one. */
export function recognise(path: string, body: string): ModelRequest | null {
  if (!sniff(path)) return null;
  const value = parseJson(body);
  if (!isObject(value) || !Array.isArray(field(value, 'messages'))) return null;
  const all = listField(value, 'messages');
  const messages = all.filter((message) => isObject(message));
  // No server takes a message that is no object; nothing can be said about such a request.
  if (messages.length !== all.length) return null;
  const n = field(value, 'n');
  return {
    body: value,
    stream: field(value, 'stream') === true,
    entries: entriesOf(messages),
    history: { kind: 'carried' },
    single: !(typeof n === 'number' && n > 1),
  };
}
