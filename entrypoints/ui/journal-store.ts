/**
 * The stored journal for as long as somebody reads in it. Runs in extension pages; nothing here writes.
 */
import type { Store } from '../../engine/state/store.ts';

export type JournalStore = Pick<Store, 'journal' | 'newest' | 'close'>;

/** Opens the store, does `work` with it, and closes it whatever comes of that. Rejects with what either fails with. */
export async function withJournal<T>(
  open: () => Promise<JournalStore>,
  work: (store: JournalStore) => Promise<T>,
): Promise<T> {
  const store = await open();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
