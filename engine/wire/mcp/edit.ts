/**
 * A call with other arguments than its caller gave it: a person changed them.
 *
 * INVARIANT: of the arguments that were there nothing is left, not even a member of the same name that a parser may prefer.
 */
import { locate, type Path, removeMember, replace, setMember } from '../json-text.ts';

/** Headers that repeat arguments (2026-07-28). A server refuses a request whose headers and body disagree. */
export const argumentHeader = 'mcp-param-';

/** The body with other arguments (JSON text) in the message at `path`; null when the message has no place for them. */
export function withArguments(body: string, path: Path, args: string): string | null {
  const params = locate(body, [...path, 'params']);
  if (params === null || body[params.start] !== '{') return null;
  const without = removeMember(
    body.slice(params.start, params.end),
    { start: 0, end: params.end - params.start },
    'arguments',
  );
  return replace(body, params, setMember(without, { start: 0, end: without.length }, 'arguments', args));
}
