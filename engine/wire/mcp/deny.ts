/**
 * How a call is refused. One shape serves every client version: a result (a JSON-RPC error would usually not reach the
 * model) that is marked as an error (which also switches off the check against the tool's output schema) and complete
 * (which clients of 2026-07-28 demand and older ones ignore), under the request's id in its own type.
 */

import type { WireId } from '../adapter.ts';
import { stringify } from '../json.ts';

/** The answer to a call that does not run. */
export function denial(id: WireId | null, reason: string): string {
  return stringify({
    jsonrpc: '2.0',
    id,
    result: { resultType: 'complete', isError: true, content: [{ type: 'text', text: reason }] },
  });
}

/** The answer to a request that failed on the way, in the words of JSON-RPC. −32603 is "internal error". */
export function failure(id: WireId, reason: string): string {
  return stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: reason } });
}
