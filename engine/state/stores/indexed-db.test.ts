import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';
import { deleteDB, openDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { entryCodec, rowCodec, type StampedRow, versionedCodec } from '../codec.ts';
import type { Store } from '../store.ts';
import { openIndexedDbStore } from './indexed-db.ts';
import { Connection } from './indexed-db-connection.ts';
import { storeSuite } from './store-suite.ts';
import { newIndexedDbStorage } from './store-suite-indexed-db.ts';
import { put, sampleEntry } from './store-suite-samples.ts';

storeSuite('the store in IndexedDB', newIndexedDbStorage);

afterEach(() => {
  vi.restoreAllMocks();
});

/** Everything that is stored, read past the store. */
async function stored(name: string): Promise<{ readonly rows: readonly unknown[]; readonly entries: number }> {
  const database = await openDB(name);
  const found = { rows: await database.getAllKeys('rows'), entries: await database.count('entries') };
  database.close();
  return found;
}

/** What the browser's connection of a store is, seen when it starts a transaction. */
async function connectionOf(store: Store): Promise<IDBDatabase> {
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await store.read(['a']);
  const connection = begin.mock.contexts[0];
  begin.mockRestore();
  if (!(connection instanceof IDBDatabase)) throw new Error('The store started no transaction.');
  return connection;
}

const three = (store: Store) => put(store, ['a', 1], ['b', 1], ['c', 1]);

test('a commit leaves nothing when a row cannot be put', async () => {
  const { name, open } = await newIndexedDbStorage();
  const store = await open();
  const real = IDBObjectStore.prototype.put;
  let puts = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (++puts === 3) throw new DOMException('No.', 'DataCloneError');
    return real.apply(this, args);
  });
  await expect(three(store)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await stored(name)).toEqual({ rows: [], entries: 0 });
});

test('a commit that is aborted after its last request is not taken for done', async () => {
  const { name, open } = await newIndexedDbStorage();
  const store = await open();
  const real = IDBObjectStore.prototype.put;
  let puts = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    const request = real.apply(this, args);
    // Listeners of the store run first: its promises are kept, and only then does the transaction fail.
    if (++puts === 3) request.addEventListener('success', () => queueMicrotask(() => this.transaction.abort()));
    return request;
  });
  await expect(three(store)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await stored(name)).toEqual({ rows: [], entries: 0 });
  vi.restoreAllMocks();
  expect((await three(store))[0]?.seq).toBe(0);
});

test('a full disk is an error that says so', async () => {
  const store = await (await newIndexedDbStorage()).open();
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  await expect(three(store)).rejects.toThrow(/no room left/);
});

test('commits ask for the disk, not for a promise of it', async () => {
  const store = await (await newIndexedDbStorage()).open();
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await three(store);
  expect(begin.mock.calls).toEqual([[['entries', 'rows'], 'readwrite', { durability: 'strict' }]]);
});

test('a connection that the browser closed is opened again', async () => {
  const store = await (await newIndexedDbStorage()).open();
  await three(store);
  forceCloseDatabase((await connectionOf(store)) as never);
  expect((await store.read(['a'])).get('a')).toBe(1);
  expect((await three(store))[0]?.seq).toBe(1);
});

test('a connection that closed without a word is opened again', async () => {
  const store = await (await newIndexedDbStorage()).open();
  await three(store);
  (await connectionOf(store)).close();
  expect((await Promise.all([three(store), put(store, ['d', 1])])).map(([entry]) => entry?.seq)).toEqual([1, 2]);
});

test('a connection that cannot be opened again is an error', async () => {
  const store = await (await newIndexedDbStorage()).open();
  (await connectionOf(store)).close();
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Gone.', 'UnknownError');
  });
  await expect(store.read(['a'])).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
  vi.restoreAllMocks();
  expect((await store.read(['a'])).size).toBe(0);
});

test('a database that was deleted is not taken for an empty one', async () => {
  const { name, open } = await newIndexedDbStorage();
  const store = await open();
  await three(store);
  await deleteDB(name);
  await expect(store.read(['a'])).rejects.toThrow(/removed/);
  await expect(three(store)).rejects.toMatchObject({ code: 'unavailable' });
  expect((await three(await open()))[0]?.seq).toBe(0);
});

test('a journal that was emptied under the store is not gone on with', async () => {
  const { name, open } = await newIndexedDbStorage();
  const store = await open();
  await three(store);
  const database = await openDB(name);
  await database.clear('entries');
  database.close();
  await expect(three(store)).rejects.toThrow(/removed/);
  expect((await stored(name)).entries).toBe(0);
});

test('a database that a newer version has made is not opened', async () => {
  const { name, open } = await newIndexedDbStorage();
  (await openDB(name, 2)).close();
  await expect(open()).rejects.toMatchObject({ name: 'StoreError', code: 'newer_version' });
});

test('a store makes way for a newer version and does not go on afterwards', async () => {
  const { name, open } = await newIndexedDbStorage();
  const store = await open();
  await three(store);
  const newer = await openDB(name, 2);
  await expect(store.read(['a'])).rejects.toMatchObject({ code: 'newer_version' });
  await expect(three(store)).rejects.toMatchObject({ code: 'newer_version' });
  expect(await newer.count('rows')).toBe(3);
  newer.close();
});

test('whoever opens is told when an older connection is in the way, and gets in when it is gone', async () => {
  const { name, open } = await newIndexedDbStorage();
  await three(await open());
  const older = await openDB(name, 1);
  const connection = new Connection({ name, onBlocked: () => older.close() }, 2);
  const upgraded = await connection.open();
  expect(await upgraded.count('rows')).toBe(3);
  await connection.close();
});

test('a context without IndexedDB is an error that says so', async () => {
  vi.stubGlobal('indexedDB', undefined);
  await expect(openIndexedDbStore({ name: 'none' })).rejects.toThrow(/no IndexedDB/);
  vi.unstubAllGlobals();
});

test('rows of an older layout are migrated when they are read and stored anew when they are put', async () => {
  const { name, open, plantRow } = await newIndexedDbStorage();
  await three(await open());
  await plantRow('a', { v: 0, json: '{"state":"read"}' });
  const row = versionedCodec<StampedRow>({
    what: 'row',
    oldest: 0,
    migrations: [({ json }) => ({ seq: 0, row: JSON.parse(String(json)) as unknown })],
    write: ({ seq, row }) => ({ seq, row }),
    read: (record) => ({ value: rowCodec.decode(record, 'a') }),
  });
  const store = await openIndexedDbStore({ name, codecs: { row, entry: entryCodec } });
  expect((await store.read(['a'])).get('a')).toEqual({ state: 'read' });
  expect(await Array.fromAsync(store.scan('a'))).toEqual([['a', { state: 'read' }]]);
  await put(store, ['a', { state: 'written' }]);
  const database = await openDB(name);
  expect(await database.get('rows', 'a')).toEqual({ v: 1, seq: 1, row: { state: 'written' } });
});

test('a commit reads no more than the rows that it puts and the end of the journal', async () => {
  const store = await (await newIndexedDbStorage()).open();
  await store.commit(
    Array.from({ length: 50 }, (_, n) => sampleEntry(n)),
    new Map(Array.from({ length: 500 }, (_, n) => [`n/${n}`, n])),
  );
  const get = vi.spyOn(IDBObjectStore.prototype, 'get');
  const cursor = vi.spyOn(IDBObjectStore.prototype, 'openCursor');
  const next = vi.spyOn(IDBCursor.prototype, 'continue');
  const all = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  await three(store);
  expect([get, cursor, next, all].map((spy) => spy.mock.calls.length)).toEqual([3, 1, 0, 0]);
});
