/**
 * A guard at work on a trace instead of a console: lines in, output lines out. Runs anywhere; the clock is the trace's.
 *
 * A call that has to wait leaves its line open; its verdict comes out with the line that lets it go on.
 */
import type { MachineSet } from '../dsl/machine.ts';
import type { Guard } from '../guard.ts';
import { createGuard } from '../session.ts';
import type { JournalEntry } from '../state/journal.ts';
import { ThreadReader } from '../state/reader.ts';
import type { TraceLine } from '../trace/line.ts';
import { advanceLine, type Named } from './answers.ts';
import { TraceClock } from './clock.ts';
import { createForgetfulStore } from './forgetful-store.ts';
import { OpenLines, type Said } from './open-lines.ts';
import { type Place, Steps } from './steps.ts';

export interface SimulationOptions {
  readonly machines: MachineSet;
  /** Resolves when all promises that can settle without new input have settled: after one turn of the event loop. */
  readonly turn: () => Promise<void>;
  /** Milliseconds a ticket stays open. Default 10 minutes. */
  readonly askTimeoutMs?: number;
  /** Milliseconds after which a running call without a result is ended as an error. Default 10 minutes. */
  readonly settleTimeoutMs?: number;
  /** Told of each entry as it is committed: the state after a line is the fold over all that came until then. */
  readonly heard?: (entry: JournalEntry) => void;
}

const TEN_MINUTES = 600_000;

/** Promises that are waited for before a turn of the event loop is: several times what a decision takes. */
const MOST_PROMISES = 256;

const NO_RESULT = 'The trace ends before this line could go on: the result of a running call it waits for is missing.';

/** The thread of lines that name none, as the guard knows it. Those that are named get a prefix, so that none is this one. */
const UNNAMED = 'trace';

export class Simulation {
  readonly #guard: Guard;
  readonly #clock: TraceClock;
  readonly #turn: () => Promise<void>;
  readonly #steps: Steps;
  readonly #open = new OpenLines();
  readonly #threads = new Map<string, Named>();
  #line = 0;

  constructor(options: SimulationOptions) {
    const { machines, turn, askTimeoutMs = TEN_MINUTES, settleTimeoutMs = TEN_MINUTES, heard } = options;
    const store = createForgetfulStore();
    const clock = new TraceClock(Math.min(askTimeoutMs, settleTimeoutMs));
    let tickets = 0;
    this.#guard = createGuard({
      machines,
      store,
      clock: () => clock.now,
      ids: () => `ticket-${++tickets}`,
      askTimeoutMs,
      settleTimeoutMs,
    });
    this.#guard.subscribe((entries) => {
      for (const entry of entries) {
        this.#hear(entry);
        heard?.(entry);
      }
    });
    this.#clock = clock;
    this.#turn = turn;
    this.#steps = new Steps(this.#guard, new ThreadReader(store), (line, message) =>
      this.#open.say(line, { type: 'note', line, message }),
    );
  }

  /** Takes one line, after the one before is done. Says what is about it first, then what it has let go on. */
  async feed({ at, thread, step }: TraceLine, line: number): Promise<readonly Said[]> {
    this.#line = line;
    if (at !== null) await this.#clock.moveTo(at, this.#guard, this.#turn);
    const before = this.#open.collect(null);
    const about = step.type === 'call' ? { tool: step.tool } : {};
    this.#open.begin(line, this.#steps.take(step, this.#placeOf(thread, line)), about);
    await this.#settled();
    this.#clock.started();
    const after = this.#open.collect(line);
    return before.length === 0 ? after : [...before, ...after];
  }

  /**
   * Waits until nothing can go on without another line. Where nobody stands in line that is when this line is done, which takes some
   * promises and no turn of the event loop; a turn a line would cost more than all the rest.
   */
  async #settled(): Promise<void> {
    if (this.#open.count() === 1) {
      for (let i = 0; i < MOST_PROMISES && this.#open.count() > 0; i++) await null;
      if (this.#open.count() === 0) return;
    }
    await this.#turn();
  }

  /** The end of the trace: lines that were never answered, then the state of each thread, the one without a name last. */
  async finish(): Promise<readonly Said[]> {
    const left = this.#open.abandon(NO_RESULT);
    const named = [...this.#threads].filter(([thread]) => thread !== UNNAMED);
    const unnamed = named.length === 0 || this.#threads.has(UNNAMED) ? [[UNNAMED, {}] as const] : [];
    const states: Said[] = [];
    for (const [thread, name] of [...named, ...unnamed]) {
      states.push({ line: this.#line, output: { type: 'state', ...(await this.#guard.inspect(thread)), ...name } });
    }
    this.#guard.close();
    return [...left, ...states];
  }

  #placeOf(name: string | null, line: number): Place {
    const thread = name === null ? UNNAMED : `named ${name}`;
    const named = this.#threads.get(thread) ?? (name === null ? {} : { thread: name });
    this.#threads.set(thread, named);
    return { thread, named, line };
  }

  /** What the guard does by itself when time has passed. All else is said by the step that asked for it. */
  #hear({ thread, happening }: JournalEntry): void {
    if (happening.type === 'resolved' && happening.outcome === 'expired') {
      const message = `No decision on call "${happening.call}" came in time: it is rejected.`;
      this.#open.say(this.#line, { type: 'note', line: this.#line, message });
    }
    if (happening.type !== 'settled' || happening.outcome !== 'timed_out') return;
    const message = `No result of call "${happening.call}" came in time: it is ended as an error.`;
    this.#open.say(this.#line, { type: 'note', line: this.#line, message });
    if (happening.transitions.length + happening.reminders.length === 0) return;
    this.#open.say(this.#line, advanceLine({ id: happening.call }, happening, this.#threads.get(thread) ?? {}));
  }
}
