/**
 * Tells a request to create a message from everything else, by its path and its body.
 *
 * The path alone would not do: others call their own addresses `/messages` too. Counting tokens and batches have longer paths.
 */

import type { JsonObject } from '../../tool-call.ts';
import { field, isObject, listField, parseJson, textField } from '../json.ts';
import type { History, ModelRequest } from '../model-adapter.ts';
import { entryOf, isMessage } from './message.ts';

export function creates(path: string): boolean {
  return /\/messages\/*$/i.test(path);
}

/** Whether the request can be one at all. */
export function sniff(path: string, body: string): boolean {
  return creates(path) && body.includes('"messages"');
}

export function recognise(path: string, text: string): ModelRequest | null {
  if (!sniff(path, text)) return null;
  const body = parseJson(text);
  if (!isObject(body) || !Array.isArray(field(body, 'messages'))) return null;
  const messages = listField(body, 'messages');
  if (!messages.every(isMessage)) return null;
  return {
    body,
    stream: field(body, 'stream') === true,
    entries: messages.map(entryOf),
    history: historyOf(body),
    single: true,
  };
}

function historyOf(body: JsonObject): History {
  const thread = field(body, 'thread');
  switch (textField(thread, 'type')) {
    case 'create':
      return { kind: 'chain', previous: null };
    case 'continue': {
      const previous = textField(thread, 'previous_message_id');
      return previous === undefined ? { kind: 'carried' } : { kind: 'chain', previous };
    }
    default:
      return { kind: 'carried' };
  }
}
