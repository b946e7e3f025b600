/**
 * Cases of the suite of the stores: what outlives a store, several stores on one storage, and stored records that cannot be read.
 */
import { chainEntry } from '../chain.ts';
import { exportJournal } from '../export.ts';
import type { StoreError } from '../store.ts';
import { verifyJournal } from '../verify.ts';
import type { Storage, StoreCase } from './store-suite-case.ts';
import { refused, rowsIn, same, scanned, seqsIn } from './store-suite-check.ts';
import { put, sampleEntry } from './store-suite-samples.ts';

const PERSISTENCE_CASES: readonly StoreCase[] = [
  {
    name: 'has rows and entries when it is opened again',
    run: async ({ open }) => {
      const first = await open();
      const stored = await put(first, ['a', { list: [1] }], ['b', 0], ['__proto__', 1]);
      await first.close();
      const again = await open();
      same(await scanned(again), [
        ['__proto__', 1],
        ['a', { list: [1] }],
        ['b', 0],
      ]);
      same(await Array.fromAsync(again.journal()), stored);
    },
  },
  {
    name: 'has no deleted rows when it is opened again',
    run: async ({ open }) => {
      const first = await open();
      await put(first, ['a', 1], ['b', 2]);
      await put(first, ['a', null]);
      await first.close();
      same(await scanned(await open()), [['b', 2]]);
    },
  },
  {
    name: 'goes on with the chain when it is opened again',
    run: async ({ open }) => {
      for (let n = 0; n < 3; n++) {
        const store = await open();
        await store.commit([sampleEntry(n), sampleEntry(n)], new Map());
        await store.close();
      }
      const { findings, lines } = await verifyJournal(exportJournal(await open()));
      same([findings, lines], [[], 6]);
    },
  },
];

const CONNECTION_CASES: readonly StoreCase[] = [
  {
    name: 'makes one chain of what several connections commit at once',
    run: async ({ open }) => {
      const stores = [await open(), await open(), await open()];
      await Promise.all(stores.flatMap((store, s) => [0, 1, 2, 3].map((n) => put(store, [`${s}/${n}`, n]))));
      const { findings, lines } = await verifyJournal(exportJournal(await open()));
      same([findings, lines], [[], 12]);
    },
  },
  {
    name: 'reads what another connection has written',
    run: async ({ open }) => {
      const [here, there] = [await open(), await open()];
      await put(here, ['a', 1]);
      await put(there, ['a', 2]);
      same(await rowsIn(here, 'a'), [['a', 2]]);
    },
  },
  {
    name: 'refuses to put a row that another connection has written since it was read',
    run: async ({ open }) => {
      const [here, there] = [await open(), await open()];
      await put(here, ['a', 1], ['b', 1]);
      await here.read(['a']);
      await put(there, ['a', 2]);
      await refused('conflict', () => put(here, ['a', 3], ['b', 3]));
      same(
        [await scanned(here), await seqsIn(here)],
        [
          [
            ['a', 2],
            ['b', 1],
          ],
          [0, 1],
        ],
      );
      await here.read(['a']);
      await put(here, ['a', 3]);
      same(await rowsIn(there, 'a'), [['a', 3]]);
    },
  },
  {
    name: 'refuses to put a row that another connection has deleted or made since',
    run: async ({ open }) => {
      const [here, there] = [await open(), await open()];
      await put(here, ['a', 1]);
      await here.read(['a', 'b']);
      await put(there, ['a', null], ['b', 1]);
      await refused('conflict', () => put(here, ['a', 2]));
      await refused('conflict', () => put(here, ['b', 2]));
    },
  },
  {
    name: 'does not mind what another connection does to other rows',
    run: async ({ open }) => {
      const [here, there] = [await open(), await open()];
      await here.read(['a', 'b']);
      await put(there, ['b', 1]);
      await put(here, ['a', 1]);
      same((await scanned(here)).length, 2);
    },
  },
];

const BAD_ROWS: readonly (readonly [string, unknown, StoreError['code']])[] = [
  ['text', 'oops', 'undecodable'],
  ['a list', [], 'undecodable'],
  ['null', null, 'undecodable'],
  ['without a version', { seq: 0, row: 1 }, 'undecodable'],
  ['without a value', { v: 1, seq: 0 }, 'undecodable'],
  ['older than what can be read', { v: -1, seq: 0, row: 1 }, 'undecodable'],
  ['of a version that is no number', { v: '1', seq: 0, row: 1 }, 'undecodable'],
  ['of a newer version', { v: 2, seq: 0, row: 1 }, 'newer_version'],
];

const ROW_CASES = BAD_ROWS.map(
  ([what, record, code]): StoreCase => ({
    name: `fails closed on a row that is ${what}, and leaves it there`,
    needs: 'stored rows',
    run: async (storage) => {
      const store = await storage.open();
      await put(store, ['a', 1], ['good', 1]);
      await storage.plantRow('a', record);
      await refused(code, () => store.read(['good', 'a']));
      await refused(code, () => scanned(store));
      await refused(code, () => put(store, ['a', 2]));
      await refused(code, async () => (await storage.open()).read(['a']));
      same(await rowsIn(store, 'good'), [['good', 1]]);
    },
  }),
);

const valid = chainEntry(null, sampleEntry());
const BAD_ENTRIES: readonly (readonly [string, unknown, StoreError['code']])[] = [
  ['text', 'oops', 'undecodable'],
  ['without fields', { v: 1 }, 'undecodable'],
  ['without a version', { ...valid, v: undefined }, 'undecodable'],
  ['with changes that are no list', { ...valid, changes: {} }, 'undecodable'],
  ['another one than its place says', { ...valid, seq: 7 }, 'undecodable'],
  ['of a newer version', { ...valid, v: 2 }, 'newer_version'],
];

const ENTRY_CASES = BAD_ENTRIES.map(
  ([what, record, code]): StoreCase => ({
    name: `fails closed on an entry that is ${what}, and writes nothing behind it`,
    needs: 'stored entries',
    run: async (storage) => {
      const store = await storage.open();
      await store.commit([sampleEntry()], new Map());
      await store.close();
      await storage.plantEntry(0, record);
      const attempt = (work: (storage: Storage) => Promise<unknown>) => refused(code, () => work(storage));
      await attempt(async ({ open }) => seqsIn(await open()));
      await attempt(async ({ open }) => put(await open(), ['a', 1]));
    },
  }),
);

export const STORAGE_CASES: readonly StoreCase[] = [
  ...PERSISTENCE_CASES.map((c): StoreCase => ({ ...c, needs: 'persistence' })),
  ...CONNECTION_CASES.map((c): StoreCase => ({ ...c, needs: 'connections' })),
  ...ROW_CASES,
  ...ENTRY_CASES,
];
