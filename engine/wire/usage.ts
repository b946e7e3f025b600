/** Counts of tokens of several answers as those of one. Pure. */
import type { Json, JsonObject } from '../tool-call.ts';
import { field, isObject } from './json.ts';

/** Two usages as one: numbers are added and lists joined, at every depth; of everything else the later stands. */
export function added(earlier: JsonObject, later: JsonObject): JsonObject;
export function added(earlier: Json | undefined, later: Json | undefined): Json | undefined;
export function added(earlier: Json | undefined, later: Json | undefined): Json | undefined {
  if (earlier === undefined || earlier === null) return later;
  if (later === undefined || later === null) return earlier;
  if (typeof earlier === 'number' && typeof later === 'number') return earlier + later;
  if (Array.isArray(earlier) && Array.isArray(later)) return [...earlier, ...later];
  if (!isObject(earlier) || !isObject(later)) return later;
  const names = [...new Set([...Object.keys(earlier), ...Object.keys(later)])];
  return Object.fromEntries(names.map((name) => [name, added(field(earlier, name), field(later, name)) ?? null]));
}
