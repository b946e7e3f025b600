/**
 * Calls and tickets as they are on disk, whichever guard they belong to. Runs in the background.
 */
import type { LiveCall, Ticket } from '../../engine/state/journal.ts';
import { decode, rowKey, rowPrefix, rowSegments } from '../../engine/state/rows.ts';
import type { Store } from '../../engine/state/store.ts';

/** `null` when there is none. */
export async function storedTicket(store: Store, id: string): Promise<Ticket | null> {
  const key = rowKey.ticket(id);
  const row = (await store.read([key])).get(key);
  return row === undefined ? null : decode.ticket(row, key);
}

/** Calls that wait or run. */
export async function unfinishedCalls(
  store: Store,
): Promise<readonly { readonly thread: string; readonly call: LiveCall }[]> {
  const calls: { thread: string; call: LiveCall }[] = [];
  for await (const [key, row] of store.scan(rowPrefix.live)) {
    calls.push({ thread: rowSegments(key)[0] ?? '', call: decode.live(row, key) });
  }
  return calls;
}
