/**
 * A call's arguments as the popup shows them: one field per top-level argument, huge ones cut in the middle with
 * their full size said. Pure. Cutting is for display alone; what runs is the call as it is on disk.
 */
import type { Json } from '../../engine/tool-call.ts';
import type { ShownField } from './ui-messages.ts';

const HEAD = 12_000;
const TAIL = 2_000;
/** All fields of one call together stay under this, so that a snapshot of many calls stays small. */
const TOTAL = 48_000;

/** The fields of a call's arguments, in their order; all together they stay near `room` characters. */
export function shownArguments(args: Json, room = TOTAL): readonly ShownField[] {
  let left = room;
  return entriesOf(args).map(([name, value]) => {
    const shown = field(name, value, Math.max(200, Math.min(HEAD + TAIL, left)));
    left -= shown.head.length + (shown.cut?.tail.length ?? 0);
    return shown;
  });
}

/** Characters `from` to `from + length` of one field's full text. For "show more". */
export function argumentSlice(args: Json, index: number, from: number, length: number): string {
  const entry = entriesOf(args)[index];
  return entry === undefined ? '' : textOf(entry[1]).slice(from, from + length);
}

function entriesOf(args: Json): readonly (readonly [string | null, Json])[] {
  if (typeof args === 'object' && args !== null && !Array.isArray(args)) return Object.entries(args);
  return [[null, args]];
}

function field(name: string | null, value: Json, room: number): ShownField {
  const text = textOf(value);
  const kind = typeof value === 'string' ? 'text' : 'json';
  if (text.length <= room) return { name, kind, head: text, cut: null, length: text.length };
  const tailLength = Math.floor(Math.min(TAIL, room / 4));
  const head = text.slice(0, room - tailLength);
  const tail = text.slice(text.length - tailLength);
  return {
    name,
    kind,
    head,
    cut: { omitted: text.length - head.length - tail.length, tail },
    length: text.length,
  };
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
