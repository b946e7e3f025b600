/**
 * The arguments of a call from the texts of its fields, as a person left them. Pure.
 */
import type { Json } from '../../../engine/tool-call.ts';
import type { ShownField } from '../../background/ui-messages.ts';

export type Edited =
  | { readonly args: Json; readonly broken?: undefined }
  | { readonly args?: undefined; readonly broken: { readonly name: string; readonly why: string } };

/** `texts` in the order of the fields: the text itself for texts, JSON for the rest. */
export function argumentsFrom(fields: readonly ShownField[], texts: readonly string[]): Edited {
  const values: [string | null, Json][] = [];
  for (const [index, { name, kind }] of fields.entries()) {
    const text = texts[index] ?? '';
    try {
      values.push([name, kind === 'text' ? text : (JSON.parse(text) as Json)]);
    } catch (error) {
      return { broken: { name: name ?? '', why: error instanceof Error ? error.message : String(error) } };
    }
  }
  const [first] = values;
  if (first?.[0] === null) return { args: first[1] };
  // Not by assignment: `__proto__` is a name like any other.
  return { args: Object.fromEntries(values) as Json };
}
