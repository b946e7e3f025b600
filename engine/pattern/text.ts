/**
 * JSON values as text, the way patterns and keys compare them.
 */
import type { Json } from '../tool-call.ts';

/** Strings as they are, null as "", booleans and numbers in JSON form, objects and arrays as compact JSON. Never throws. */
export function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : compactJson(value);
}

/** `JSON.stringify`, also for values that nest deeper than the stack reaches (a model may send 100,000 brackets). */
export function compactJson(value: Json): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return deepJson(value);
  }
}

function deepJson(root: Json): string {
  const out: string[] = [];
  const pending: ({ readonly value: Json } | string)[] = [{ value: root }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      out.push(next);
      continue;
    }
    const { value } = next;
    if (typeof value !== 'object' || value === null) {
      out.push(JSON.stringify(value));
      continue;
    }
    const isList = Array.isArray(value);
    const entries: [string, Json][] = Object.entries(value);
    out.push(isList ? '[' : '{');
    pending.push(isList ? ']' : '}');
    for (let at = entries.length - 1; at >= 0; at--) {
      const entry = entries[at];
      if (entry === undefined) continue;
      pending.push({ value: entry[1] }, (at > 0 ? ',' : '') + (isList ? '' : `${JSON.stringify(entry[0])}:`));
    }
  }
  return out.join('');
}
