/**
 * JSON-RPC 2.0 messages as MCP uses them. Field names are data: they are read as own properties, never through the
 * prototype.
 *
 * Runs anywhere.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import type { WireId } from '../adapter.ts';

/** The field, or undefined when the value is not an object or has no such field of its own. */
export function field(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The field when it is text. */
export function textField(value: Json | undefined, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === 'string' ? found : undefined;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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

/** Parses JSON text; undefined when it is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
