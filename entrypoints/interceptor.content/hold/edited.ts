/**
 * A call that runs with the arguments a person gave it in place of its own.
 *
 * Runs in the page's own world. What cannot be changed does not run: never the call as it was.
 */
import type { Path } from '../../../engine/wire/json-text.ts';
import type { Guard } from '../guard.ts';
import type { Decision } from '../link.ts';

const { hasOwn } = Object;

/** Whether a person changed the arguments of the call. */
export function isEdited(decision: Decision): boolean {
  return decision.verdict === 'allow' && hasOwn(decision, 'args');
}

/** The body as it is to be sent; null when the arguments cannot be put into it. `path` is where the message is. */
export function asDecided({ adapter, natives }: Guard, body: string, path: Path, decision: Decision): string | null {
  if (decision.verdict !== 'allow' || !isEdited(decision)) return body;
  return adapter.withArguments(body, path, natives.stringify(decision.args));
}
