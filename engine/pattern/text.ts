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

interface Frame {
  /** Field names of an object; null for an array. */
  readonly names: readonly string[] | null;
  readonly values: readonly Json[];
  next: number;
}

function deepJson(root: Json): string {
  const frames: Frame[] = [];
  let out = '';
  const begin = (value: Json) => {
    if (typeof value !== 'object' || value === null) {
      out += JSON.stringify(value);
      return;
    }
    const isList = Array.isArray(value);
    out += isList ? '[' : '{';
    frames.push({ names: isList ? null : Object.keys(value), values: isList ? value : Object.values(value), next: 0 });
  };
  begin(root);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const at = frame.next++;
    const value = frame.values[at];
    if (value === undefined) {
      out += frame.names === null ? ']' : '}';
      frames.pop();
      continue;
    }
    if (at > 0) out += ',';
    if (frame.names !== null) out += `${JSON.stringify(frame.names[at])}:`;
    begin(value);
  }
  return out;
}
