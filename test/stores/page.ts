/**
 * What runs in the browser page of `indexed-db.chromium.test.ts`: the suite of the stores, and single commits to be cut off.
 */
import { openIndexedDbStore } from '../../engine/state/stores/indexed-db.ts';
import { STORE_CASES } from '../../engine/state/stores/store-suite-cases.ts';
import { newIndexedDbStorage } from '../../engine/state/stores/store-suite-indexed-db.ts';
import { put } from '../../engine/state/stores/store-suite-samples.ts';

export interface SuiteResult {
  readonly passed: number;
  readonly failed: readonly string[];
}

async function runSuite(): Promise<SuiteResult> {
  const failed: string[] = [];
  let passed = 0;
  for (const { name, run } of STORE_CASES) {
    const storage = await newIndexedDbStorage();
    try {
      await run(storage);
      passed++;
    } catch (error) {
      failed.push(`${name}: ${error}`);
    } finally {
      await storage.dispose();
    }
  }
  return { passed, failed };
}

/** Commits one row after the other for ever, and tells of each when it is stored. */
async function commitForEver(told: (n: number) => void): Promise<void> {
  const store = await openIndexedDbStore({ name: 'crash' });
  for (let n = 0; ; n++) {
    await put(store, [`at/${n}`, n]);
    told(n);
  }
}

/** How many rows and entries `commitForEver` has left behind. */
async function left(): Promise<{ readonly rows: number; readonly entries: number }> {
  const store = await openIndexedDbStore({ name: 'crash' });
  const rows = (await Array.fromAsync(store.scan('at/'))).length;
  const entries = (await Array.fromAsync(store.journal())).length;
  await store.close();
  return { rows, entries };
}

export const storesPage = { runSuite, commitForEver, left };

declare global {
  interface Window {
    storesPage: typeof storesPage;
    told(n: number): void;
  }
}
window.storesPage = storesPage;
