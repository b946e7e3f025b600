/**
 * The suite of the stores under Vitest. A new store calls it with a factory and the reasons for what it cannot do.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exportJournal } from '../export.ts';
import type { Row, RowKey } from '../store.ts';
import { verifyJournal } from '../verify.ts';
import type { Need, Storage } from './store-suite-case.ts';
import { STORE_CASES } from './store-suite-cases.ts';
import { put } from './store-suite-samples.ts';

/** Defines the tests. `skips`: why the store cannot do what some cases need. */
export function storeSuite(
  store: string,
  newStorage: () => Promise<Storage>,
  skips: Readonly<Partial<Record<Need, string>>> = {},
): void {
  for (const { name, needs, run } of STORE_CASES) {
    const skipped = needs === undefined ? undefined : skips[needs];
    test.skipIf(skipped !== undefined)(`${store} ${name}`, async () => {
      const storage = await newStorage();
      await run(storage).finally(() => storage.dispose());
    });
  }

  test(`${store} holds what a plain map would after any commits`, async () => {
    const key = fc.stringMatching(/^[ab/]{0,4}$/);
    const commit = fc.array(fc.tuple(key, fc.option(fc.jsonValue({ maxDepth: 2 }), { freq: 3 })), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.array(commit, { maxLength: 8 }), key, async (commits, prefix) => {
        const storage = await newStorage();
        const model = new Map<RowKey, Row>();
        const opened = await storage.open();
        for (const rows of commits) {
          await put(opened, ...rows);
          for (const [at, row] of rows) {
            if (row === null) model.delete(at);
            else model.set(at, row);
          }
        }
        const sorted = [...model].sort(([a], [b]) => (a < b ? -1 : 1)).map(([at, row]) => [at, plain(row)]);
        expect(await Array.fromAsync(opened.scan(''))).toEqual(sorted);
        expect(await Array.fromAsync(opened.scan(prefix))).toEqual(
          sorted.filter(([at]) => String(at).startsWith(prefix)),
        );
        const verification = await verifyJournal(exportJournal(opened));
        expect([verification.findings, verification.lines]).toEqual([[], commits.length]);
        await storage.dispose();
      }),
      { numRuns: 40 },
    );
  });
}

/** As JSON has it: without negative zero. */
function plain(row: Row): Row {
  return JSON.parse(JSON.stringify(row));
}
