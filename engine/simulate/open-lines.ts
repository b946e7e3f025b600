/**
 * Which trace lines are not answered yet, and the answers as they come. Pure bookkeeping.
 */
import type { Note, OutputLine } from './output.ts';

/** Something that was said, and the trace line that it is about. */
export interface Said {
  readonly line: number;
  readonly output: OutputLine | Note;
  /** The tool that the line calls, if it is a call. */
  readonly tool?: string;
}

export class OpenLines {
  readonly #open = new Map<number, { readonly tool?: string }>();
  #said: Said[] = [];

  /** Lines that are not answered yet. */
  count(): number {
    return this.#open.size;
  }

  /** Says `output` about `line` with the next `collect`. */
  say(line: number, output: Said['output'], about: { readonly tool?: string } = {}): void {
    this.#said.push({ line, output, ...about });
  }

  /** Keeps `line` open until `work` has its answers. A failure is an answer, too. */
  begin(line: number, work: Promise<readonly OutputLine[]>, about: { readonly tool?: string }): void {
    this.#open.set(line, about);
    const end = (outputs: readonly OutputLine[]): void => {
      if (!this.#open.delete(line)) return; // Given up at the end of the trace.
      for (const output of outputs) this.say(line, output, about);
    };
    work.then(end, (error: unknown) => end([{ type: 'error', line, message: messageOf(error) }]));
  }

  /** What was said since the last time: about `own` first, then by line. */
  collect(own: number | null): readonly Said[] {
    const said = this.#said;
    this.#said = [];
    const place = ({ line }: Said): number => (line === own ? -1 : line);
    return said.length < 2 ? said : said.sort((a, b) => place(a) - place(b));
  }

  /** Closes all lines that are still open, each with an error. */
  abandon(message: string): readonly Said[] {
    const left = [...this.#open.keys()].sort((a, b) => a - b);
    this.#open.clear();
    return left.map((line) => ({ line, output: { type: 'error', line, message } }));
  }
}

function messageOf(error: unknown): string {
  return `The line could not be simulated: ${error instanceof Error ? error.message : String(error)}`;
}
