/**
 * The guard as the rest of the background sees it: loads settings and store, knows which machine set is in force where,
 * and turns every failure into a refusal with its reason. Runs in the background.
 *
 * Until settings and store are loaded, callers wait: "not ready" is never an answer.
 */

import {
  type GateOptions,
  type Guard,
  GuardClosed,
  type Reset,
  type Settled,
  type WaitingCall,
} from '../../engine/guard.ts';
import type { JournalEntry, Ticket } from '../../engine/state/journal.ts';
import { type InstanceRef, ThreadReader } from '../../engine/state/reader.ts';
import { type Store, StoreError } from '../../engine/state/store.ts';
import type { ToolCall, ToolResult } from '../../engine/tool-call.ts';
import { messageOf } from '../ui/message-of.ts';
import { type Answer, answerTo, toldOfEdit } from './answers.ts';
import { type Edit, Edits } from './edits.ts';
import { type Forces, rulesOf } from './forces.ts';
import { Grants } from './grants.ts';
import { GuardPool, NO_SITE } from './guard-pool.ts';
import { type KillSwitch, STOP_MACHINE, STOPPED_REASON, type Stop } from './kill-switch.ts';
import type { CallRef } from './page-calls.ts';
import type { ThreadHint } from './page-messages.ts';
import { PageRules } from './page-rules.ts';
import { guardProblem, Problems } from './problems.ts';
import { retried } from './retried.ts';
import { Ruling } from './ruling.ts';
import type { SessionMemory } from './session-memory.ts';
import type { SettingsStore, StorageArea } from './settings-store.ts';
import { storedTicket, unfinishedCalls } from './stored-calls.ts';
import { endSwitchedOff, OFF_REASON } from './switched-off.ts';
import { type Place, parseThread, threadOf } from './thread-id.ts';
import { Turns } from './turns.ts';
import { watchedMemory } from './watched-memory.ts';

export interface GuardServiceOptions {
  readonly settings: SettingsStore;
  readonly killSwitch: KillSwitch;
  readonly openStore: () => Promise<Store>;
  readonly loadMemory: () => Promise<SessionMemory>;
  /** Where grants and edits are kept: as long as the browser runs. */
  readonly session: StorageArea;
  readonly clock?: () => number;
  readonly ids?: () => string;
}

export type ServiceEvent =
  /** Commits, as they happen. */
  | { readonly type: 'entries'; readonly entries: readonly JournalEntry[] }
  /** Settings, machine sets or problems are not what they were. */
  | { readonly type: 'changed' };

/** What holds for a message of a page: nothing, a refusal, or a thread of its own. */
export type Admission =
  | { readonly kind: 'off' }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'guarded'; readonly thread: string };

export class GuardService {
  readonly problems = new Problems(() => this.#tell({ type: 'changed' }));
  readonly clock: () => number;
  readonly turns: Turns;
  /** What the sites say about their pages. */
  readonly pages: PageRules;
  readonly #ruling: Ruling;
  readonly #options: GuardServiceOptions;
  readonly #listeners = new Set<(event: ServiceEvent) => void>();
  #memory: Promise<SessionMemory> | null = null;
  #pool: Promise<GuardPool> | null = null;
  #grants: Promise<Grants> | null = null;
  #edits: Promise<Edits> | null = null;

  constructor(options: GuardServiceOptions) {
    this.#options = options;
    this.clock = options.clock ?? Date.now;
    this.#ruling = new Ruling({ ...options, problems: this.problems });
    this.pages = new PageRules(this.#ruling);
    this.turns = new Turns({
      session: options.session,
      problems: this.problems,
      memory: () => this.memory(),
      thread: async (place, hint) => {
        const admission = await this.admit(place, hint);
        return admission.kind === 'guarded' ? admission.thread : null;
      },
      site: async (url) => {
        const force = await this.#ruling.at(url);
        return force.kind === 'guarded' ? force.match : null;
      },
      inThread: (thread, work) => this.#lasting(thread, work),
    });
  }

  listen(listener: (event: ServiceEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  memory(): Promise<SessionMemory> {
    this.#memory ??= retried(watchedMemory(this.#options.loadMemory, this.problems), () => {
      this.#memory = null;
    });
    return this.#memory;
  }

  /** What persons have allowed for the rest of a run. */
  grants(): Promise<Grants> {
    const load = async (): Promise<Grants> => Grants.load(this.#options.session, (await this.pool()).store);
    this.#grants ??= retried(load(), () => {
      this.#grants = null;
    });
    return this.#grants;
  }

  /** Calls that persons let run with other arguments. */
  edits(): Promise<Edits> {
    this.#edits ??= retried(Edits.load(this.#options.session), () => {
      this.#edits = null;
    });
    return this.#edits;
  }

  /** What is configured where. */
  forces(): Promise<Forces> {
    return this.#ruling.configured();
  }

  /** Who stopped everything; `null` = calls are decided on by what is configured. */
  stopped(): Promise<Stop | null> {
    return this.#ruling.stopped();
  }

  /** Rejects with `StoreError` while the store cannot be opened; every call tries again. */
  pool(): Promise<GuardPool> {
    this.#pool ??= retried(this.#open(), () => {
      this.#pool = null;
    });
    return this.#pool;
  }

  /** Settings have changed, or the kill switch was thrown or lifted: puts the sets they name to work. Whoever waits under a replaced set is decided anew. */
  async reload(): Promise<void> {
    await this.#ruling.reload();
    const pool = await this.#pool?.catch(() => null);
    // Read last of all: when two reloads overtake each other, both put the same sets to work.
    pool?.keep((await this.#ruling.current()).sets);
    this.#tell({ type: 'changed' });
    if (pool !== undefined && pool !== null) await this.endSwitchedOff();
  }

  /** Ends what waits on sites that are not guarded any more. Never rejects: what cannot be ended is told to the console. */
  async endSwitchedOff(): Promise<void> {
    await endSwitchedOff({
      unfinished: () => this.unfinished(),
      isOff: async (thread) => (await this.#ruling.of(thread)).kind === 'off',
      withdraw: (thread, call, why) => this.withdraw(thread, call, why),
    }).catch(report);
  }

  /** Finds the thread of a message, and remembers where it was seen. Rejects when the session record cannot be read. */
  async admit(place: Place, hint: ThreadHint): Promise<Admission> {
    const [force, forces, memory] = await Promise.all([this.#ruling.at(place.url), this.forces(), this.memory()]);
    switch (force.kind) {
      case 'off':
        return { kind: 'off' };
      case 'broken':
        return { kind: 'broken', reason: force.reason };
      case 'guarded': {
        const thread = threadOf(
          hint,
          place,
          force.match,
          memory.nonce,
          rulesOf(forces.settings, force.match).thread.identity,
        );
        memory.seen(thread, { tab: place.tab, origin: place.origin, at: this.clock() });
        return { kind: 'guarded', thread };
      }
    }
  }

  /** Decides on a call. Never rejects: what fails is a deny that says why. */
  async gate(thread: string, call: ToolCall, options: GateOptions = {}): Promise<Answer> {
    const answer = await this.#gate(thread, call, options);
    // A stop also holds for what was let through a moment before it, and whose page has not been told.
    if ((await this.stopped()) === null || answer.violations.some(({ machine }) => machine === STOP_MACHINE))
      return answer;
    return refusal(STOPPED_REASON);
  }

  async #gate(thread: string, call: ToolCall, options: GateOptions): Promise<Answer> {
    for (;;) {
      try {
        const force = await this.#ruling.of(thread);
        switch (force.kind) {
          case 'broken':
            return refusal(force.reason);
          case 'off':
            return refusal(OFF_REASON);
          case 'guarded':
            return await this.#use(thread, (guard) => this.#answer(guard, thread, call, options));
        }
      } catch (error) {
        if (!(error instanceof GuardClosed)) return refusal(this.#failed(thread, error));
      }
    }
  }

  /** `told`: the model knows of a change of the arguments already. */
  async settle(thread: string, call: string, result: ToolResult, { told = false } = {}): Promise<Settled> {
    const edits = await this.edits();
    const edit = await this.editOf({ thread, call });
    const settled = await this.#lasting(thread, (guard) => guard.settle(thread, edit?.call ?? call, result));
    edits.forget({ thread, call });
    return edit === null || told ? settled : { ...settled, reminders: [toldOfEdit(edit), ...settled.reminders] };
  }

  async withdraw(thread: string, call: string, why: string): Promise<void> {
    const edits = await this.edits();
    const edit = await this.editOf({ thread, call });
    await this.#lasting(thread, (guard) => guard.withdraw(thread, edit?.call ?? call, why));
    edits.forget({ thread, call });
  }

  /** The call as a person changed it; `null` when it is as the page made it. */
  async editOf(ref: CallRef): Promise<Edit | null> {
    return (await this.edits()).of(ref, (id) => this.ticket(id));
  }

  startRun(thread: string): Promise<void> {
    return this.#lasting(thread, (guard) => guard.startRun(thread));
  }

  /** A person makes instances of a thread start again. */
  reset(thread: string, which: InstanceRef | 'all'): Promise<Reset> {
    return this.#lasting(thread, (guard) => guard.reset(thread, which));
  }

  undoReset(thread: string, reset: number): Promise<Reset> {
    return this.#lasting(thread, (guard) => guard.undoReset(thread, reset));
  }

  /** A ticket as it is on disk; `null` when there is none. */
  async ticket(id: string): Promise<Ticket | null> {
    return storedTicket((await this.pool()).store, id);
  }

  /** Calls that wait or run, as they are on disk. */
  async unfinished(): ReturnType<typeof unfinishedCalls> {
    return unfinishedCalls((await this.pool()).store);
  }

  /** Undecided tickets of all threads, oldest first. */
  async waiting(): Promise<readonly WaitingCall[]> {
    return (await this.pool()).useNone((guard) => guard.waiting());
  }

  /** The run that a thread is in: 0 before the first one begins. */
  async runOf(thread: string): Promise<number> {
    return (await new ThreadReader((await this.pool()).store).thread(thread)).run;
  }

  async #answer(guard: Guard, thread: string, call: ToolCall, options: GateOptions): Promise<Answer> {
    const edit = (): Promise<Edit | null> => this.editOf({ thread, call: call.id });
    return answerTo(guard, thread, call, { grants: await this.grants(), edit, runOf: (of) => this.runOf(of) }, options);
  }

  /**
   * Does `work` with the guard that asked. Rejects with `GuardClosed` when its machines are no longer in force for the thread,
   * also where they are for others.
   */
  async withAsker<T>({ thread, fingerprint }: Ticket, work: (guard: Guard) => Promise<T>): Promise<T> {
    return (await this.pool()).use(siteOf(thread), fingerprint, work);
  }

  /** Ends what is overdue. Returns when to sweep again, milliseconds since 1970, or null. */
  async sweep(): Promise<number | null> {
    return (await this.pool()).sweep(siteOf);
  }

  /** Does `work` with the guard of a thread; where its site is gone or broken, with one that holds no machines. */
  async #use<T>(thread: string, work: (guard: Guard) => Promise<T>): Promise<T> {
    const [force, pool] = await Promise.all([this.#ruling.of(thread), this.pool()]);
    const done =
      force.kind === 'guarded' ? await pool.use(force.match, force.set.fingerprint, work) : await pool.useNone(work);
    this.problems.clear(thread);
    return done;
  }

  async #lasting<T>(thread: string, work: (guard: Guard) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await this.#use(thread, work);
      } catch (error) {
        if (error instanceof GuardClosed) continue;
        this.#failed(thread, error);
        throw error;
      }
    }
  }

  async #open(): Promise<GuardPool> {
    try {
      const store = await this.#options.openStore();
      const { ids } = this.#options;
      const listener = (entries: readonly JournalEntry[]): void => this.#tell({ type: 'entries', entries });
      const timeouts = {
        askTimeoutMs: (thread: string): number => this.#ruling.siteRules(thread).askTimeoutMs,
        settleTimeoutMs: (thread: string): number => this.#ruling.siteRules(thread).settleTimeoutMs,
      };
      const pool = new GuardPool({
        store,
        clock: this.clock,
        listener,
        ...timeouts,
        ...(ids === undefined ? {} : { ids }),
      });
      pool.keep((await this.#ruling.current()).sets);
      this.problems.clear('store');
      return pool;
    } catch (error) {
      this.#failed('store', error);
      throw error;
    }
  }

  /** Notes a failure for the person; returns the reason for the model. */
  #failed(subject: string, error: unknown): string {
    console.error('Interlock:', error);
    this.problems.report(subject, guardProblem(error));
    if (error instanceof StoreError && error.code === 'unavailable') this.#pool = null;
    return `Interlock cannot decide on this call, so it was not run: ${messageOf(error)}`;
  }

  #tell(event: ServiceEvent): void {
    if (event.type === 'entries') this.grants().then((grants) => grants.note(event.entries), report);
    for (const listener of [...this.#listeners]) listener(event);
  }
}

const siteOf = (thread: string): string => parseThread(thread)?.match ?? NO_SITE;

const report = (error: unknown): void => console.error('Interlock:', error);

const refusal = (reason: string): Answer => ({ verdict: 'deny', reason, violations: [], observed: [] });
