/**
 * Puts requests together, and the entries that the guard adds to them.
 *
 * Runs anywhere. The same request and the same edit give the same text: prompts are cached by their beginning.
 */
import type { JsonObject } from '../../tool-call.ts';
import { field, listField, stringify, textField } from '../json.ts';
import { inserted } from '../model/repeats.ts';
import type { Entry, ModelRequest, Refusal, RequestEdit, RequestedCall } from '../model-adapter.ts';
import { isForced } from '../openai-tool-choice.ts';
import { entryOf } from './entry.ts';
import { denial } from './result.ts';

/** The request with the edit carried out, as JSON text. */
export function build({ body, entries }: ModelRequest, edit: RequestEdit): string {
  const same = edit.entries.length === entries.length && edit.entries.every((entry, at) => entry === entries[at]);
  const input = edit.entries.flatMap(({ raw }) => raw).filter((item) => !isForgotten(item, body));
  return stringify({
    ...body,
    ...(same ? {} : { input }),
    ...(edit.free === true && isForced(field(body, 'tool_choice')) ? { tool_choice: 'auto' } : {}),
    ...(edit.previous === undefined ? {} : { previous_response_id: edit.previous }),
    ...(edit.system === undefined || edit.system.length === 0 ? {} : { instructions: instructions(body, edit.system) }),
  });
}

/** Instructions go with each request and are never stored. */
function instructions(body: JsonObject, added: readonly string[]): string {
  const base = textField(body, 'instructions');
  return [...(base === undefined ? [] : [base]), ...added].join('\n\n');
}

/** Reasoning that is nowhere but in its id, of an answer that was not stored: a request that names it is refused. */
function isForgotten(item: JsonObject, body: JsonObject): boolean {
  if (textField(item, 'type') !== 'reasoning' || field(body, 'store') !== false) return false;
  return textField(item, 'encrypted_content') === undefined && listField(item, 'content').length === 0;
}

/** The assistant entry with the calls put in at their places. A reasoning item stays directly before the call it led to. */
export function withCalls(entry: Entry, calls: readonly RequestedCall[], order: readonly string[]): Entry {
  const raw = [...entry.raw];
  const sorted = [...calls].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  for (const call of sorted) raw.splice(placeOf(raw, call.id, order), 0, asSent(call.raw, entry));
  return entryOf('assistant', raw);
}

/**
 * A page that sends calls without the ids of their items sends no reasoning either; the server asks for the reasoning that led to an
 * item when it is named.
 */
function asSent(item: JsonObject, { calls }: Entry): JsonObject {
  const isNamed = calls.length === 0 || calls.some(({ raw }) => textField(raw, 'id') !== undefined);
  if (isNamed || !['function_call', 'custom_tool_call'].includes(textField(item, 'type') ?? '')) return item;
  const { id: _, ...rest } = item;
  return rest;
}

function placeOf(raw: readonly JsonObject[], id: string, order: readonly string[]): number {
  const rank = (item: JsonObject): number => order.indexOf(textField(item, 'call_id') ?? textField(item, 'id') ?? '');
  const own = order.indexOf(id);
  const before = raw.findLastIndex((item) => rank(item) !== -1 && rank(item) < own);
  const next = raw.findIndex((item, at) => at > before && rank(item) > own);
  const end = next === -1 ? raw.length : next;
  for (let at = before + 1; at < end; at += 1) if (isLeftAlone(raw, at)) return at + 1;
  return before === -1 ? end : before + 1;
}

/** Whether what the reasoning led to is missing: the end, or other reasoning, follows it. */
function isLeftAlone(raw: readonly JsonObject[], at: number): boolean {
  const isReasoning = (item: JsonObject | undefined): boolean => textField(item, 'type') === 'reasoning';
  return isReasoning(raw[at]) && (raw[at + 1] === undefined || isReasoning(raw[at + 1]));
}

/** One results entry: the outputs of `after`, those of the denials, and then all words that go with them. */
export function results(denied: readonly Refusal[], after: readonly Entry[]): Entry {
  const given = after.flatMap(({ raw }) => raw);
  const made = denied.map(({ call, text, at }) => ({ said: denial(call, text), at }));
  const outputs = made.map(({ said: [item], at }) => ({ item, at }));
  const words = [...given.filter((item) => !isOutput(item)), ...made.flatMap(({ said: [, ...messages] }) => messages)];
  return entryOf('results', [...inserted(given.filter(isOutput), outputs, 'last'), ...words]);
}

/** Messages have a role; everything else in a results entry answers something. */
function isOutput(item: JsonObject): boolean {
  return textField(item, 'role') === undefined;
}

/** A turn of the user. */
export function user(text: string): Entry {
  return entryOf('user', [{ role: 'user', content: text }]);
}
