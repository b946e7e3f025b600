/**
 * The few checks that the suite of the stores makes. No test framework: the suite also runs in a browser page and under Deno.
 */
import { canonicalJson } from '../canonical-json.ts';
import { type Row, type RowKey, type Store, StoreError } from '../store.ts';

/** Fails unless both are the same JSON. */
export function same(actual: unknown, expected: unknown): void {
  const [is, wanted] = [canonicalJson(actual), canonicalJson(expected)];
  if (is !== wanted) throw new Error(`Got ${shortened(is)}, wanted ${shortened(wanted)}`);
}

const shortened = (text: string): string => (text.length > 2000 ? `${text.slice(0, 2000)}…` : text);

/** Fails unless `work` is refused with a `StoreError` of this code. */
export async function refused(code: StoreError['code'], work: () => Promise<unknown>): Promise<void> {
  const error = await failureOf(work);
  if (!(error instanceof StoreError) || error.code !== code) throw new Error(`Got ${error}, wanted StoreError ${code}`);
  if (error.message.length < 20) throw new Error(`The message says too little: ${error.message}`);
}

/** Fails unless `work` is refused with a `TypeError`. */
export async function refusedAsNotJson(work: () => Promise<unknown>): Promise<void> {
  const error = await failureOf(work);
  if (!(error instanceof TypeError)) throw new Error(`Got ${error}, wanted TypeError`);
}

async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  return 'no failure';
}

/** All rows under `prefix`, in the order in which they come. */
export async function scanned(store: Store, prefix = ''): Promise<readonly (readonly [RowKey, Row])[]> {
  return Array.fromAsync(store.scan(prefix));
}

export async function keysIn(store: Store, prefix = ''): Promise<readonly RowKey[]> {
  return (await scanned(store, prefix)).map(([key]) => key);
}

/** The rows among `keys`, as pairs in the order of `keys`. */
export async function rowsIn(store: Store, ...keys: readonly RowKey[]): Promise<readonly (readonly [RowKey, Row])[]> {
  const rows = await store.read(keys);
  return keys.filter((key) => rows.has(key)).map((key) => [key, rows.get(key)]);
}

export async function seqsIn(store: Store, from?: number): Promise<readonly number[]> {
  return (await Array.fromAsync(store.journal(from))).map((entry) => entry.seq);
}
