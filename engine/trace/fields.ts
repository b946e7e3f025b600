/**
 * Reads the fields of one trace line and says, in words, what is wrong with them. Pure.
 */
import { nearest } from '../dsl/did-you-mean.ts';
import type { JsonObject } from '../tool-call.ts';

/** What is wrong with a line; caught where lines are parsed. */
export class BadLine extends Error {
  override readonly name = 'BadLine';
}

/** Names that other tools give to the same thing. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['arguments', 'args'],
  ['input', 'args'],
  ['parameters', 'args'],
  ['params', 'args'],
  ['call_id', 'id'],
  ['tool_call_id', 'id'],
  ['tool_use_id', 'id'],
  ['tool_name', 'tool'],
  ['function', 'tool'],
  ['name', 'tool'],
  ['output', 'content'],
  ['result', 'content'],
  ['is_error', 'status'],
  ['isError', 'status'],
  ['time', 'at'],
  ['timestamp', 'at'],
  ['ts', 'at'],
  ['reason', 'note'],
  ['event', 'name'],
]);

/** A value's kind, for messages. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A text field that has to be there and to say something. */
export function textField(line: JsonObject, field: string): string {
  const value = own(line, field);
  if (typeof value === 'string' && value !== '') return value;
  const is = value === '' ? 'empty' : kindOf(value);
  throw new BadLine(`"${field}" is ${is}, wanted a text, such as ${EXAMPLES[field] ?? '"…"'}`);
}

const EXAMPLES: Readonly<Record<string, string>> = { id: '"c1"', tool: '"Write"', name: '"step.before_inference"' };

/** The field's value; undefined when the line does not have it itself. */
export function own(line: JsonObject, field: string): JsonObject[string] | undefined {
  return Object.hasOwn(line, field) ? line[field] : undefined;
}

/**
 * Fields that nobody asked for are left alone: recorders add their own. One that stands where a known field is absent and
 * looks like it is a mistake, though, that would quietly change what the line says.
 */
export function refuseSlips(line: JsonObject, known: readonly string[]): void {
  const absent = known.filter((field) => !Object.hasOwn(line, field));
  if (absent.length === 0) return;
  for (const field of Object.keys(line)) {
    if (known.includes(field)) continue;
    const alias = ALIASES.get(field);
    const meant = alias !== undefined && absent.includes(alias) ? alias : nearest(field, absent);
    if (meant !== undefined) throw new BadLine(`"${field}" is not a field of this line; did you mean "${meant}"?`);
  }
}
