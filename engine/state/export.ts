/**
 * A store's journal as the lines of a JSONL file. Pure but for the store it reads.
 */
import { canonicalJson } from './canonical-json.ts';
import type { Store } from './store.ts';

/**
 * The journal as lines without newlines, from sequence number `from` (default 0) on. Write each with a newline behind it and
 * nothing else: `verifyJournal` takes a line that was formatted anew for one that somebody touched. Streams.
 *
 * @throws StoreError when an entry cannot be read; the lines up to it are good.
 * @example for await (const line of exportJournal(store)) file.write(`${line}\n`);
 */
export async function* exportJournal(store: Pick<Store, 'journal'>, from = 0): AsyncIterable<string> {
  for await (const entry of store.journal(from)) yield canonicalJson(entry);
}
