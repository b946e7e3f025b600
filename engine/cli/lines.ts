/**
 * Bytes into lines, as a stream: what is held at any time is one chunk and the line that is not complete yet. Web-standard types only.
 */

/** Longest line that is read, in bytes; what is longer is skipped unread and reported. */
export const LONGEST_LINE = 64 * 1024 * 1024;

/** A line of a text, from 1 on, or what is wrong with it as a sentence. */
export type Line =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly error: string };

const NEWLINE = 0x0a;
// One that keeps its state between calls is not needed: lines are cut at a byte that is part of no other character.
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The lines of `bytes`, a batch for each chunk that ends at least one. A last line without a line break counts. */
export async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
  longest: number = LONGEST_LINE,
): AsyncGenerator<readonly Line[], void, undefined> {
  const cutter = new Cutter(longest);
  for await (const chunk of bytes) {
    const lines = cutter.push(chunk);
    if (lines.length > 0) yield lines;
  }
  const rest = cutter.end();
  if (rest.length > 0) yield rest;
}

class Cutter {
  readonly #longest: number;
  /** The pieces of the line that is not complete yet. */
  #open: Uint8Array[] = [];
  #size = 0;
  #number = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  push(chunk: Uint8Array): readonly Line[] {
    const last = chunk.lastIndexOf(NEWLINE);
    if (last === -1) {
      this.#keep(chunk);
      return [];
    }
    const first = chunk.indexOf(NEWLINE);
    this.#keep(chunk.subarray(0, first));
    const lines = [this.#take()];
    if (last > first) lines.push(...this.#whole(chunk.subarray(first + 1, last)));
    this.#keep(chunk.subarray(last + 1));
    return lines;
  }

  end(): readonly Line[] {
    return this.#size === 0 ? [] : [this.#take()];
  }

  /** Copies: whoever sends the chunks may use the memory again. Of a line that is too long only the size is kept. */
  #keep(piece: Uint8Array): void {
    this.#size += piece.length;
    if (this.#size > this.#longest) this.#open = [];
    else if (piece.length > 0) this.#open.push(new Uint8Array(piece));
  }

  #take(): Line {
    const number = ++this.#number;
    const size = this.#size;
    const pieces = this.#open;
    this.#open = [];
    this.#size = 0;
    if (size > this.#longest) {
      return { number, error: `The line is ${size} bytes long; lines of up to ${this.#longest} bytes are read.` };
    }
    return decoded(number, pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : joined(pieces, size));
  }

  /** Lines that begin and end in one chunk: decoded together, which is much faster, unless one of them is not UTF-8. */
  #whole(bytes: Uint8Array): readonly Line[] {
    let texts: readonly string[];
    try {
      texts = utf8.decode(bytes).split('\n');
    } catch {
      return this.#oneByOne(bytes); // Finds the line at fault.
    }
    return texts.map((text) => ({ number: ++this.#number, text }));
  }

  #oneByOne(bytes: Uint8Array): readonly Line[] {
    const lines: Line[] = [];
    for (let from = 0; from <= bytes.length; ) {
      const next = bytes.indexOf(NEWLINE, from);
      const to = next === -1 ? bytes.length : next;
      lines.push(decoded(++this.#number, bytes.subarray(from, to)));
      from = to + 1;
    }
    return lines;
  }
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function decoded(number: number, bytes: Uint8Array): Line {
  try {
    return { number, text: utf8.decode(bytes) };
  } catch {
    return { number, error: 'The line is not UTF-8. Save the file as UTF-8 and try again.' };
  }
}
