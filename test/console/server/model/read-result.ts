/** Whether a result without a flag is a failure, by its words. Runs on the server; pure. */
import { isObject, parseJson, textField } from '../../../../engine/wire/json.ts';

/** How the console's tools say that they did it. Reading and listing speak for themselves. */
const DONE: Readonly<Record<string, RegExp>> = {
  write_file: /^Successfully wrote/,
  delete_file: /^Deleted /,
  publish: /^(?:Published|Dry run)/,
};

/** @param text as the model reads it: a result of the page, or a refusal */
export function readResult(tool: string, text: string): { readonly text: string; readonly isError: boolean } {
  const value = parseJson(text);
  const error = isObject(value) ? textField(value, 'error') : undefined;
  if (error !== undefined) return { text: error, isError: true };
  const done = Object.hasOwn(DONE, tool) ? DONE[tool] : undefined;
  return { text, isError: done !== undefined && !done.test(text) };
}
