/**
 * A tool call as Chat Completions writes it: an element of `tool_calls` (type `function` or `custom`), or the `function_call` of
 * old, which has neither a type nor an id.
 *
 * Runs anywhere.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject, parseJson, stringify, textField } from '../json.ts';
import type { RequestedCall } from '../model-adapter.ts';

/** A call of an answer. Answers with several alternatives have calls outside the first. */
export interface ChosenCall extends RequestedCall {
  /** Index of the choice; absent for the first. */
  readonly choice?: number;
}

/** Whether `raw` is a `function_call` and no element of `tool_calls`. */
export function isFunctionCall(raw: JsonObject): boolean {
  return !Object.hasOwn(raw, 'function') && !Object.hasOwn(raw, 'custom') && !Object.hasOwn(raw, 'type');
}

/** Decodes a call. Never throws: what cannot be decoded says why. */
export function callFrom(raw: JsonObject, id: string): RequestedCall {
  const custom = field(raw, 'custom');
  if (isObject(custom)) {
    const tool = textField(custom, 'name') ?? '';
    return { id, tool, args: textField(custom, 'input') ?? '', undecodable: nameless(tool), raw };
  }
  const named = isFunctionCall(raw) ? raw : field(raw, 'function');
  const tool = textField(named, 'name') ?? '';
  const given = field(named, 'arguments') ?? '';
  if (typeof given !== 'string') return { id, tool, args: given, undecodable: nameless(tool), raw };
  // Calls without arguments come with an empty text, or with `null`, from some vendors.
  const args = given.trim() === '' ? {} : parseJson(given);
  if (args === undefined) return { id, tool, args: given, undecodable: 'its arguments are not valid JSON', raw };
  return { id, tool, args: args ?? {}, undecodable: nameless(tool), raw };
}

const nameless = (tool: string): string | null => (tool === '' ? 'it names no tool' : null);

/** The call with other arguments. */
export function withArgs(call: ChosenCall, args: Json): ChosenCall {
  const { raw } = call;
  const custom = field(raw, 'custom');
  if (isObject(custom)) {
    const input = typeof args === 'string' ? args : stringify(args);
    return { ...call, args: input, raw: { ...raw, custom: { ...custom, input } } };
  }
  const text = stringify(args);
  if (isFunctionCall(raw)) return { ...call, args, raw: { ...raw, arguments: text } };
  const named = field(raw, 'function');
  return { ...call, args, raw: { ...raw, function: { ...(isObject(named) ? named : {}), arguments: text } } };
}

/** The result of a call as a message. */
export function resultMessage({ id, tool, raw }: RequestedCall, text: string): JsonObject {
  return isFunctionCall(raw)
    ? { role: 'function', name: tool, content: text }
    : { role: 'tool', tool_call_id: id, content: text };
}

/** Id of a `function_call`: it has none, but there is at most one in a message, and a message has a place. */
export const functionCallId = (message: number): string => `function_call_${message}`;
