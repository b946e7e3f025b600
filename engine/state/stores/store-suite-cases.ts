/**
 * The suite that every store goes through: plain cases, so that they run under Vitest, in a browser page and under Deno alike.
 */
import type { StoreCase } from './store-suite-case.ts';
import { JOURNAL_CASES } from './store-suite-journal.ts';
import { ROW_CASES } from './store-suite-rows.ts';
import { STORAGE_CASES } from './store-suite-storage.ts';

export const STORE_CASES: readonly StoreCase[] = [...ROW_CASES, ...JOURNAL_CASES, ...STORAGE_CASES];
