/**
 * The bytes of an event stream as they come: in runs of whole events, which pass as they are where nothing in them has to be looked
 * at, and can be taken apart where something has.
 *
 * Runs in the page's own world.
 */
import type { WireEvent } from '../../../engine/wire/model-adapter.ts';
import { parseEvent } from '../../../engine/wire/sse/event.ts';
import { EventFramer, join, type Segment } from '../../../engine/wire/sse/framer.ts';
import { RunCutter } from '../../../engine/wire/sse/run.ts';
import { decode } from '../../../engine/wire/utf8.ts';

/** An event with its bytes as they came. `event` is null for a block that carries none (a comment, say). */
export interface Arrived {
  readonly bytes: Uint8Array;
  readonly event: WireEvent | null;
}

/** Whole events that came together. */
export interface Run {
  /** As they came; they may be handed on, and must not be used afterwards. */
  readonly bytes: Uint8Array;
  /** The same as text; null where its events have to be looked at one by one. */
  readonly text: string | null;
  /** The same in two, where that is worth it; else empty. */
  halves(): readonly Run[];
  /** One by one. Throws `UnreadableEvent`. */
  events(): readonly Arrived[];
}

const LF = 10;
const CR = 13;

/** Thrown for what cannot be looked at (too large, or in no form of the protocol): it cannot pass unseen. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';

  constructor() {
    super('Interlock cannot read this answer of the model, so it was not passed on.');
  }
}

/** Bytes of an event that has not ended; a longer one is left to the framer, which has the last word on it. */
const LONGEST = 64 * 1024 * 1024;

/** Bytes of a run that are read event by event where one event has to be; a longer one is halved. */
const PART = 8 * 1024;

/** The chunks of one stream as runs. */
export class Runs {
  readonly #cutter = new RunCutter();
  /** Where lines end in CR alone, or an event does not end: the framer cuts from there on. */
  #framer: EventFramer | null = null;
  /** The byte that came last. */
  #last = 0;

  push(chunk: Uint8Array): readonly Run[] {
    if (this.#framer !== null) return framed(this.#framer.push(chunk));
    const last = this.#last;
    this.#last = chunk.at(-1) ?? last;
    const run = this.#cutter.push(chunk);
    if (run !== null) return [runOf(run)];
    if (!hasLoneCr(last, chunk) && this.#cutter.length <= LONGEST) return [];
    this.#framer = new EventFramer();
    return framed(this.#framer.push(this.#cutter.rest()));
  }

  flush(): readonly Run[] {
    const framer = this.#framer ?? new EventFramer();
    const last = [...framer.push(this.#cutter.rest()), framer.flush()].filter((segment) => segment !== null);
    return framed(last);
  }
}

/** Whether a CR stands alone up to here; the one at the end of the chunk may be half of a line's end. */
function hasLoneCr(last: number, chunk: Uint8Array): boolean {
  if (last === CR && chunk.length > 0 && chunk[0] !== LF) return true;
  for (let at = chunk.indexOf(CR); at !== -1 && at < chunk.length - 1; at = chunk.indexOf(CR, at + 1))
    if (chunk[at + 1] !== LF) return true;
  return false;
}

function runOf(bytes: Uint8Array): Run {
  return {
    bytes,
    text: decode(bytes),
    halves: () => halvesOf(bytes),
    events: () => segmentsOf(bytes).map(arrivedOf),
  };
}

function halvesOf(bytes: Uint8Array): readonly Run[] {
  if (bytes.length <= PART) return [];
  const cutter = new RunCutter();
  const middle = bytes.length / 2;
  const first = cutter.push(bytes.subarray(0, middle));
  const second = cutter.push(bytes.subarray(middle));
  return first === null || second === null ? [] : [runOf(first), runOf(second)];
}

function segmentsOf(bytes: Uint8Array): readonly Segment[] {
  const framer = new EventFramer();
  const segments = framer.push(bytes);
  const last = framer.flush();
  return last === null ? segments : [...segments, last];
}

function framed(segments: readonly Segment[]): readonly Run[] {
  if (segments.length === 0) return [];
  const bytes = join(segments.map((segment) => segment.bytes));
  return [{ bytes, text: null, halves: () => [], events: () => segments.map(arrivedOf) }];
}

/** A block without data says nothing, unless it has lines that are none of an event's: a page may read those its own way. */
const QUIET = /^(:.*|(id|event|retry|data)(:.*)?|[\ufeff]?)$/;

function arrivedOf({ bytes, block }: Segment): Arrived {
  if (block === null) throw new UnreadableEvent();
  const { event, data } = parseEvent(block);
  if (
    data === null &&
    !decode(block)
      .split(/\r\n|\r|\n/)
      .every((line) => QUIET.test(line))
  )
    throw new UnreadableEvent();
  return { bytes, event: data === null ? null : { event, data } };
}
