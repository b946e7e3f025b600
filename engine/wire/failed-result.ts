/**
 * Whether a result says of itself that the call failed, for protocols whose results have no flag for it.
 *
 * Runs anywhere. Only what is plainly an error counts: an object with `error`, `isError` or `is_error` that is set. Words are not
 * interpreted.
 */
import type { Json } from '../tool-call.ts';
import { field, isObject, parseJson, textField } from './json.ts';

/** Whether the content is such an object, or the text of one. */
export function failedResult(content: Json): boolean {
  if (isObject(content)) return ['error', 'isError', 'is_error'].some((name) => Boolean(field(content, name)));
  const text = typeof content === 'string' ? content : textOf(content);
  const value = /^\s*\{/.test(text) ? parseJson(text) : undefined;
  return isObject(value) && failedResult(value);
}

/** The text of a list of content parts. */
function textOf(content: Json): string {
  if (!Array.isArray(content)) return '';
  return content.map((part: Json) => textField(part, 'text') ?? '').join('');
}
