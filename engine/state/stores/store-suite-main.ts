/**
 * Runs the suite over the stores that a command line has, without a test framework: to see on another runtime what Vitest sees on Node.
 * Prints the cases that fail and a count; exits 1 if there are any.
 */
import process from 'node:process';
import { createMemoryStore } from './memory.ts';
import type { Need, Storage } from './store-suite-case.ts';
import { STORE_CASES } from './store-suite-cases.ts';
import { newJsonlStorage } from './store-suite-jsonl.ts';

const never = async (): Promise<void> => undefined;

async function newMemoryStorage(): Promise<Storage> {
  const store = createMemoryStore();
  return { open: async () => store, plantRow: never, plantEntry: never, dispose: () => store.close() };
}

const STORES: readonly (readonly [string, () => Promise<Storage>, readonly Need[]])[] = [
  ['memory', newMemoryStorage, []],
  ['jsonl', newJsonlStorage, ['persistence', 'stored entries']],
];

let failed = 0;
let passed = 0;
for (const [name, newStorage, able] of STORES) {
  for (const { name: sentence, needs, run } of STORE_CASES) {
    if (needs !== undefined && !able.includes(needs)) continue;
    const storage = await newStorage();
    try {
      await run(storage);
      passed++;
    } catch (error) {
      failed++;
      console.error(`${name} ${sentence}:`, error);
    } finally {
      await storage.dispose();
    }
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
