/**
 * Cases of the suite of the stores: the journal, and commits as a whole.
 */
import { follows, GENESIS } from '../chain.ts';
import { exportJournal } from '../export.ts';
import type { Store } from '../store.ts';
import { verifyJournal } from '../verify.ts';
import type { StoreCase } from './store-suite-case.ts';
import { keysIn, refused, refusedAsNotJson, rowsIn, same, scanned, seqsIn } from './store-suite-check.ts';
import { entryPutting, entryWith, put, sampleEntry } from './store-suite-samples.ts';

const none = new Map<string, unknown>();

async function verified(store: Store): Promise<number> {
  const { findings, lines } = await verifyJournal(exportJournal(store));
  same(findings, []);
  return lines;
}

export const JOURNAL_CASES: readonly StoreCase[] = [
  {
    name: 'has an empty journal at first',
    run: async ({ open }) => same(await seqsIn(await open()), []),
  },
  {
    name: 'numbers and chains the entries of all commits',
    run: async ({ open }) => {
      const store = await open();
      const first = await store.commit([sampleEntry(1), sampleEntry(2)], none);
      const second = await store.commit([sampleEntry(3)], none);
      const entries = await Array.fromAsync(store.journal());
      same(entries, [...first, ...second]);
      same([entries[0]?.seq, entries[0]?.prev, entries[0]?.v], [0, GENESIS, 1]);
      same(
        entries.map((entry, n) => follows(entries[n - 1] ?? null, entry)),
        [true, true, true],
      );
    },
  },
  {
    name: 'stores entries as they were handed in',
    run: async ({ open }) => {
      const store = await open();
      const entry = entryWith({ path: '/a', list: [{ n: 1.5e300 }, null], ü: '\u2028\ud83d\ude00' });
      await store.commit([entry], none);
      const [stored] = await Array.fromAsync(store.journal());
      same([stored?.at, stored?.thread, stored?.set, stored?.happening, stored?.changes], Object.values(entry));
    },
  },
  {
    name: 'knows the number of its newest entry',
    run: async ({ open }) => {
      const store = await open();
      same(await store.newest(), -1);
      await store.commit([sampleEntry(1), sampleEntry(2)], none);
      same(await store.newest(), 1);
    },
  },
  {
    name: 'gives the journal from an entry on',
    run: async ({ open }) => {
      const store = await open();
      for (let n = 0; n < 5; n++) await store.commit([sampleEntry(n)], none);
      same(await seqsIn(store, 0), [0, 1, 2, 3, 4]);
      same(await seqsIn(store, 3), [3, 4]);
      same(await seqsIn(store, 5), []);
    },
  },
  {
    name: 'gives a journal that is longer than one page',
    run: async ({ open }) => {
      const store = await open();
      const entries = Array.from({ length: 300 }, (_, n) => sampleEntry(n));
      await store.commit(entries, none);
      same(
        await seqsIn(store),
        entries.map((_, n) => n),
      );
      same(await verified(store), 300);
    },
  },
  {
    name: 'lets whoever reads the journal commit in between',
    run: async ({ open }) => {
      const store = await open();
      await store.commit([sampleEntry(0), sampleEntry(1)], none);
      let commits = 0;
      for await (const entry of store.journal()) {
        if (entry.seq < 2) await store.commit([sampleEntry(++commits)], none);
      }
      same(await verified(store), 4);
    },
  },
  {
    name: 'exports a journal that verifies, whatever is in it',
    run: async ({ open }) => {
      const store = await open();
      const odd = JSON.parse('{"__proto__":1,"10":1,"9":2,"":3,"\\ud800":"\\udc00","constructor":[]}') as object;
      await store.commit([entryWith(odd), entryWith({ gone: undefined, kept: 1 }), entryWith(-0)], none);
      await store.commit([entryWith('a\nb\r\u0000\u2028'), entryWith([1e21, 0.1, -5e-324])], none);
      same(await verified(store), 5);
    },
  },
  {
    name: 'puts commits that are made at once one after the other',
    run: async ({ open }) => {
      const store = await open();
      await Promise.all(Array.from({ length: 20 }, (_, n) => put(store, [`k/${n}`, n], ['last', n])));
      same(await verified(store), 20);
      same((await keysIn(store, 'k/')).length, 20);
      same(await rowsIn(store, 'last'), [['last', 19]]);
    },
  },
  {
    name: 'does nothing for a commit of nothing',
    run: async ({ open }) => {
      const store = await open();
      same(await store.commit([], none), []);
      same(await seqsIn(store), []);
    },
  },
  {
    name: 'refuses rows that no entry made',
    run: async ({ open }) => {
      const store = await open();
      await refusedAsNotJson(() => store.commit([], new Map([['a', 1]])));
      same(await scanned(store), []);
    },
  },
  ...(
    [
      ['a row that is no JSON', [sampleEntry()], [['bad', () => 1]]],
      ['a row that is undefined', [sampleEntry()], [['bad', undefined]]],
      ['a row with undefined in a list', [sampleEntry()], [['bad', [1, undefined, 2]]]],
      ['a row that is a map', [sampleEntry()], [['bad', new Map()]]],
      ['an entry that is no JSON', [sampleEntry(), entryWith(Number.NaN)], []],
      ['an entry with a bigint', [sampleEntry(), entryWith({ n: 1n })], []],
      ['an entry that holds itself', [sampleEntry(), entryWith(circle())], []],
    ] as const
  ).map(
    ([what, entries, rows]): StoreCase => ({
      name: `leaves nothing of a commit with ${what}`,
      run: async ({ open }) => {
        const store = await open();
        await put(store, ['good', 0]);
        await refusedAsNotJson(() => store.commit(entries, new Map<string, unknown>([['good', 1], ...rows])));
        same(await scanned(store), [['good', 0]]);
        same(await seqsIn(store), [0]);
        await put(store, ['good', 2]);
        same(await verified(store), 2);
      },
    }),
  ),
  {
    name: 'leaves nothing of a commit that breaks while it is read',
    run: async ({ open }) => {
      const store = await open();
      const trap = {
        get field(): never {
          throw new TypeError('trap');
        },
      };
      await refusedAsNotJson(() => store.commit([sampleEntry(1), entryWith(trap)], new Map([['a', 1]])));
      await refusedAsNotJson(() =>
        store.commit(
          [sampleEntry(1)],
          new Map([
            ['a', 1 as unknown],
            ['b', trap],
          ]),
        ),
      );
      same([await seqsIn(store), await scanned(store)], [[], []]);
    },
  },
  {
    name: 'goes on after a commit that failed among others',
    run: async ({ open }) => {
      const store = await open();
      const results = await Promise.allSettled([
        put(store, ['a', 1]),
        store.commit([entryWith(Number.NaN)], none),
        put(store, ['b', 1]),
      ]);
      same(
        results.map((r) => r.status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      same([await verified(store), await keysIn(store)], [2, ['a', 'b']]);
    },
  },
  {
    name: 'keeps entries out of reach of those who handed them in',
    run: async ({ open }) => {
      const store = await open();
      const rows: [string, number][] = [['a', 1]];
      await store.commit([entryPutting(rows)], new Map(rows));
      rows.push(['b', 2]);
      same(await verified(store), 1);
    },
  },
  {
    name: 'cannot be used once it is closed',
    run: async ({ open }) => {
      const store = await open();
      await put(store, ['a', 1]);
      await store.close();
      await store.close();
      await refused('unavailable', () => store.read(['a']));
      await refused('unavailable', () => scanned(store));
      await refused('unavailable', () => seqsIn(store));
      await refused('unavailable', () => put(store, ['a', 2]));
    },
  },
];

function circle(): unknown {
  const self: unknown[] = [];
  self.push(self);
  return self;
}
