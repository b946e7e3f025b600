/**
 * JSON-RPC 2.0 messages as MCP uses them.
 *
 * Runs anywhere.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import type { WireId } from '../adapter.ts';
import { field, isObject, textField } from '../json.ts';

/** Whether the value is a JSON-RPC 2.0 message: a request, a notification or a response. */
export function isMessage(value: Json | undefined): value is JsonObject {
  if (!isObject(value) || field(value, 'jsonrpc') !== '2.0') return false;
  return textField(value, 'method') !== undefined || isResponse(value);
}

/** Whether the message answers a request. */
export function isResponse(message: JsonObject): boolean {
  return Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error');
}

/** The message's id; null when it has none that a request can have. */
export function idOf(message: JsonObject): WireId | null {
  const id = field(message, 'id');
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
