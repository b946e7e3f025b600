/**
 * Tells a request that creates a response from everything else, by its address and its body, and takes it apart.
 *
 * Runs anywhere. `POST …/responses` alone creates; `…/responses/{id}/…` reads, cancels or deletes.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject, parseJson, textField } from '../json.ts';
import type { Entry, History, ModelRequest } from '../model-adapter.ts';
import { entriesOf } from './entry.ts';

export function creates(path: string): boolean {
  return /\/responses\/*$/i.test(path);
}

/** Whether the request can be one at all. */
export function sniff(path: string, body: string): boolean {
  return creates(path) && /^\s*\{/.test(body);
}

/** The request taken apart; null when it does not create a response. */
export function recognise(path: string, body: string): ModelRequest | null {
  if (!sniff(path, body)) return null;
  const value = parseJson(body);
  if (!isObject(value)) return null;
  const entries = readInput(value);
  if (entries === null) return null;
  const stream = field(value, 'stream') === true;
  return { ...inForeground(value), stream, entries, history: historyOf(value), single: true };
}

/** What is made in the background is fetched by its id, by whoever likes: made in the foreground, it passes here. */
function inForeground(value: JsonObject): Pick<ModelRequest, 'body' | 'changed'> {
  const { background, ...body } = value;
  return background === true ? { body, changed: true } : { body: value };
}

function readInput(body: JsonObject): readonly Entry[] | null {
  const input = field(body, 'input');
  if (typeof input === 'string') return entriesOf([{ role: 'user', content: input }]);
  if (Array.isArray(input)) return input.every((item: Json) => isObject(item)) ? entriesOf(input) : null;
  // A stored prompt, or what the server holds, can stand in for the input.
  const elsewhere = ['prompt', 'previous_response_id', 'conversation'].some(
    (name) => (field(body, name) ?? null) !== null,
  );
  return elsewhere && (input ?? null) === null ? [] : null;
}

function historyOf(body: JsonObject): History {
  const conversation = field(body, 'conversation');
  const id = typeof conversation === 'string' ? conversation : textField(conversation, 'id');
  if (id !== undefined) return { kind: 'named', id };
  const previous = textField(body, 'previous_response_id');
  return previous === undefined ? { kind: 'carried' } : { kind: 'chain', previous };
}
