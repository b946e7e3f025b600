/**
 * Cuts the bytes of an event stream into runs: as many whole events as have come, in one piece. Where nothing of a run has to be
 * looked at, it is passed on for the price of a copy; where something has, the framer takes it apart.
 *
 * Runs anywhere. A run ends behind an empty line that ends in LF; lines that end in CR alone are not for this.
 */
import { join } from './framer.ts';

const LF = 10;
const CR = 13;

export class RunCutter {
  /** What has come of the events that have not ended. */
  #held: Uint8Array[] = [];
  #length = 0;
  /** The last two bytes that have come; 0 before the first. */
  #last = 0;
  #beforeLast = 0;

  /** Bytes that wait for the end of their event. */
  get length(): number {
    return this.#length;
  }

  /** All whole events that have come, in bytes of their own; null when there are none. */
  push(chunk: Uint8Array): Uint8Array | null {
    const end = this.#end(chunk);
    this.#beforeLast = chunk.at(-2) ?? this.#last;
    this.#last = chunk.at(-1) ?? this.#last;
    if (end === 0) {
      this.#keep(chunk);
      return null;
    }
    const head = chunk.subarray(0, end);
    const run = this.#length === 0 ? head.slice() : join([...this.#held, head]);
    this.#held = [];
    this.#length = 0;
    this.#keep(chunk.subarray(end));
    return run;
  }

  /** Gives out what waits, to be cut in another way. */
  rest(): Uint8Array {
    const rest = join(this.#held);
    this.#held = [];
    this.#length = 0;
    return rest;
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#held[this.#held.length] = bytes.slice();
    this.#length += bytes.length;
  }

  /** Where the last event ends that ends in this chunk; 0 when none does. */
  #end(chunk: Uint8Array): number {
    for (let at = chunk.lastIndexOf(LF); at !== -1; at = at === 0 ? -1 : chunk.lastIndexOf(LF, at - 1)) {
      const before = this.#byte(chunk, at - 1);
      if (before === LF || (before === CR && this.#byte(chunk, at - 2) === LF)) return at + 1;
    }
    return 0;
  }

  #byte(chunk: Uint8Array, at: number): number | undefined {
    if (at >= 0) return chunk[at];
    return at === -1 ? this.#last : this.#beforeLast;
  }
}
