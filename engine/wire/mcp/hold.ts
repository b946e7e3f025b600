/**
 * How a caller is kept waiting past its own time-out (60 seconds in both SDKs): signs of progress, and, for callers of
 * 2026-07-28, being told to send the call again.
 */

import type { WireId } from '../adapter.ts';
import { stringify } from '../json.ts';
import { locate, type Path, removeMember } from '../json-text.ts';

/**
 * A progress notification. The numbers stay far below 1, so that the server's own progress, which counts from 0 or 1
 * under the same token, still only goes up.
 */
export function progress(token: WireId, step: number, text: string): string {
  return stringify({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken: token, progress: step / 1000, message: text },
  });
}

/** Tells the caller to send the same call again with `state` in `params.requestState`. */
export function leg(id: WireId, state: string): string {
  return stringify({ jsonrpc: '2.0', id, result: { resultType: 'input_required', requestState: state } });
}

/** The body without the `requestState` of the message at `path`: the server never gave one out. */
export function withoutLeg(body: string, path: Path): string {
  const params = locate(body, [...path, 'params']);
  return params === null ? body : removeMember(body, params, 'requestState');
}
