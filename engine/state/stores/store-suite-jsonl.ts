/**
 * JSONL files for the suite of the stores. No test framework: it also runs under Deno.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../store.ts';
import { type JsonlOptions, openJsonlStore } from './jsonl.ts';
import type { Storage } from './store-suite-case.ts';
import { suiteFold } from './store-suite-samples.ts';

export interface JsonlStorage extends Storage {
  readonly file: string;
  open(options?: Partial<JsonlOptions>): Promise<Store>;
  text(): Promise<string>;
}

export async function newJsonlStorage(): Promise<JsonlStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'interlock-jsonl-'));
  const file = join(folder, 'journal.jsonl');
  const opened: Store[] = [];
  return {
    file,
    open: async (options) => {
      const store = await openJsonlStore({ file, fold: suiteFold, ...options });
      opened.push(store);
      return store;
    },
    text: () => readFile(file, 'utf8'),
    plantRow: async () => {
      throw new Error('Rows are not stored in the file.');
    },
    plantEntry: async (seq, record) => {
      const lines = (await readFile(file, 'utf8')).split('\n');
      await writeFile(file, lines.with(seq, JSON.stringify(record)).join('\n'));
    },
    dispose: async () => {
      await Promise.all(opened.map((store) => store.close()));
      await rm(folder, { recursive: true });
    },
  };
}
