/**
 * What the guard itself says about calls of a model: to the model, to the person who reads the page, and to the journal.
 */

import type { Json } from '../../../engine/tool-call.ts';
import { stringify } from '../../../engine/wire/json.ts';

/** The most answers of the model that the guard asks for on its own in one answer of the page's. */
export const FOLLOW_UPS = 25;

export const NOT_IN_TIME_MODEL =
  'Not run: this call needs a decision in Interlock, and none was made for as long as this page waits. Nothing was changed. ' +
  'It may be made again; it will then be put up for decision again.';

/** Shown in the page's answer when the guard stops asking. */
export function cappedNote(reasons: readonly string[]): string {
  const last = reasons.at(-1);
  return `\n\n[Interlock: the model was told ${FOLLOW_UPS} times what stands in its way and did not get on, so this turn ends here.${
    last === undefined ? '' : ` Last reason: ${last}`
  }]`;
}

/** Shown when the model could not be told what became of its calls. */
export function untoldNote(why: string, reasons: readonly string[]): string {
  const what = reasons.length === 0 ? 'Work is unfinished.' : reasons.join(' ');
  return `\n\n[Interlock: ${what} The model could not be told, because ${why}. It reads it with your next message.]`;
}

/** Shown where the guard cannot ask the model again. */
export function refusedNote(reasons: readonly string[]): string {
  return `\n\n[Interlock: ${reasons.join(' ')}]`;
}

/** Characters of changed arguments that the model is shown. */
const SHOWN = 4000;

/** Told to the model with the result of a call that a person changed. */
export function changedNote({ id, tool }: { readonly id: string; readonly tool: string }, args: Json): string {
  const text = stringify(args);
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}… (cut)` : text;
  return `A person changed the arguments of the call ${id} of ${tool} before it ran. It ran with: ${shown}`;
}

export const WHY_GONE = 'the page gave up the answer';
export const WHY_FAILED = 'the guard failed on it';
export const WHY_BROKEN = 'the answer of the model broke off';
export const WHY_MOVED_ON = 'the conversation went on without it';
