/** The shapes of an answer: chunks of a stream, and whole bodies. Runs anywhere. */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject, listField } from '../json.ts';
import { textOf } from './message.ts';

/** The mark that ends a stream. */
export const DONE = '[DONE]';

/** The choices of a chunk or body; null when the value is neither. */
export function choicesOf(value: Json | undefined): readonly JsonObject[] | null {
  if (!Array.isArray(field(value, 'choices'))) return null;
  return listField(value, 'choices').filter((choice) => isObject(choice));
}

/** Whether the value is an answer in one piece. Some servers repeat the whole message in a chunk, beside its delta. */
export function isBody(value: Json | undefined): value is JsonObject {
  const holds = (part: string) => choicesOf(value)?.some((choice) => isObject(field(choice, part))) ?? false;
  return holds('message') && !holds('delta');
}

export function indexOf(choice: JsonObject): number {
  const index = field(choice, 'index');
  return typeof index === 'number' ? index : 0;
}

/** What the first choice says in this chunk or body. */
export function saidIn(choices: readonly JsonObject[], part: 'delta' | 'message'): string {
  return choices
    .filter((choice) => indexOf(choice) === 0)
    .map((choice) => textOf(field(field(choice, part), 'content')))
    .join('');
}

/**
 * Whether a choice of a chunk holds calls, in a shape that is known or not. Some servers repeat the whole message in a chunk, and
 * the official client takes it for what was said.
 */
export function hasCalls(choice: JsonObject): boolean {
  return ['delta', 'message'].some((part) =>
    ['tool_calls', 'function_call'].some((name) => !isNothing(field(field(choice, part), name))),
  );
}

const isNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** Whether the choice ends with this chunk. */
export function isFinished(choice: JsonObject): boolean {
  const finish = field(choice, 'finish_reason');
  return typeof finish === 'string' && finish !== '';
}
