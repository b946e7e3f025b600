/**
 * A file that lines are appended to, durably and whole. Runs on Node and Deno. It knows bytes and lines, not entries.
 */
import { type FileHandle, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreError } from '../store.ts';
import { codeOf } from './jsonl-lock.ts';

const NEWLINE = 0x0a;
const CHUNK = 65_536;

export interface Line {
  readonly bytes: Uint8Array;
  /** Offset behind the line, its newline included. */
  readonly end: number;
  /** False for a last line that has no newline. */
  readonly complete: boolean;
}

export class AppendOnlyFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #inode: number;
  #size: number;
  /** Why nothing can be written any more. */
  #broken: unknown = null;

  private constructor(path: string, handle: FileHandle, size: number, inode: number) {
    this.path = path;
    this.#handle = handle;
    this.#size = size;
    this.#inode = inode;
  }

  /** Opens the file, or makes an empty one that only its owner can read. */
  static async open(path: string): Promise<AppendOnlyFile> {
    let handle: FileHandle;
    try {
      handle = await open(path, 'r+');
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      handle = await open(path, 'wx+', 0o600);
      await syncFolder(dirname(path));
    }
    const { size, ino } = await handle.stat();
    return new AppendOnlyFile(path, handle, size, ino);
  }

  /** The lines of what is in the file at this moment. Memory is bounded by the longest line. */
  async *lines(): AsyncIterable<Line> {
    const end = this.#size;
    const buffer = new Uint8Array(CHUNK);
    let pieces: Uint8Array[] = [];
    let position = 0;
    while (position < end) {
      const { bytesRead } = await this.#handle.read(buffer, 0, Math.min(CHUNK, end - position), position);
      if (bytesRead === 0) break;
      let start = 0;
      for (;;) {
        const newline = buffer.subarray(0, bytesRead).indexOf(NEWLINE, start);
        if (newline === -1) break;
        pieces.push(buffer.slice(start, newline));
        yield { bytes: joined(pieces), end: position + newline + 1, complete: true };
        pieces = [];
        start = newline + 1;
      }
      if (start < bytesRead) pieces.push(buffer.slice(start, bytesRead));
      position += bytesRead;
    }
    if (pieces.length > 0) yield { bytes: joined(pieces), end: position, complete: false };
  }

  get size(): number {
    return this.#size;
  }

  /** Drops everything behind `size`. */
  async cut(size: number): Promise<void> {
    await this.#handle.truncate(size);
    await this.#handle.datasync();
    this.#size = size;
  }

  /**
   * Appends `bytes` and resolves when they are on disk. If that fails, the file is as it was before.
   * @throws StoreError `conflict` if somebody else wrote to the file, moved or removed it; `unavailable` if it cannot be written.
   */
  async append(bytes: Uint8Array): Promise<void> {
    if (this.#broken !== null) {
      throw new StoreError(
        'unavailable',
        `Cannot write journal "${this.path}": an earlier write failed and could not be undone. Open it again.`,
        { cause: this.#broken },
      );
    }
    await this.#checkAlone();
    try {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, this.#size + done);
        done += bytesWritten;
      }
      await this.#handle.datasync();
    } catch (error) {
      await this.cut(this.#size).catch(() => {
        this.#broken = error;
      });
      throw error;
    }
    this.#size += bytes.length;
  }

  /** The lock keeps other processes of ours away; this notices the ones that do not ask for it. */
  async #checkAlone(): Promise<void> {
    const now = await stat(this.path).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    });
    if (now !== null && now.size === this.#size && now.ino === this.#inode) return;
    const what = now === null ? 'was removed' : now.ino === this.#inode ? 'was written to' : 'was replaced';
    throw new StoreError('conflict', `Cannot write journal "${this.path}": the file ${what} by somebody else.`);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A new file is only there after a crash if its folder was synced, too. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(folder, 'r');
  } catch (error) {
    if (codeOf(error) === 'EISDIR' || codeOf(error) === 'EPERM' || codeOf(error) === 'EACCES') return; // Windows cannot, and need not.
    throw error;
  }
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
