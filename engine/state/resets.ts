/**
 * Carries out what a person wants reset: reads the instances, refuses what would pull the ground from under a running call, and
 * commits the rest. To be called in the thread's turn (see `line.ts`).
 */
import type { MachineSet } from '../dsl/machine.ts';
import type { Step } from '../evaluate/record.ts';
import { evaluateReset, evaluateUndo, type Stored } from '../evaluate/reset.ts';
import type { Reset, ResetRefusal } from '../guard.ts';
import { refOf } from '../line.ts';
import type { Happening, Instance, JournalEntry, LiveCall } from './journal.ts';
import { type InstanceRef, ThreadReader } from './reader.ts';
import { decode, rowKey } from './rows.ts';
import type { Store } from './store.ts';

export interface ResetsOptions {
  readonly machines: MachineSet;
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly commit: (thread: string, step: Step) => Promise<readonly JournalEntry[]>;
}

type ResetEntry = JournalEntry & { readonly happening: Extract<Happening, { readonly type: 'reset' }> };

export class Resets {
  readonly #options: ResetsOptions;
  readonly #reader: ThreadReader;

  constructor(options: ResetsOptions) {
    this.#options = options;
    this.#reader = new ThreadReader(options.store);
  }

  async reset(thread: string, which: InstanceRef | 'all'): Promise<Reset> {
    const { machines, clock } = this.#options;
    if (which !== 'all' && !machines.machines.some((machine) => machine.name === which.machine)) {
      return refused(
        'not_in_force',
        `Machine ${quoted(which.machine)} is not in force here, so its initial state is not known.`,
      );
    }
    const instances = which === 'all' ? await this.#all(thread) : await this.#instances(thread, [which]);
    const counts = await this.#reader.thread(thread);
    const step = evaluateReset({ machines, instances, counts, now: clock() });
    if (step === null) {
      const reason =
        which === 'all'
          ? 'Everything here is in its initial state already, with nothing to forget.'
          : `${named(which)} is in its initial state already, with nothing to forget.`;
      return refused('unchanged', reason);
    }
    return this.#carryOut(thread, step);
  }

  async undo(thread: string, reset: number): Promise<Reset> {
    const entry = await this.#entry(reset);
    if (entry?.thread !== thread)
      return refused('unknown', `Entry ${reset} of the journal is no reset of this conversation.`);
    const now = new Map(
      (await this.#instances(thread, entry.happening.instances)).map((one) => [refOf(one.machine, one.key), one]),
    );
    const step = evaluateUndo(entry, (machine, key): Instance | undefined => now.get(refOf(machine, key))?.instance);
    if (step === null) {
      const [first, ...others] = entry.happening.instances;
      const reason =
        first !== undefined && others.length === 0
          ? `${named(first)} has moved since, so the reset cannot be taken back.`
          : 'All of them have moved since, so the reset cannot be taken back.';
      return refused('moved', reason);
    }
    return this.#carryOut(thread, step);
  }

  async #carryOut(thread: string, step: Step): Promise<Reset> {
    const { happening } = step;
    if (happening.type !== 'reset' && happening.type !== 'reset_undone')
      throw new TypeError(`No reset: ${happening.type}`);
    const holder = await this.#holder(thread, happening.instances);
    if (holder !== null) {
      return refused(
        'running',
        `A call of tool ${quoted(holder.call.tool)} that touches ${named(holder)} is running; try again when it has ended.`,
      );
    }
    const [entry] = await this.#options.commit(thread, step);
    if (entry === undefined) throw new TypeError('The store kept no entry of a reset.');
    const instances = happening.instances.map(({ machine, key, from, to }) => ({ machine, key, from, to }));
    return { outcome: 'done', seq: entry.seq, instances };
  }

  /** A running call that holds one of `instances`, and which. */
  async #holder(
    thread: string,
    instances: readonly InstanceRef[],
  ): Promise<(InstanceRef & { readonly call: LiveCall }) | null> {
    const wanted = new Set(instances.map(({ machine, key }) => refOf(machine, key)));
    for (const call of await this.#reader.liveCalls(thread)) {
      if (call.status !== 'running') continue;
      const held = call.admissions.find(({ machine, key }) => wanted.has(refOf(machine, key)));
      if (held !== undefined) return { machine: held.machine, key: held.key, call };
    }
    return null;
  }

  #all(thread: string): Promise<readonly Stored[]> {
    return Array.fromAsync(this.#reader.instances(thread));
  }

  async #instances(thread: string, refs: readonly InstanceRef[]): Promise<readonly Stored[]> {
    const keys = refs.map(({ machine, key }) => rowKey.instance(thread, machine, key));
    const rows = await this.#options.store.read(keys);
    return refs.flatMap(({ machine, key }) => {
      const at = rowKey.instance(thread, machine, key);
      return rows.has(at) ? [{ machine, key, instance: decode.instance(rows.get(at), at) }] : [];
    });
  }

  async #entry(seq: number): Promise<ResetEntry | null> {
    if (!Number.isSafeInteger(seq) || seq < 0) return null;
    for await (const entry of this.#options.store.journal(seq)) {
      const { happening } = entry;
      return happening.type === 'reset' ? { ...entry, happening } : null;
    }
    return null;
  }
}

const refused = (cause: ResetRefusal, reason: string): Reset => ({ outcome: 'refused', cause, reason });

const quoted = (text: string): string => JSON.stringify(text);

const named = ({ machine, key }: InstanceRef): string =>
  key === '' ? `machine ${quoted(machine)}` : `${quoted(key)} of machine ${quoted(machine)}`;
