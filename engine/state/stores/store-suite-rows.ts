/**
 * Cases of the suite of the stores: rows.
 */
import type { StoreCase } from './store-suite-case.ts';
import { keysIn, rowsIn, same, scanned } from './store-suite-check.ts';
import { put } from './store-suite-samples.ts';

const MANY = 300;
const numbered = (n: number): string => `n/${String(n).padStart(6, '0')}`;

export const ROW_CASES: readonly StoreCase[] = [
  {
    name: 'finds nothing in a new storage',
    run: async ({ open }) => {
      const store = await open();
      same(await rowsIn(store, 'a'), []);
      same(await scanned(store), []);
    },
  },
  {
    name: 'reads what it has written',
    run: async ({ open }) => {
      const store = await open();
      await put(store, ['a', { state: 'read' }], ['b', [1, null, 'x', false, { deep: [] }]]);
      same(await rowsIn(store, 'a', 'b'), [
        ['a', { state: 'read' }],
        ['b', [1, null, 'x', false, { deep: [] }]],
      ]);
    },
  },
  {
    name: 'returns only the rows that exist',
    run: async ({ open }) => {
      const store = await open();
      await put(store, ['a', 1]);
      same([...(await store.read(['a', 'b', 'a'])).keys()], ['a']);
    },
  },
  {
    name: 'keeps rows that count as false',
    run: async ({ open }) => {
      const store = await open();
      await put(store, ['zero', 0], ['false', false], ['empty', '']);
      same(await scanned(store), [
        ['empty', ''],
        ['false', false],
        ['zero', 0],
      ]);
    },
  },
  {
    name: 'overwrites a row',
    run: async ({ open }) => {
      const store = await open();
      await put(store, ['a', 1]);
      await put(store, ['a', 2]);
      same(await scanned(store), [['a', 2]]);
    },
  },
  {
    name: 'deletes a row with null and leaves the others',
    run: async ({ open }) => {
      const store = await open();
      await put(store, ['a', 1], ['b', 2]);
      await put(store, ['a', null], ['never was there', null]);
      same(await scanned(store), [['b', 2]]);
    },
  },
  {
    name: 'brings a deleted row back when it is put again',
    run: async ({ open }) => {
      const store = await open();
      await put(store, ['a', 1]);
      await put(store, ['a', null]);
      await put(store, ['a', 2]);
      same(await scanned(store), [['a', 2]]);
    },
  },
  {
    name: 'scans in the order of keys',
    run: async ({ open }) => {
      const store = await open();
      const keys = ['b', 'a/b', 'a-b', 'a', 'a/a/c', 'B', 'a/a', 'é', 'a0', 'ab', 'a/', '10', '9'];
      await put(store, ...keys.map((key) => [key, key] as const));
      same(await keysIn(store), keys.toSorted());
    },
  },
  {
    name: 'scans exactly the keys with the prefix',
    run: async ({ open }) => {
      const store = await open();
      const keys = ['a', 'a/', 'a/b', 'a/b/', 'a/b/1', 'a/b/2/x', 'a/bc/', 'a/b0', 'a/c', 'b/a/b/', 'A/b/1'];
      await put(store, ...keys.map((key) => [key, key] as const));
      same(await keysIn(store, 'a/b/'), ['a/b/', 'a/b/1', 'a/b/2/x']);
      same(await keysIn(store, 'a/bc/x'), []);
      same(await keysIn(store, 'z'), []);
    },
  },
  {
    name: 'scans up to the last possible key with the prefix',
    run: async ({ open }) => {
      const store = await open();
      await put(store, ['p', 1], ['p\uffff', 2], ['p\uffff\uffff', 3], ['q', 4], ['\uffff', 5], ['\uffffa', 6]);
      same((await scanned(store, 'p')).length, 3);
      same((await scanned(store, 'p\uffff')).length, 2);
      same((await scanned(store, '\uffff')).length, 2);
    },
  },
  {
    name: 'scans more rows than fit into one page',
    run: async ({ open }) => {
      const store = await open();
      const rows = Array.from({ length: MANY }, (_, n) => [numbered(n), n] as const);
      await put(store, ...rows, ['m', 0], ['o', 0]);
      same(await scanned(store, 'n/'), rows);
    },
  },
  {
    name: 'lets whoever scans read and commit in between',
    run: async ({ open }) => {
      const store = await open();
      await put(store, ...Array.from({ length: MANY }, (_, n) => [numbered(n), n] as const));
      let sum = 0;
      for await (const [key] of store.scan('n/')) {
        sum += (await store.read([key])).size;
        if (sum % 100 === 0) await put(store, [key, 'seen'], [`seen/${key}`, sum]);
      }
      same(sum, MANY);
      same((await keysIn(store, 'seen/')).length, MANY / 100);
    },
  },
  {
    name: 'goes on with a scan from which rows are deleted',
    run: async ({ open }) => {
      const store = await open();
      await put(store, ...Array.from({ length: MANY }, (_, n) => [numbered(n), n] as const));
      const seen: string[] = [];
      for await (const [key] of store.scan('n/')) {
        seen.push(key);
        await put(store, [key, null]);
      }
      same(seen.length, MANY);
      same(await scanned(store), []);
    },
  },
  {
    name: 'lets whoever scans stop early',
    run: async ({ open }) => {
      const store = await open();
      await put(store, ...Array.from({ length: MANY }, (_, n) => [numbered(n), n] as const));
      for await (const [key] of store.scan('n/')) if (key === numbered(3)) break;
      await put(store, ['a', 1]);
      same(await keysIn(store, 'a'), ['a']);
    },
  },
  {
    name: 'takes names of the prototype as names',
    run: async ({ open }) => {
      const store = await open();
      const odd = JSON.parse(
        '{"__proto__":{"polluted":1},"constructor":2,"toString":null,"hasOwnProperty":[]}',
      ) as object;
      await put(store, ['__proto__', odd], ['constructor', 'c']);
      same(await scanned(store), [
        ['__proto__', odd],
        ['constructor', 'c'],
      ]);
      same(await rowsIn(store, 'toString', '__proto__'), [['__proto__', odd]]);
      same('polluted' in {}, false);
    },
  },
  {
    name: 'keeps what is not its own out of reach',
    run: async ({ open }) => {
      const store = await open();
      const row = { list: [1], state: 'read' };
      await put(store, ['a', row]);
      row.state = 'written';
      row.list.push(2);
      const found = (await store.read(['a'])).get('a') as typeof row;
      same(found, { list: [1], state: 'read' });
      try {
        found.list.push(3);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error; // Frozen: just as good.
      }
      same(await rowsIn(store, 'a'), [['a', { list: [1], state: 'read' }]]);
    },
  },
  {
    name: 'keeps a large row whole',
    run: async ({ open }) => {
      const store = await open();
      const text = 'ü\u2028"\\\n'.repeat(200_000);
      await put(store, ['a', { text }]);
      same(await rowsIn(store, 'a'), [['a', { text }]]);
    },
  },
];
