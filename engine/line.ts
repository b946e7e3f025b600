/**
 * Who is next: in one thread, operations run one at a time, and calls that touch the same instance stand in line for it in
 * the order in which they came. In memory only; after a crash the callers come back and stand in line again.
 */
import { GuardClosed } from './guard.ts';

/** An instance as a line knows it. */
export type Ref = string;

export const refOf = (machine: string, key: string): Ref => JSON.stringify([machine, key]);

/** What an attempt answers while another call holds an instance it needs. */
export const WAIT: unique symbol = Symbol('wait');

interface Waiter {
  readonly refs: readonly Ref[];
  /** How many callers wait for this call's answer. */
  callers: number;
}

/** The line of one thread. */
export class Line {
  #tail: Promise<unknown> = Promise.resolve();
  /** In order of arrival. */
  readonly #waiters = new Map<string, Waiter>();
  #turn = Promise.withResolvers<void>();
  /** Instances of each running call; null until they were read from the store. */
  #running: Map<string, readonly Ref[]> | null = null;

  /** Runs `work` when all that was handed in before it is done, whether that went well or not. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(work, work);
    this.#tail = done.catch(() => undefined); // The caller of `work` gets the error; the next one only waits for the end.
    return done;
  }

  join(call: string, refs: readonly Ref[]): void {
    const waiter = this.#waiters.get(call);
    if (waiter === undefined) this.#waiters.set(call, { refs, callers: 1 });
    else waiter.callers++;
  }

  leave(call: string): void {
    const waiter = this.#waiters.get(call);
    if (waiter === undefined || --waiter.callers > 0) return;
    this.#waiters.delete(call);
    this.wake();
  }

  async load(running: () => Promise<Map<string, readonly Ref[]>>): Promise<void> {
    this.#running ??= await running();
  }

  started(call: string, refs: readonly Ref[]): void {
    this.#running?.set(call, refs);
  }

  ended(call: string): void {
    this.#running?.delete(call);
  }

  /** Whether a running call, or one that came earlier, holds an instance that `call` needs. */
  blocked(call: string, refs: readonly Ref[]): boolean {
    if (refs.length === 0) return false;
    const wanted = new Set(refs);
    const overlaps = (others: readonly Ref[]): boolean => others.some((ref) => wanted.has(ref));
    for (const held of this.#running?.values() ?? []) if (overlaps(held)) return true;
    for (const [id, waiter] of this.#waiters) {
      if (id === call) return false;
      if (overlaps(waiter.refs)) return true;
    }
    return false;
  }

  /** Whether `call` can have no turn before a running call is over, be it that those ahead of it cannot. */
  behindRunning(call: string, refs: readonly Ref[]): boolean {
    const held = new Set<Ref>();
    for (const running of this.#running?.values() ?? []) for (const ref of running) held.add(ref);
    for (const [id, waiter] of this.#waiters) {
      if (id === call) break;
      if (waiter.refs.some((ref) => held.has(ref))) for (const ref of waiter.refs) held.add(ref);
    }
    return refs.some((ref) => held.has(ref));
  }

  /** Resolves at the next `wake`. Take it before looking, so that no wake is missed. */
  turn(): Promise<void> {
    return this.#turn.promise;
  }

  wake(): void {
    this.#turn.resolve();
    this.#turn = Promise.withResolvers<void>();
  }
}

/** The lines of all threads. */
export class Lines {
  readonly #lines = new Map<string, Line>();
  readonly #running: (thread: string) => Promise<Map<string, readonly Ref[]>>;
  #closed = false;

  /** `running` reads, once a thread, which calls run there and what they hold. */
  constructor(running: (thread: string) => Promise<Map<string, readonly Ref[]>>) {
    this.#running = running;
  }

  of(thread: string): Line {
    const line = this.#lines.get(thread) ?? new Line();
    this.#lines.set(thread, line);
    return line;
  }

  exclusive<T>(thread: string, work: () => Promise<T>): Promise<T> {
    return this.of(thread).exclusive(work);
  }

  /** Tries until the answer is not `WAIT`, each time after something has changed in the thread. */
  async inLine<T>(
    thread: string,
    call: string,
    refs: readonly Ref[],
    attempt: (line: Line) => Promise<T | typeof WAIT>,
  ): Promise<T> {
    const line = this.of(thread);
    line.join(call, refs);
    try {
      for (;;) {
        if (this.#closed) throw new GuardClosed('The machines were replaced; ask again.');
        const turn = line.turn();
        const answer = await line.exclusive(async () => {
          await line.load(() => this.#running(thread));
          return attempt(line);
        });
        if (answer !== WAIT) return answer;
        await turn;
      }
    } finally {
      line.leave(call);
    }
  }

  /** Sends everybody who waits away with `GuardClosed`. */
  close(): void {
    this.#closed = true;
    for (const line of this.#lines.values()) line.wake();
  }
}
