/**
 * The guard at work: gate → hold → settle → commit, over injected store, clock and ids.
 *
 * INVARIANT: an answer is given only after the commit that it stands on, and nothing that decides is kept in memory
 * alone. A guard that is made anew on the same store goes on where the old one was cut off.
 */

import { Decisions, type TicketDecision } from './decisions.ts';
import type { MachineSet } from './dsl/machine.ts';
import { evaluateAdvance } from './evaluate/advance.ts';
import { evaluateEvent, listeners } from './evaluate/event.ts';
import { evaluateGate } from './evaluate/gate.ts';
import { duration } from './evaluate/outcome-text.ts';
import { abandonment, decide, dropping, keeping, noting, runEnding, type Step, settlement } from './evaluate/record.ts';
import { evaluateRunEnd, runEndOf } from './evaluate/run-end.ts';
import { type Touch, touches } from './evaluate/touch.ts';
import type {
  Gated,
  GateOptions,
  Guard,
  GuardListener,
  GuardOptions,
  HostNote,
  Inspection,
  Reset,
  Resolved,
  RunEnd,
  Settled,
  WaitingCall,
} from './guard.ts';
import { type Line, Lines, type Ref, refOf, WAIT } from './line.ts';
import { overdue } from './overdue.ts';
import { denial, OUTDATED, standing } from './repeats.ts';
import { inspection } from './state/inspect.ts';
import type { FinishedCall, JournalEntry, LiveCall, Ticket } from './state/journal.ts';
import { type InstanceRef, ThreadReader } from './state/reader.ts';
import { Resets } from './state/resets.ts';
import type { Json, ToolCall, ToolResult } from './tool-call.ts';

const TEN_MINUTES = 600_000;

/** Sets one machine set at work on one store. See `Guard`. */
export function createGuard(options: GuardOptions): Guard {
  return new Session(options);
}

class Session implements Guard {
  readonly machines: MachineSet;
  readonly #reader: ThreadReader;
  readonly #store: GuardOptions['store'];
  readonly #clock: () => number;
  readonly #ids: () => string;
  readonly #askTimeout: (thread: string) => number;
  readonly #settleTimeout: (thread: string) => number;
  readonly #lines: Lines;
  readonly #resets: Resets;
  readonly #decisions: Decisions;
  readonly #listeners = new Set<GuardListener>();

  constructor(options: GuardOptions) {
    this.machines = options.machines;
    this.#store = options.store;
    this.#reader = new ThreadReader(options.store);
    this.#clock = options.clock ?? Date.now;
    this.#ids = options.ids ?? (() => crypto.randomUUID());
    this.#askTimeout = byThread(options.askTimeoutMs);
    this.#settleTimeout = byThread(options.settleTimeoutMs);
    const commit = (thread: string, step: Step): Promise<readonly JournalEntry[]> => this.#commit(thread, [step]);
    const { machines, store } = options;
    this.#resets = new Resets({ machines, store, clock: this.#clock, commit });
    this.#decisions = new Decisions({
      fingerprint: machines.fingerprint,
      reader: this.#reader,
      clock: this.#clock,
      commit,
    });
    this.#lines = new Lines(async (thread) => {
      const running = (await this.#reader.liveCalls(thread)).filter((c) => c.status === 'running');
      return new Map(running.map((c) => [c.id, refsOf(c)]));
    });
  }

  reset(thread: string, which: InstanceRef | 'all'): Promise<Reset> {
    return this.#lines.exclusive(thread, () => this.#resets.reset(thread, which));
  }

  undoReset(thread: string, reset: number): Promise<Reset> {
    return this.#lines.exclusive(thread, () => this.#resets.undo(thread, reset));
  }

  startRun(thread: string): Promise<void> {
    return this.#lines.exclusive(thread, async () => {
      const { run } = await this.#reader.thread(thread);
      await this.#commit(thread, [{ happening: { type: 'run_started' }, changes: [{ type: 'run', run: run + 1 }] }]);
    });
  }

  gate(thread: string, call: ToolCall, { onQueued }: GateOptions = {}): Promise<Gated> {
    let tell = onQueued;
    const queued = (): void => {
      tell?.();
      tell = undefined;
    };
    const touched = touches(this.machines, call);
    const refs = touched.flatMap(({ machine, keys }) => (keys ?? []).map((key) => refOf(machine.name, key)));
    return this.#lines.inLine(thread, call.id, refs, (line) => this.#decide(thread, call, touched, refs, line, queued));
  }

  /** One attempt at a decision; `WAIT` while another call holds an instance of this one. */
  async #decide(
    thread: string,
    call: ToolCall,
    touched: readonly Touch[],
    refs: readonly Ref[],
    line: Line,
    queued: () => void,
  ): Promise<Gated | typeof WAIT> {
    const { live, finished } = await this.#reader.call(thread, call.id);
    const ticket = await this.#ticketOf(live);
    const known = standing(call, this.machines.fingerprint, { live, finished, ticket });
    if (known === 'outdated') return this.#outdated(thread, call.id);
    if (known !== null) return known;
    const current = ticket?.fingerprint === this.machines.fingerprint;
    if (line.blocked(call.id, refs)) {
      if (line.behindRunning(call.id, refs)) queued();
      return WAIT;
    }
    const at = this.#clock();
    const state = await this.#reader.view(
      thread,
      touched.flatMap(({ machine, keys }) => (keys ?? []).map((key) => ({ machine: machine.name, key }))),
    );
    const { answer, steps } = decide({
      call,
      outcome: evaluateGate({ machines: this.machines, call, state, now: at, touched }),
      approved: live?.status === 'approved' && current ? ticket : null,
      retired: ticket?.status === 'pending' && !current ? ticket : null,
      fresh: {
        id: this.#ids(),
        thread,
        fingerprint: this.machines.fingerprint,
        at,
        expiresAt: at + this.#askTimeout(thread),
      },
    });
    await this.#commit(thread, steps);
    return answer;
  }

  async #outdated(thread: string, call: string): Promise<Gated> {
    await this.#end(thread, call, 'abandoned', OUTDATED);
    return denial(OUTDATED);
  }

  settle(thread: string, call: string, result: ToolResult): Promise<Settled> {
    return this.#lines.exclusive(thread, async () => {
      const { live } = await this.#reader.call(thread, call);
      if (live?.status !== 'running') return { first: false, transitions: [], reminders: [] };
      return this.#finish(thread, live, result, 'settled', null);
    });
  }

  /** Ends a running call with a result. One that was gated under another machine set moves nothing. */
  async #finish(
    thread: string,
    live: LiveCall,
    result: ToolResult,
    outcome: FinishedCall['outcome'],
    reason: string | null,
  ): Promise<Settled> {
    const now = this.#clock();
    const admissions = live.set === this.machines.fingerprint ? live.admissions : [];
    const state = await this.#reader.view(thread, admissions);
    const advance = evaluateAdvance({ machines: this.machines, call: live, result, admissions, state, now });
    await this.#commit(thread, [settlement(live.id, result, advance, { outcome, reason, at: now })]);
    return { first: true, transitions: advance.transitions, reminders: advance.reminders };
  }

  replace(ticket: string, why: string): Promise<Resolved> {
    return this.resolve(ticket, { replaced: why });
  }

  async resolve(ticketId: string, decision: TicketDecision): Promise<Resolved> {
    const known = await this.#reader.ticket(ticketId);
    if (known === null) {
      return { outcome: 'refused', reason: `Ticket ${JSON.stringify(ticketId)} is unknown: nothing waits under it.` };
    }
    const decided = await this.#lines.exclusive(known.thread, () => this.#decisions.record(ticketId, decision));
    if (!('call' in decided)) return decided;
    const gated = await this.gate(known.thread, decided.call);
    switch (gated.verdict) {
      case 'allow':
      case 'warn':
        return { outcome: 'approved' };
      case 'deny':
        return { outcome: 'refused', reason: gated.reason };
      case 'ask':
        return { outcome: 'refused', reason: `The state has changed, and more has to be decided: ${gated.reason}` };
    }
  }

  withdraw(thread: string, call: string, why: string): Promise<void> {
    return this.#lines.exclusive(thread, async () => {
      const { live, finished } = await this.#reader.call(thread, call);
      if (finished !== null) return;
      if (live?.status === 'running') return this.#end(thread, call, 'abandoned', why);
      const ticket = await this.#ticketOf(live);
      const now = this.#clock();
      const step = ticket?.status === 'pending' ? dropping(ticket, 'abandoned', now, why) : abandonment(call, why, now);
      await this.#commit(thread, [step]);
    });
  }

  event(thread: string, name: string, data: Json = {}): Promise<Pick<Settled, 'transitions' | 'reminders'>> {
    return this.#lines.exclusive(thread, async () => {
      const keys = new Map<string, readonly string[]>();
      for (const { machine, keys: named } of listeners(this.machines, name, data)) {
        keys.set(machine.name, named ?? (await this.#reader.keysOf(thread, machine.name)));
      }
      const refs = [...keys].flatMap(([machine, all]) => all.map((key) => ({ machine, key })));
      const state = await this.#reader.view(thread, refs);
      const keysOf = (machine: string) => keys.get(machine) ?? [];
      const fired = evaluateEvent({ machines: this.machines, name, data, state, keysOf, now: this.#clock() });
      const { transitions, reminders, changes } = fired;
      if (transitions.length > 0) {
        await this.#commit(thread, [{ happening: { type: 'event', name, data, transitions, reminders }, changes }]);
      }
      return { transitions, reminders };
    });
  }

  step(thread: string): Promise<void> {
    const step: Step = { happening: { type: 'step' }, changes: [{ type: 'step' }] };
    return this.#lines.exclusive(thread, async () => void (await this.#commit(thread, [step])));
  }

  endRun(thread: string, end: string | null = null): Promise<RunEnd> {
    return this.#lines.exclusive(thread, async () => {
      const { known, run, step, forced, instances } = await this.#reader.runToEnd(thread, end);
      if (known !== null) return runEndOf(known);
      const ended = evaluateRunEnd({ machines: this.machines, instances, forced, run, step, now: this.#clock() });
      await this.#commit(thread, [runEnding(ended, end)]);
      return runEndOf(ended);
    });
  }

  note(thread: string, note: HostNote): Promise<void> {
    return this.#lines.exclusive(thread, async () => void (await this.#commit(thread, [noting(note)])));
  }

  keep(thread: string, name: string, value: Json): Promise<void> {
    return this.#lines.exclusive(thread, async () => {
      if (value !== null || (await this.#reader.isKept(thread, name))) {
        await this.#commit(thread, [keeping(name, value)]);
      }
    });
  }

  kept(thread: string): Promise<readonly (readonly [string, Json])[]> {
    return this.#lines.exclusive(thread, async () =>
      (await this.#reader.kept(thread)).map(({ name, value }) => [name, value] as const),
    );
  }

  inspect(thread: string): Promise<Inspection> {
    return this.#lines.exclusive(thread, async () =>
      inspection({
        machines: this.machines,
        thread: await this.#reader.thread(thread),
        instances: await Array.fromAsync(this.#reader.instances(thread)),
        metrics: await this.#reader.metrics(thread),
        log: await this.#reader.log(thread),
        now: this.#clock(),
      }),
    );
  }

  waiting(): Promise<readonly WaitingCall[]> {
    return this.#reader.waitingCalls();
  }

  threads(): Promise<readonly string[]> {
    return this.#reader.threads();
  }

  async sweep(owns: (thread: string) => boolean = () => true): Promise<number | null> {
    const { tickets, calls, next } = await overdue({
      reader: this.#reader,
      fingerprint: this.machines.fingerprint,
      now: this.#clock(),
      settleTimeout: this.#settleTimeout,
      owns,
    });
    for (const { id, thread } of tickets) await this.#lines.exclusive(thread, () => this.#expire(id));
    for (const { thread, call } of calls) {
      const why = `No result came within ${duration(this.#settleTimeout(thread))}.`;
      await this.#lines.exclusive(thread, () => this.#end(thread, call.id, 'timed_out', why));
    }
    return next;
  }

  async #expire(ticketId: string): Promise<void> {
    const ticket = await this.#reader.ticket(ticketId);
    if (ticket?.status !== 'pending') return;
    await this.#commit(ticket.thread, [dropping(ticket, 'expired', this.#clock())]);
  }

  /** Ends a running call whose result will not come. */
  async #end(thread: string, call: string, outcome: 'abandoned' | 'timed_out', why: string): Promise<void> {
    const { live } = await this.#reader.call(thread, call);
    if (live?.status === 'running') await this.#finish(thread, live, { status: 'error', content: why }, outcome, why);
  }

  #ticketOf(live: LiveCall | null): Promise<Ticket | null> {
    return live === null || live.ticket === null ? Promise.resolve(null) : this.#reader.ticket(live.ticket);
  }

  subscribe(listener: GuardListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#lines.close();
  }

  /** One atomic commit; then, and only then, those who wait hear of it. */
  async #commit(thread: string, steps: readonly Step[]): Promise<readonly JournalEntry[]> {
    const at = this.#clock();
    const set = this.machines.fingerprint;
    const entries = steps.map(({ happening, changes }) => ({ at, thread, set, happening, changes }));
    const stored = await this.#store.commit(entries, await this.#reader.fold(entries));
    const line = this.#lines.of(thread);
    for (const change of steps.flatMap((s) => s.changes)) {
      if (change.type === 'live' && change.call.status === 'running') line.started(change.call.id, refsOf(change.call));
      if (change.type === 'finished') line.ended(change.call);
    }
    line.wake();
    for (const listener of this.#listeners) listener(stored);
    return stored;
  }
}

const refsOf = (call: LiveCall): readonly Ref[] => call.admissions.map((a) => refOf(a.machine, a.key));

const byThread = (timeout: GuardOptions['askTimeoutMs'] = TEN_MINUTES): ((thread: string) => number) =>
  typeof timeout === 'number' ? () => timeout : timeout;
