/**
 * Reads what the session needs of one thread from a store, decoded. Reads only; commits are the session's.
 */

import type { StateView } from '../evaluate/state-view.ts';
import type { Json } from '../tool-call.ts';
import { foldEntry, rowsOfChange } from './fold.ts';
import type { EndedRun, FinishedCall, Instance, LiveCall, NewEntry, Ticket } from './journal.ts';
import {
  decode,
  type KeptRow,
  type LogRow,
  type MetricsRow,
  NEW_THREAD,
  rowKey,
  rowPrefix,
  rowSegments,
  type ThreadRow,
} from './rows.ts';
import type { Row, RowKey, Store } from './store.ts';

export interface InstanceRef {
  readonly machine: string;
  readonly key: string;
}

export class ThreadReader {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async #one<T>(key: RowKey, decoder: (row: Row, key: RowKey) => T): Promise<T | null> {
    const row = (await this.#store.read([key])).get(key);
    return row === undefined ? null : decoder(row, key);
  }

  async thread(thread: string): Promise<ThreadRow> {
    return (await this.#one(rowKey.thread(thread), decode.thread)) ?? NEW_THREAD;
  }

  async call(
    thread: string,
    call: string,
  ): Promise<{ readonly live: LiveCall | null; readonly finished: FinishedCall | null }> {
    const keys = { live: rowKey.live(thread, call), finished: rowKey.call(thread, call) };
    const rows = await this.#store.read([keys.live, keys.finished]);
    return {
      live: rows.has(keys.live) ? decode.live(rows.get(keys.live), keys.live) : null,
      finished: rows.has(keys.finished) ? decode.call(rows.get(keys.finished), keys.finished) : null,
    };
  }

  ticket(ticket: string): Promise<Ticket | null> {
    return this.#one(rowKey.ticket(ticket), decode.ticket);
  }

  async metrics(thread: string): Promise<MetricsRow> {
    return (await this.#one(rowKey.metrics(thread), decode.metrics)) ?? {};
  }

  async log(thread: string): Promise<LogRow> {
    return (await this.#one(rowKey.log(thread), decode.log)) ?? [];
  }

  /**
   * What the end of a run is decided from, read at once: a page holds the end of an answer back meanwhile. `known`: what was answered
   * when it was asked about under this name, if that was lately.
   */
  async runToEnd(thread: string, end: string | null) {
    const [ends, row, instances] = await Promise.all([
      end === null ? null : this.#one(rowKey.ends(thread), decode.ends),
      this.thread(thread),
      Array.fromAsync(this.instances(thread)),
    ]);
    const known: EndedRun | null = ends?.find((ended) => ended.end === end) ?? null;
    return { ...row, known, instances };
  }

  /** The part of a thread's state that evaluation of `refs` can ask for. */
  async view(thread: string, refs: readonly InstanceRef[]): Promise<StateView> {
    const key = rowKey.thread(thread);
    const rows = await this.#store.read([key, ...refs.map((ref) => rowKey.instance(thread, ref.machine, ref.key))]);
    return viewOf(rows, thread);
  }

  async *instances(thread: string): AsyncIterable<InstanceRef & { readonly instance: Instance }> {
    for await (const [key, row] of this.#store.scan(rowPrefix.instancesOf(thread))) {
      const [, machine = '', instanceKey = ''] = rowSegments(key);
      yield { machine, key: instanceKey, instance: decode.instance(row, key) };
    }
  }

  async keysOf(thread: string, machine: string): Promise<readonly string[]> {
    const keys: string[] = [];
    for await (const [key] of this.#store.scan(rowPrefix.machineOf(thread, machine)))
      keys.push(rowSegments(key)[2] ?? '');
    return keys;
  }

  async liveCalls(thread: string): Promise<readonly LiveCall[]> {
    const calls: LiveCall[] = [];
    for await (const [key, row] of this.#store.scan(rowPrefix.liveOf(thread))) calls.push(decode.live(row, key));
    return calls;
  }

  /** Running calls of all threads. */
  async runningCalls(): Promise<readonly { readonly thread: string; readonly call: LiveCall }[]> {
    const calls: { thread: string; call: LiveCall }[] = [];
    for await (const [key, row] of this.#store.scan(rowPrefix.live)) {
      const call = decode.live(row, key);
      if (call.status === 'running') calls.push({ thread: rowSegments(key)[0] ?? '', call });
    }
    return calls;
  }

  /** Undecided tickets of all threads, oldest first. */
  async pendingTickets(): Promise<readonly Ticket[]> {
    const keys: RowKey[] = [];
    for await (const [key] of this.#store.scan(rowPrefix.pending)) keys.push(rowKey.ticket(rowSegments(key)[0] ?? ''));
    const tickets = await this.#all(keys, decode.ticket);
    return [...tickets.values()].sort((a, b) => a.at - b.at);
  }

  /** Those of the rows that are there. Read at once: hundreds of calls may wait, and every change asks for all of them. */
  async #all<T>(keys: readonly RowKey[], decoder: (row: Row, key: RowKey) => T): Promise<ReadonlyMap<RowKey, T>> {
    const rows = await this.#store.read(keys);
    return new Map([...rows].map(([key, row]) => [key, decoder(row, key)]));
  }

  async waitingCalls(): Promise<readonly (Ticket & { readonly args: Json })[]> {
    const tickets = await this.pendingTickets();
    const keyOf = ({ thread, call }: Ticket): RowKey => rowKey.live(thread, call);
    const calls = await this.#all(tickets.map(keyOf), decode.live);
    return tickets.flatMap((ticket) => {
      const call = calls.get(keyOf(ticket));
      return call === undefined ? [] : [{ ...ticket, args: call.args }];
    });
  }

  async isKept(thread: string, name: string): Promise<boolean> {
    const key = rowKey.kept(thread, name);
    return (await this.#store.read([key])).has(key);
  }

  async kept(thread: string): Promise<readonly KeptRow[]> {
    const kept: KeptRow[] = [];
    for await (const [key, row] of this.#store.scan(rowPrefix.keptOf(thread))) kept.push(decode.kept(row, key));
    return kept;
  }

  async threads(): Promise<readonly string[]> {
    const threads = new Set<string>();
    for (const prefix of [rowPrefix.threads, rowPrefix.metrics]) {
      for await (const [key] of this.#store.scan(prefix)) threads.add(rowSegments(key)[0] ?? '');
    }
    return [...threads];
  }

  /** The rows as they are after `entries`: what a commit has to put (or, with null, delete). */
  async fold(entries: readonly NewEntry[]): Promise<ReadonlyMap<RowKey, Row | null>> {
    const touched = new Set(
      entries.flatMap((entry) => entry.changes.flatMap((change) => rowsOfChange(entry.thread, change))),
    );
    const rows = new Map(await this.#store.read([...touched]));
    for (const entry of entries) foldEntry(rows, entry);
    return new Map([...touched].map((key) => [key, rows.get(key) ?? null]));
  }
}

/** A thread's state over rows in memory, for the pure evaluation functions. */
export function viewOf(rows: ReadonlyMap<RowKey, Row>, thread: string): StateView {
  const key = rowKey.thread(thread);
  const { run, step, completed } = rows.has(key) ? decode.thread(rows.get(key), key) : NEW_THREAD;
  return {
    run,
    step,
    tick: step > 0 ? step : completed,
    instance: (machine, instanceKey) => {
      const at = rowKey.instance(thread, machine, instanceKey);
      return rows.has(at) ? decode.instance(rows.get(at), at) : undefined;
    },
  };
}
