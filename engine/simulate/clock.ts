/**
 * The clock of a trace: stands still until a line moves it, and stops on the way wherever a call or an ask runs out.
 */
import type { Guard } from '../guard.ts';

export class TraceClock {
  /** Milliseconds since 1970; a trace without times happens at 0. */
  now = 0;
  /** Nothing runs out before this. */
  #due = Number.POSITIVE_INFINITY;
  readonly #shortest: number;

  /** `shortest`: the shorter of the two time-outs of the guard, in milliseconds. */
  constructor(shortest: number) {
    this.#shortest = shortest;
  }

  /** To be said after each step that may have let a call run or wait. */
  started(): void {
    this.#due = Math.min(this.#due, this.now + this.#shortest);
  }

  /**
   * Moves to `to`. What runs out before is ended at its own time, one after the other, so that a call it releases has all of its
   * own time. A clock that goes back ends nothing.
   */
  async moveTo(to: number, guard: Guard, turn: () => Promise<void>): Promise<void> {
    while (this.#due <= to) {
      this.now = Math.max(this.now, this.#due);
      await guard.sweep();
      await turn();
      this.#due = (await guard.sweep()) ?? Number.POSITIVE_INFINITY;
    }
    this.now = to;
  }
}
