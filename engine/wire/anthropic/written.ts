/**
 * Writes JSON, putting objects that came from the wire down as they stood there: parsing and printing again rounds big numbers
 * and drops `1.0` to `1`, and a model's own words are to go back to it as it said them.
 *
 * Runs anywhere. The texts are kept beside the objects, for as long as those live; an object that is not known is printed anew.
 */

import type { Json, JsonObject } from '../../tool-call.ts';
import { stringify } from '../json.ts';

const written = new WeakMap<JsonObject, string>();

/** Keeps the text that `value` was parsed from. */
export function remember(value: JsonObject, text: string): void {
  written.set(value, text);
}

/** The value as JSON text. */
export function print(value: Json): string {
  if (typeof value !== 'object' || value === null) return stringify(value);
  if (Array.isArray(value)) return `[${value.map(print).join(',')}]`;
  const known = written.get(value as JsonObject);
  if (known !== undefined) return known;
  return `{${Object.entries(value)
    .map(([name, inner]) => `${stringify(name)}:${print(inner)}`)
    .join(',')}}`;
}
