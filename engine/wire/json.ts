/**
 * Reading JSON that others wrote. Field names are data: they are read as own properties, never through the prototype.
 *
 * Runs anywhere.
 */
import type { Json, JsonObject } from '../tool-call.ts';

/** The field, or undefined when the value is not an object or has no such field of its own. */
export function field(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The field when it is text. */
export function textField(value: Json | undefined, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === 'string' ? found : undefined;
}

/** The field when it is a list; else an empty one. */
export function listField(value: Json | undefined, name: string): readonly Json[] {
  const found = field(value, name);
  return Array.isArray(found) ? found : [];
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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

/** The value as text that equal values share: the names of all its objects stand in order. */
export const canonical = (value: Json): string => JSON.stringify(sorted(value));

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, Json] => [name, sorted(inner)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const parsed = new WeakMap<object, { readonly value: Json | undefined }>();

/** `parseJson` of an event's data. What reads an event and what writes it ask one after the other: it is parsed once. */
export function parseData(event: { readonly data: string }): Json | undefined {
  const known = parsed.get(event);
  if (known !== undefined) return known.value;
  const value = parseJson(event.data);
  parsed.set(event, { value });
  return value;
}
