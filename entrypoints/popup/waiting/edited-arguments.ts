/**
 * The arguments of a call while a person changes them: field by field, or all of them as one JSON text, in which arguments can also be
 * added and taken away. Pure.
 */
import { findJsonMistake } from '../../../engine/dsl/json-syntax.ts';
import type { Message } from '../../../engine/say.ts';
import type { Json, JsonObject } from '../../../engine/tool-call.ts';
import type { ShownField } from '../../background/ui-messages.ts';

export type Draft =
  | { readonly kind: 'fields'; readonly fields: readonly DraftField[] }
  | { readonly kind: 'whole'; readonly text: string };

/** `text` is the value itself for texts, JSON for the rest. */
export interface DraftField extends Pick<ShownField, 'name' | 'kind'> {
  readonly text: string;
}

export type Edited =
  | { readonly args: Json; readonly fault?: undefined }
  | { readonly args?: undefined; readonly fault: Fault };

/** Why a draft is no arguments. Lines and columns count from 1; `name` is that of the field, `null` when there is only one. */
export type Fault =
  | {
      readonly kind: 'syntax';
      readonly name: string | null;
      readonly line: number;
      readonly column: number;
      readonly message: Message;
    }
  | { readonly kind: 'no_object' };

/** What is sent, or why nothing can be. */
export function argumentsFrom(draft: Draft): Edited {
  switch (draft.kind) {
    case 'whole': {
      const read = parsed(draft.text, null);
      return read.fault !== undefined || isObject(read.args) ? read : { fault: { kind: 'no_object' } };
    }
    case 'fields':
      return fromFields(draft.fields);
  }
}

function fromFields(fields: readonly DraftField[]): Edited {
  const values: [string, Json][] = [];
  for (const { name, kind, text } of fields) {
    const read: Edited = kind === 'text' ? { args: text } : parsed(text, name);
    if (read.fault !== undefined || name === null) return read;
    values.push([name, read.args]);
  }
  // Not by assignment: `__proto__` is a name like any other.
  return { args: Object.fromEntries(values) as Json };
}

/** The fields that arguments are edited in; those without any are edited as a whole. */
export function draftOf(args: JsonObject): Draft {
  const fields = Object.entries(args).map(([name, value]): DraftField => {
    const isText = typeof value === 'string';
    return { name, kind: isText ? 'text' : 'json', text: isText ? value : printed(value) };
  });
  return fields.length === 0 ? wholeOf(args) : { kind: 'fields', fields };
}

export const wholeOf = (args: JsonObject): Draft => ({ kind: 'whole', text: printed(args) });

export const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const printed = (value: Json): string => JSON.stringify(value, null, 2);

function parsed(text: string, name: string | null): Edited {
  const mistake = findJsonMistake(text);
  if (mistake === null) return { args: JSON.parse(text) as Json };
  const before = text.slice(0, mistake.offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { fault: { kind: 'syntax', name, line: before.length, column, message: mistake.message } };
}
