/**
 * The store of the command line: a file with one journal entry a line. Runs on Node and Deno. The journal is all that is on
 * disk; the rows are folded from it on opening and kept in memory.
 *
 * The lines of one commit are written and synced together. All but the last start with a space, which JSON does not
 * mind: so a commit that a crash cut short, even between two of its lines, is known on opening. It was never answered, and is
 * cut off. Anything else that does not read as written is an error.
 */
import { canonicalJson, frozenJson } from '../canonical-json.ts';
import { type ChainLink, chainEntries, follows } from '../chain.ts';
import { entryCodec } from '../codec.ts';
import type { JournalEntry, NewEntry } from '../journal.ts';
import { type Row, type RowKey, type Store, StoreError } from '../store.ts';
import { AppendOnlyFile, type Line } from './jsonl-file.ts';
import { type Lock, lockFile } from './jsonl-lock.ts';
import { prepareRows, RowTable } from './row-table.ts';

/** What was cut off on opening. */
export interface Torn {
  readonly file: string;
  /** Number of the first line that was cut off, from 1. */
  readonly line: number;
  readonly bytes: number;
}

export interface JsonlOptions {
  /** Path of the file; made if it is not there (its folder is not). `FILE.lock` lies beside it while the store is open. */
  readonly file: string;
  /** Applies one entry to the rows, in place: `foldEntry`. */
  readonly fold: (rows: Map<RowKey, Row>, entry: JournalEntry) => void;
  /** Told on opening when the end of a commit that a crash cut short was dropped. */
  readonly onTorn?: (torn: Torn) => void;
}

/**
 * Opens a journal file: reads it, checks its chain, folds its rows.
 * @throws StoreError `conflict` (another process has it open), `undecodable` (a line is not as it was written),
 * `newer_version`, `unavailable` (the file cannot be read or written).
 */
export async function openJsonlStore(options: JsonlOptions): Promise<Store> {
  const { file } = options;
  const lock = await lockFile(file).catch((error: unknown) => {
    throw failure(file, error);
  });
  try {
    const journal = await AppendOnlyFile.open(file);
    try {
      return new JsonlStore(journal, lock, await load(journal, options));
    } catch (error) {
      await journal.close();
      throw error;
    }
  } catch (error) {
    await lock.release();
    throw failure(file, error);
  }
}

interface Loaded {
  readonly head: ChainLink | null;
  readonly rows: RowTable;
}

async function load(file: AppendOnlyFile, { fold, onTorn }: JsonlOptions): Promise<Loaded> {
  const rows = new Map<RowKey, Row>();
  let head: ChainLink | null = null;
  /** The entries of a commit whose last line has not come yet. */
  let commit: JournalEntry[] = [];
  let good = { offset: 0, line: 0 };
  let number = 0;
  let unended = false;
  for await (const line of file.lines()) {
    const read = parsed(line, `${file.path}:${++number}`);
    if (read === null) break;
    const prev: ChainLink | null = commit.at(-1) ?? head;
    if (!follows(prev, read.record)) {
      throw new StoreError(
        'undecodable',
        `Cannot open journal "${file.path}": line ${number} is not what was written after ` +
          `${prev === null ? 'the start' : `entry ${prev.seq}`}. Nothing was changed. "interlock verify" says what was done to it.`,
      );
    }
    commit.push(read.entry);
    if (isContinued(line)) continue;
    for (const entry of commit) fold(rows, entry);
    head = read.entry;
    commit = [];
    good = { offset: line.end, line: number };
    unended = !line.complete;
  }
  if (good.offset < file.size) {
    const bytes = file.size - good.offset;
    await file.cut(good.offset);
    onTorn?.({ file: file.path, line: good.line + 1, bytes });
  }
  if (unended) await file.append(utf8.encode('\n'));
  for (const [key, row] of rows) rows.set(key, frozenJson(row));
  return { head, rows: new RowTable(rows) };
}

const utf8 = new TextEncoder();
const SPACE = 0x20;

/** Whether more lines of the same commit come behind this one. */
const isContinued = (line: Line): boolean => line.bytes[0] === SPACE;

/** What a line holds, as it is written and as an entry; null for a last line that was cut short in writing. */
function parsed(line: Line, where: string): { readonly record: object; readonly entry: JournalEntry } | null {
  let record: unknown;
  try {
    record = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line.bytes));
  } catch (cause) {
    if (!line.complete) return null;
    throw new StoreError(
      'undecodable',
      `Cannot read stored journal entry "${where}": it is not JSON. Nothing was changed. "interlock verify" says what was done to the file.`,
      { cause },
    );
  }
  return { entry: entryCodec.decode(record, where), record: record as object };
}

class JsonlStore implements Store {
  readonly #file: AppendOnlyFile;
  readonly #lock: Lock;
  readonly #rows: RowTable;
  #head: ChainLink | null;
  /** The commit that is being written: the next one waits for it. */
  #writing: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(file: AppendOnlyFile, lock: Lock, { head, rows }: Loaded) {
    this.#file = file;
    this.#lock = lock;
    this.#head = head;
    this.#rows = rows;
  }

  async read(keys: readonly RowKey[]): Promise<ReadonlyMap<RowKey, Row>> {
    this.#checkOpen();
    return this.#rows.read(keys);
  }

  async *scan(prefix: string): AsyncIterable<readonly [RowKey, Row]> {
    this.#checkOpen();
    yield* this.#rows.scan(prefix);
  }

  async commit(entries: readonly NewEntry[], rows: ReadonlyMap<RowKey, Row | null>): Promise<readonly JournalEntry[]> {
    this.#checkOpen();
    const prepared = prepareRows(entries, rows);
    const write = async (): Promise<readonly JournalEntry[]> => {
      const stored = chainEntries(this.#head, entries);
      const last = stored.at(-1);
      if (last === undefined) return [];
      const lines = stored.map((entry) => `${entry === last ? '' : ' '}${canonicalJson(entry)}\n`);
      await this.#file.append(utf8.encode(lines.join('')));
      this.#head = last;
      this.#rows.put(prepared);
      return stored;
    };
    const written = this.#writing.then(write, write);
    this.#writing = written.catch(() => undefined); // Whoever committed is told; the next one only waits.
    return written.catch((error: unknown) => {
      throw failure(this.#file.path, error);
    });
  }

  async *journal(from = 0): AsyncIterable<JournalEntry> {
    this.#checkOpen();
    try {
      let number = 0;
      for await (const line of this.#file.lines()) {
        if (number++ < from) continue; // Entry n is in line n + 1: opening has checked that.
        const where = `${this.#file.path}:${number}`;
        const read = parsed(line, where);
        if (read !== null) yield read.entry;
      }
    } catch (error) {
      throw failure(this.#file.path, error);
    }
  }

  async newest(): Promise<number> {
    this.#checkOpen();
    return this.#head?.seq ?? -1;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writing;
    await this.#file.close();
    await this.#lock.release();
  }

  #checkOpen(): void {
    if (this.#closed) throw new StoreError('unavailable', `Cannot use journal "${this.#file.path}": it was closed.`);
  }
}

function failure(file: string, error: unknown): unknown {
  if (error instanceof StoreError || error instanceof TypeError || error instanceof RangeError) return error;
  return new StoreError('unavailable', `Cannot use journal "${file}": ${String(error)}`, { cause: error });
}
