/**
 * A store for traces without end: it keeps the state and forgets the past. No journal, no hashes, and of finished calls only
 * the newest; so what it holds does not grow with the length of the trace. Not for guarding: nothing outlives it.
 *
 * INVARIANT: it waits for nothing but promises that are already settled. `Simulation` relies on it to know when the guard is done.
 */
import type { JournalEntry, NewEntry } from '../state/journal.ts';
import { rowKey, rowPrefix } from '../state/rows.ts';
import { type Row, type RowKey, type Store, StoreError } from '../state/store.ts';
import { RowTable } from '../state/stores/row-table.ts';

/** Finished calls that are remembered, so that a repeated id is recognised. An older id counts as a new call. */
export const REMEMBERED_CALLS = 65_536;

export function createForgetfulStore(remembered: number = REMEMBERED_CALLS): Store {
  return new ForgetfulStore(remembered);
}

class ForgetfulStore implements Store {
  readonly #rows = new RowTable();
  readonly #finished: FirstOut;
  #seq = 0;

  constructor(remembered: number) {
    this.#finished = new FirstOut(remembered);
  }

  async read(keys: readonly RowKey[]): Promise<ReadonlyMap<RowKey, Row>> {
    return this.#rows.read(keys);
  }

  async *scan(prefix: string): AsyncIterable<readonly [RowKey, Row]> {
    yield* this.#rows.scan(prefix);
  }

  async commit(entries: readonly NewEntry[], rows: ReadonlyMap<RowKey, Row | null>): Promise<readonly JournalEntry[]> {
    const put = new Map(rows);
    for (const [key, row] of rows) {
      for (const ticket of this.#retired(key, row)) put.set(ticket, null);
      const oldest = key.startsWith('call/') ? this.#finished.add(key) : null;
      if (oldest !== null) put.set(oldest, null);
    }
    this.#rows.put(put);
    return entries.map((entry) => ({ ...entry, v: 1, seq: this.#seq++, prev: '', hash: '' }));
  }

  /** The ticket of a call that is over, or that was asked anew: nobody reads it again. */
  #retired(key: RowKey, row: Row | null): readonly RowKey[] {
    if (!key.startsWith(rowPrefix.live)) return [];
    const before = ticketOf(this.#rows.read([key]).get(key));
    return before === null || before === ticketOf(row) ? [] : [rowKey.ticket(before)];
  }

  journal(): AsyncIterable<JournalEntry> {
    throw new StoreError('unavailable', 'Cannot read the journal of a simulation: it is not kept.');
  }

  async newest(): Promise<number> {
    return this.#seq - 1;
  }

  async close(): Promise<void> {
    // Holds nothing that would have to be let go of.
  }
}

function ticketOf(live: Row | null | undefined): string | null {
  return typeof live === 'object' && live !== null && 'ticket' in live && typeof live.ticket === 'string'
    ? live.ticket
    : null;
}

/** A ring of names: adding one to a full ring pushes the oldest out. */
class FirstOut {
  readonly #names: string[] = [];
  readonly #capacity: number;
  #next = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The name that was pushed out, if any. */
  add(name: string): string | null {
    const oldest = this.#names[this.#next] ?? null;
    this.#names[this.#next] = name;
    this.#next = (this.#next + 1) % this.#capacity;
    return oldest;
  }
}
