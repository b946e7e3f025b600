/**
 * Where in the text a character of a YAML string is written.
 */
import type { TreeScalar } from './tree.ts';

const ESCAPE_LENGTH: Readonly<Record<string, number>> = { x: 4, u: 6, U: 10 };

/** The text offset of `offset` into the string's value; its start where the two do not run side by side (several lines, blocks). */
export function offsetInScalar(text: string, scalar: TreeScalar, offset: number): number {
  const { start, end, style, value } = scalar;
  const raw = text.slice(start, end);
  if (typeof value !== 'string' || /[\r\n]/.test(raw)) return start;
  if (style === 'PLAIN') return raw.startsWith(value) ? start + Math.min(offset, value.length) : start;
  if (style !== 'QUOTE_SINGLE' && style !== 'QUOTE_DOUBLE') return start;
  let at = 1;
  let read = 0;
  while (read < offset && at < raw.length - 1) {
    const length = style === 'QUOTE_SINGLE' ? (raw[at] === "'" ? 2 : 1) : escapeLength(raw, at);
    // An eight-digit escape may stand for a surrogate pair, which is two units of the value.
    read += length === 10 && Number.parseInt(raw.slice(at + 2, at + 10), 16) > 0xffff ? 2 : 1;
    at += length;
  }
  return start + at;
}

function escapeLength(raw: string, at: number): number {
  if (raw[at] !== '\\') return 1;
  return ESCAPE_LENGTH[raw[at + 1] ?? ''] ?? 2;
}
