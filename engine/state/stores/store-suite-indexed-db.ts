/**
 * IndexedDB storages for the suite of the stores. No test framework: it also runs in a browser page.
 */
import { deleteDB, openDB } from 'idb';
import type { Store } from '../store.ts';
import { openIndexedDbStore } from './indexed-db.ts';
import type { Storage } from './store-suite-case.ts';

let storages = 0;

export async function newIndexedDbStorage(): Promise<Storage & { readonly name: string }> {
  const name = `suite-${++storages}`;
  await deleteDB(name);
  const opened: Store[] = [];
  const plant = async (table: 'rows' | 'entries', key: string | number, record: unknown): Promise<void> => {
    const database = await openDB(name);
    await database.put(table, record, key);
    database.close();
  };
  return {
    name,
    open: async () => {
      const store = await openIndexedDbStore({ name });
      opened.push(store);
      return store;
    },
    plantRow: (key, record) => plant('rows', key, record),
    plantEntry: (seq, record) => plant('entries', seq, record),
    dispose: async () => {
      await Promise.all(opened.map((store) => store.close()));
      await deleteDB(name);
    },
  };
}
