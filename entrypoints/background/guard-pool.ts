/**
 * One guard per machine set in force, all over one store. Runs in the background.
 *
 * INVARIANT: two guards never work on the same thread at once. A thread belongs to one site and a site to one set, so this
 * can only happen while a set is being replaced: new guards are handed out only when the old ones have come to rest.
 */
import type { MachineSet } from '../../engine/dsl/machine.ts';
import { type Guard, GuardClosed, type GuardListener } from '../../engine/guard.ts';
import { createGuard } from '../../engine/session.ts';
import type { Store } from '../../engine/state/store.ts';

export interface GuardPoolOptions {
  readonly store: Store;
  readonly clock: () => number;
  readonly ids?: () => string;
  /** Milliseconds, by thread; see `GuardOptions`. */
  readonly askTimeoutMs?: (thread: string) => number;
  readonly settleTimeoutMs?: (thread: string) => number;
  /** Told of every commit of every guard. */
  readonly listener: GuardListener;
}

interface Member {
  readonly guard: Guard;
  readonly working: Set<Promise<unknown>>;
}

export class GuardPool {
  readonly store: Store;
  readonly #options: GuardPoolOptions;
  readonly #members = new Map<string, Member>();
  #wanted: ReadonlyMap<string, MachineSet> = new Map();
  #resting: Promise<unknown> = Promise.resolve();

  constructor(options: GuardPoolOptions) {
    this.store = options.store;
    this.#options = options;
  }

  /** Does `work` with the guard of `set`. Rejects with `GuardClosed` when the set is, or gets, replaced. */
  async use<T>(set: MachineSet, work: (guard: Guard) => Promise<T>): Promise<T> {
    await this.#resting;
    if (!this.#wanted.has(set.fingerprint)) throw new GuardClosed('The machines were replaced; ask again.');
    return this.#track(this.#member(set), work);
  }

  /** Does `work` with the guard whose set has this fingerprint; `null` when none is at work. */
  async useKnown<T>(fingerprint: string, work: (guard: Guard) => Promise<T>): Promise<T | null> {
    const set = this.#wanted.get(fingerprint);
    return set === undefined ? null : this.use(set, work);
  }

  /** Does `work` with every guard at work, one after the other. */
  async each<T>(work: (guard: Guard) => Promise<T>): Promise<readonly T[]> {
    await this.#resting;
    const results: T[] = [];
    for (const { fingerprint } of [...this.#wanted.values()]) {
      const result = await this.useKnown(fingerprint, work);
      if (result !== null) results.push(result);
    }
    return results;
  }

  /** Puts exactly these sets to work. Guards of other sets are closed; whoever waits in one gets `GuardClosed`. */
  keep(sets: readonly MachineSet[]): void {
    this.#wanted = new Map(sets.map((set) => [set.fingerprint, set]));
    const leaving: Promise<unknown>[] = [];
    for (const [fingerprint, { guard, working }] of this.#members) {
      if (this.#wanted.has(fingerprint)) continue;
      this.#members.delete(fingerprint);
      guard.close();
      leaving.push(...working);
    }
    this.#resting = Promise.allSettled([this.#resting, ...leaving]);
  }

  #member(set: MachineSet): Member {
    const known = this.#members.get(set.fingerprint);
    if (known !== undefined) return known;
    const { listener, ...options } = this.#options;
    const guard = createGuard({ machines: set, ...options });
    guard.subscribe(listener);
    const member = { guard, working: new Set<Promise<unknown>>() };
    this.#members.set(set.fingerprint, member);
    return member;
  }

  async #track<T>({ guard, working }: Member, work: (guard: Guard) => Promise<T>): Promise<T> {
    const running = work(guard);
    working.add(running);
    try {
      return await running;
    } finally {
      working.delete(running);
    }
  }
}
