/**
 * Reading JSON that others wrote. Field names are data: they are read as own properties, never through the prototype.
 *
 * Runs anywhere.
 */
import type { Json, JsonObject } from '../tool-call.ts';

// Taken when the module is loaded: a page may have put its own in their place by the time they are used.
/** As `JSON` has them. */
export const { parse, stringify } = JSON;
const { entries, fromEntries, hasOwn } = Object;
const { isArray } = Array;

/** The field, or undefined when the value is not an object or has no such field of its own. */
export function field(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && hasOwn(value, name) ? value[name] : undefined;
}

/** The field when it is text. */
export function textField(value: Json | undefined, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === 'string' ? found : undefined;
}

/** The field when it is a list; else an empty one. */
export function listField(value: Json | undefined, name: string): readonly Json[] {
  const found = field(value, name);
  return isArray(found) ? found : [];
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value);
}

/** Parses JSON text; undefined when it is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The value as text that equal values share: the names of all its objects stand in order. */
export const canonical = (value: Json): string => stringify(sorted(value));

function sorted(value: Json): Json {
  if (isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const members = entries(value).map(([name, inner]): [string, Json] => [name, sorted(inner)]);
  return fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
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
