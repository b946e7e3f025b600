/**
 * What the command line needs of the world: streams, files, a turn of the event loop. `platform.ts` has the real one for Node and
 * Deno; tests put their own in.
 */
import type { Paint } from './paint.ts';

/** Where text goes. Waits while the reader is slow. Rejects with `ReaderGone` when nobody reads any more, with `OutputError` for other reasons. */
export interface Sink {
  write(text: string): Promise<void>;
  /** Writes what was only gathered so far. */
  flush(): Promise<void>;
  readonly isTerminal: boolean;
  readonly paint: Paint;
}

/** What a folder holds. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}

export interface Io {
  readonly out: Sink;
  readonly err: Sink;
  stdin(): AsyncIterable<Uint8Array>;
  /** A file's bytes, chunk by chunk. Rejects with `InputError`. */
  open(path: string): AsyncIterable<Uint8Array>;
  exists(path: string): Promise<boolean>;
  /** What is in a folder; nothing if it cannot be read. */
  list(folder: string): Promise<readonly FolderEntry[]>;
  /** One turn of the event loop: all promises that can settle by themselves have settled. */
  turn(): Promise<void>;
  /** Milliseconds of some clock, for progress alone. */
  now(): number;
  readonly version: string;
}

/** The other end of the pipe was closed (`| head`). Not an error: there is nothing more to do. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/** What was said cannot be written, for example because the disk is full. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** Something that was named on the command line cannot be read. The message is for people and says what to do. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** The command line itself is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
