/**
 * Cuts the bytes of an event stream into whole events (blocks that end with an empty line) without changing one of them.
 * The parser package knows what a block means, but not which bytes it came from; this knows the bytes and nothing else.
 *
 * Runs anywhere. It never decodes, never drops and never reorders: the bytes handed out, joined, are the bytes taken in.
 */

/** A run of bytes to pass on. */
export interface Segment {
  readonly bytes: Uint8Array;
  /** All bytes of the event that ends with this segment; null when the event goes on, or outgrew the limit. */
  readonly block: Uint8Array | null;
  /** Whether `bytes` begins the event: with `block`, it can still be changed. */
  readonly intact: boolean;
  /** Whether the event ends with `bytes`. */
  readonly ends: boolean;
}

export interface FramerOptions {
  /** Asked at the end of each chunk: whether an unfinished event may be passed on already. Default: no. */
  readonly early?: () => boolean;
  /** Bytes of one event that are kept to be read; a longer one passes unread. Default 64 MiB. */
  readonly limit?: number;
}

const LF = 10;
const CR = 13;
const EMPTY = new Uint8Array(0);

/** Cuts one stream. Feed it with `push`, and with `flush` when the stream has ended. */
export class EventFramer {
  readonly #early: () => boolean;
  readonly #limit: number;
  /** Bytes of the unfinished event that were handed out already; kept to be read, unless there are too many. */
  #passed: Uint8Array[] = [];
  /** Bytes of the unfinished event that were not handed out yet. */
  #held: Uint8Array[] = [];
  #length = 0;
  #lineEmpty = true;
  /** The last byte was a CR: an LF that follows belongs to it. */
  #afterCr = false;

  constructor(options: FramerOptions = {}) {
    this.#early = options.early ?? (() => false);
    this.#limit = options.limit ?? 64 * 1024 * 1024;
  }

  push(chunk: Uint8Array): Segment[] {
    const out: Segment[] = [];
    const ends = new LineEnds(chunk);
    let start = 0;
    let at = 0;
    for (let end = ends.next(); end !== -1; end = ends.next()) {
      if (end > at) this.#inLine();
      const isSecond = this.#afterCr && chunk[end] === LF;
      this.#afterCr = chunk[end] === CR;
      at = end + 1;
      if (isSecond) continue;
      if (!this.#lineEmpty) {
        this.#lineEmpty = true;
        continue;
      }
      if (this.#afterCr && chunk[at] === LF) {
        ends.next();
        at += 1;
        this.#afterCr = false;
      }
      this.#keep(chunk.subarray(start, at));
      start = at;
      out[out.length] = this.#end();
    }
    if (at < chunk.length) this.#inLine();
    this.#keep(chunk.subarray(start));
    if (this.#held.length > 0 && (this.#length > this.#limit || this.#early())) out[out.length] = this.#release();
    return out;
  }

  /** What is left of an event that was never finished; null when nothing is. */
  flush(): Segment | null {
    return this.#length === 0 ? null : this.#end();
  }

  #inLine(): void {
    this.#lineEmpty = false;
    this.#afterCr = false;
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#held[this.#held.length] = bytes.slice();
    this.#length += bytes.length;
  }

  #release(): Segment {
    // The receiver may take the bytes over; those that are kept to be read are others.
    const bytes = join(this.#held).slice();
    if (this.#length > this.#limit) this.#passed = [EMPTY];
    else for (const part of this.#held) this.#passed[this.#passed.length] = part;
    this.#held = [];
    return { bytes, block: null, intact: false, ends: false };
  }

  #end(): Segment {
    const bytes = join(this.#held);
    const intact = this.#passed.length === 0;
    const block = this.#length > this.#limit ? null : intact ? bytes : join(this.#passed.concat(this.#held));
    this.#passed = [];
    this.#held = [];
    this.#length = 0;
    return { bytes, block, intact, ends: true };
  }
}

/** Where the bytes have an LF or a CR, one after the other. Searched for natively: most bytes of a stream are neither. */
class LineEnds {
  readonly #bytes: Uint8Array;
  #lf: number;
  #cr: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#lf = bytes.indexOf(LF);
    this.#cr = bytes.indexOf(CR);
  }

  /** -1: there is no more. */
  next(): number {
    const [lf, cr] = [this.#lf, this.#cr];
    if (lf !== -1 && (cr === -1 || lf < cr)) {
      this.#lf = this.#bytes.indexOf(LF, lf + 1);
      return lf;
    }
    if (cr !== -1) this.#cr = this.#bytes.indexOf(CR, cr + 1);
    return cr;
  }
}

/** The parts as one run of bytes; a single part is handed back as it is. */
export function join(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
