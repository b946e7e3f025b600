/**
 * What the guard adds to a result: reminders, or the note that the result could not be recorded.
 */

import type { Json, ToolResult } from '../../../engine/tool-call.ts';
import { stringify } from '../../../engine/wire/json.ts';
import type { Recorded } from '../link.ts';

/** Characters of one value that are reported. Messages between the parts of an extension end at 64 MiB. */
const CHARACTERS = 16 * 1024 * 1024;
/** Levels of one value that are reported. What is nested deeper is refused by the background, which walks it. */
const LEVELS = 200;

/** The text to add to a result; null when there is nothing to say. */
export function appendix(recorded: Recorded): string | null {
  if (recorded.unrecorded !== null) return unrecordedNote(recorded.unrecorded);
  const texts = recorded.reminders.map((reminder) => reminder.content);
  return texts.length === 0 ? null : texts.join('\n\n');
}

/** Told to the model with a result that could not be recorded; `why` is a sentence. */
export const unrecordedNote = (why: string): string =>
  `Note: this call ran, but its outcome could not be recorded. ${why} Later calls may be refused because of that.`;

/** Why the value cannot be reported as it is; null when it can. */
export function unreportable(value: Json): 'nested too deep' | 'too large' | null {
  if (typeof value !== 'string' && !isShallow(value)) return 'nested too deep';
  return (typeof value === 'string' ? value : stringify(value)).length > CHARACTERS ? 'too large' : null;
}

/** The result, cut to what can be reported. */
export function bounded(result: ToolResult): ToolResult {
  const { status, content } = result;
  const why = unreportable(content);
  if (why === null) return result;
  return {
    status,
    content: typeof content === 'string' ? `${content.slice(0, CHARACTERS)}… [cut]` : `[${why} to be recorded]`,
  };
}

/** Does not recurse: no value can exhaust the stack. */
function isShallow(value: Json): boolean {
  let level: Json[] = [value];
  for (let depth = 0; depth < LEVELS; depth += 1) {
    const next: Json[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      for (const child of Object.values(one)) next[next.length] = child;
    }
    if (next.length === 0) return true;
    level = next;
  }
  return false;
}
