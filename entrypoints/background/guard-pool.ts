/**
 * One guard for each site entry in force, all over one store. Runs in the background.
 *
 * INVARIANT: two guards never work on the same thread at once. A thread belongs to one site entry, or to none, and then to the
 * guard of `NO_SITE`; so this could only happen while a guard is being replaced: new ones are handed out only when the old ones
 * have come to rest.
 */
import type { MachineSet } from '../../engine/dsl/machine.ts';
import { type Guard, GuardClosed, type GuardListener } from '../../engine/guard.ts';
import { createGuard } from '../../engine/session.ts';
import type { Store } from '../../engine/state/store.ts';
import { EMPTY_SET } from './machine-sets.ts';

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

/** Whose guard has no machines, and works on the threads that belong to no site entry in force. No match pattern is empty. */
export const NO_SITE = '';

export class GuardPool {
  readonly store: Store;
  readonly #options: GuardPoolOptions;
  readonly #members = new Map<string, Member>();
  #wanted: ReadonlyMap<string, MachineSet> = new Map([[NO_SITE, EMPTY_SET]]);
  #resting: Promise<unknown> = Promise.resolve();

  constructor(options: GuardPoolOptions) {
    this.store = options.store;
    this.#options = options;
  }

  /**
   * Does `work` with the guard of a site entry. Rejects with `GuardClosed` when the set with this fingerprint is not in force
   * there, or gets replaced.
   */
  async use<T>(site: string, fingerprint: string, work: (guard: Guard) => Promise<T>): Promise<T> {
    await this.#rest();
    const set = this.#wanted.get(site);
    if (set?.fingerprint !== fingerprint) throw new GuardClosed('The machines were replaced; ask again.');
    return this.#track(this.#member(site, set), work);
  }

  /** Does `work` with the guard for what belongs to no site entry; it is never replaced. */
  useNone<T>(work: (guard: Guard) => Promise<T>): Promise<T> {
    return this.use(NO_SITE, EMPTY_SET.fingerprint, work);
  }

  /** Ends what is overdue, each guard in its own threads. `siteOf` names the site entry of a thread. Returns when to sweep again, or null. */
  async sweep(siteOf: (thread: string) => string): Promise<number | null> {
    const owner = (thread: string): string => (this.#wanted.has(siteOf(thread)) ? siteOf(thread) : NO_SITE);
    const due: number[] = [];
    for (const [site, { fingerprint }] of [...this.#wanted]) {
      const next = await this.use(site, fingerprint, (guard) => guard.sweep((thread) => owner(thread) === site));
      if (next !== null) due.push(next);
    }
    return due.length === 0 ? null : Math.min(...due);
  }

  /** Puts exactly these sets to work, by site entry. Guards of other sets are closed; whoever waits in one gets `GuardClosed`. */
  keep(sets: ReadonlyMap<string, MachineSet>): void {
    this.#wanted = new Map([...sets, [NO_SITE, EMPTY_SET]]);
    // Threads may have gone from the guard of no site to one of these.
    const leaving: Promise<unknown>[] = [...(this.#members.get(NO_SITE)?.working ?? [])];
    for (const [site, { guard, working }] of this.#members) {
      if (this.#wanted.get(site)?.fingerprint === guard.machines.fingerprint) continue;
      this.#members.delete(site);
      guard.close();
      leaving.push(...working);
    }
    this.#resting = Promise.allSettled([this.#resting, ...leaving]);
  }

  /** Resolves when every guard that was replaced has come to rest, those among them that were replaced meanwhile. */
  async #rest(): Promise<void> {
    for (let known: Promise<unknown> | null = null; known !== this.#resting; ) {
      known = this.#resting;
      await known;
    }
  }

  #member(site: string, set: MachineSet): Member {
    const known = this.#members.get(site);
    if (known !== undefined) return known;
    const { listener, ...options } = this.#options;
    const guard = createGuard({ machines: set, ...options });
    guard.subscribe(listener);
    const member = { guard, working: new Set<Promise<unknown>>() };
    this.#members.set(site, member);
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
