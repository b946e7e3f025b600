/**
 * How an argument is best read: which fields are the two sides of an edit, which hold a list of edits. Pure.
 */
import type { Json } from '../../../engine/tool-call.ts';
import type { ShownField } from '../../background/ui-messages.ts';

/** Names under which tools take the text to be replaced, and what replaces it. */
const SIDES: readonly (readonly [before: string, after: string])[] = [
  ['old_string', 'new_string'],
  ['old_str', 'new_str'],
  ['oldText', 'newText'],
  ['old_text', 'new_text'],
  ['oldString', 'newString'],
  ['old_content', 'new_content'],
];

/** Two texts that are longer together, in characters, are shown as they are. */
const MAX_COMPARED = 1_000_000;
/** A list of edits longer than this is shown as the list it is. */
const MAX_EDITS = 50;

/** What stands in the place of one argument, or of two. Indexes are those of the call's fields. */
export type Part =
  | { readonly kind: 'field'; readonly index: number }
  | { readonly kind: 'edit'; readonly before: number; readonly after: number }
  | { readonly kind: 'edits'; readonly index: number; readonly edits: readonly Edit[] };

export interface Edit {
  readonly before: string;
  readonly after: string;
}

/** The fields of a call in the order in which they are shown. */
export function partsOf(fields: readonly ShownField[]): readonly Part[] {
  const text = (name: string): number => fields.findIndex((field) => field.name === name && field.kind === 'text');
  const pairs = new Map<number, number>();
  for (const [before, after] of SIDES) {
    const [from, to] = [text(before), text(after)];
    const length = (fields[from]?.length ?? 0) + (fields[to]?.length ?? 0);
    if (from >= 0 && to >= 0 && length <= MAX_COMPARED) pairs.set(from, to);
  }
  const seconds = new Set(pairs.values());
  return fields.flatMap((field, index): readonly Part[] => {
    if (seconds.has(index)) return [];
    const after = pairs.get(index);
    if (after !== undefined) return [{ kind: 'edit', before: index, after }];
    const edits = field.name === 'edits' && field.kind === 'json' && field.cut === null ? editsOf(field.head) : null;
    return [edits === null ? { kind: 'field', index } : { kind: 'edits', index, edits }];
  });
}

/** The edits of a list in which every element is one and nothing else; `null` for any other value. */
function editsOf(text: string): readonly Edit[] | null {
  const value = JSON.parse(text) as Json;
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_EDITS) return null;
  const edits = value.map(editOf);
  return edits.every((edit) => edit !== null) ? edits : null;
}

function editOf(value: Json): Edit | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const fields = value as { readonly [key: string]: Json };
  for (const [before, after] of SIDES) {
    const [from, to] = [own(fields, before), own(fields, after)];
    // Anything besides the two sides would not be seen in a diff.
    if (typeof from === 'string' && typeof to === 'string' && Object.keys(fields).length === 2)
      return { before: from, after: to };
  }
  return null;
}

const own = (fields: { readonly [key: string]: Json }, name: string): Json | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;
