/**
 * The addresses of responses that the server keeps: `…/responses/{id}` to fetch or delete one, `…/responses/{id}/cancel`.
 *
 * Runs anywhere.
 */
import type { StoredAnswer } from '../model-adapter.ts';

/** The response at this path; null when none is. Ids need no escapes: one that has some is taken as it stands. */
export function stored(path: string): StoredAnswer | null {
  const [, before, id, behind] = /^(.*\/responses\/)([^/]+)((?:\/cancel)?\/?)$/.exec(path) ?? [];
  if (before === undefined || id === undefined || behind === undefined) return null;
  return { id, cancels: behind.startsWith('/cancel'), pathOf: (other) => `${before}${other}${behind}` };
}
