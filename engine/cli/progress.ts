/**
 * How far a long stream has come, on stderr. One line that is written over on a terminal, a line now and then elsewhere.
 */
import type { Io } from './io.ts';

/** Lines between two looks at the clock, and milliseconds between two messages. */
const LOOK_EVERY = 500;
const TERMINAL_MS = 200;
const OTHER_MS = 5_000;

export class Progress {
  readonly #io: Io;
  readonly #what: string;
  readonly #shown: boolean;
  readonly #began: number;
  #last: number;
  #lines = 0;
  #onScreen = false;

  /**
   * Shown when asked for; else only where it disturbs nothing: stderr is a terminal and stdout goes elsewhere.
   * `what` is the name of the command.
   */
  constructor(io: Io, what: string, asked: boolean) {
    this.#io = io;
    this.#what = what;
    this.#shown = asked || (io.err.isTerminal && !io.out.isTerminal);
    this.#began = this.#last = io.now();
  }

  /** One more line is done. */
  async tick(): Promise<void> {
    if (++this.#lines % LOOK_EVERY !== 0 || !this.#shown) return;
    const now = this.#io.now();
    if (now - this.#last < (this.#io.err.isTerminal ? TERMINAL_MS : OTHER_MS)) return;
    this.#last = now;
    await this.#write(now);
  }

  /** Takes the line off the terminal, so that something else can be written; or says how it went in the end. */
  async end(): Promise<void> {
    if (!this.#shown) return;
    if (this.#onScreen) await this.#io.err.write('\r\u001b[K');
    this.#onScreen = false;
    if (!this.#io.err.isTerminal) await this.#write(this.#io.now());
  }

  async #write(now: number): Promise<void> {
    const seconds = (now - this.#began) / 1000;
    const text = `${this.#what}: ${this.#lines.toLocaleString('en')} lines in ${seconds.toFixed(1)} s`;
    this.#onScreen = this.#io.err.isTerminal;
    await this.#io.err.write(this.#onScreen ? `\r\u001b[K${text}` : `${text}\n`);
  }
}
