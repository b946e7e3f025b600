/**
 * One connection to the store's IndexedDB database, and every fault it can have. Runs in extension workers, extension
 * pages and userscripts. It never resets, deletes or rebuilds what is stored.
 */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { type RowKey, StoreError } from '../store.ts';

/** Version of the database's own structure. The layout of records has its own version, see `codec.ts`. */
const DATABASE_VERSION = 1;

export interface Schema extends DBSchema {
  /** Journal entries by sequence number. */
  entries: { key: number; value: unknown };
  rows: { key: RowKey; value: unknown };
}

export type Mode = 'readonly' | 'readwrite';
export type Transaction<M extends Mode> = IDBPTransaction<Schema, ['entries', 'rows'], M>;
type Database = IDBPDatabase<Schema>;

export interface ConnectionOptions {
  readonly name: string;
  /** Told when another connection with an older structure keeps the database from opening; it opens once that one is closed. */
  readonly onBlocked?: () => void;
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #version: number;
  #opening: Promise<Database> | null = null;
  #current: Database | null = null;
  #closed = false;
  /** The newest entry this connection knows to be stored; -1 = none. Falls only if somebody removes what is stored. */
  #newest = -1;

  /** `version` of the structure: another one than the current is for tests of upgrades. */
  constructor(options: ConnectionOptions, version = DATABASE_VERSION) {
    this.#options = options;
    this.#version = version;
  }

  get name(): string {
    return JSON.stringify(this.#options.name);
  }

  /**
   * Runs `work` in a transaction and resolves when the transaction is complete: for `readwrite`, when it is on disk. If
   * anything fails, nothing of it is stored. A connection that the browser closed is reopened, once.
   * @throws StoreError; what `work` throws that is not a database error comes through as it is.
   */
  async transact<T, M extends Mode>(mode: M, work: (transaction: Transaction<M>) => Promise<T>): Promise<T> {
    try {
      return await complete(await this.#begin(mode), work);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** A fresh transaction. Wrapped, because a promise must not be resolved with something that looks like one. */
  async #begin<M extends Mode>(mode: M): Promise<{ readonly transaction: Transaction<M> }> {
    const begin = (database: Database): { readonly transaction: Transaction<M> } => ({
      transaction: database.transaction(['entries', 'rows'], mode, { durability: 'strict' }),
    });
    const database = await this.open();
    try {
      return begin(database);
    } catch (error) {
      if (nameOf(error) !== 'InvalidStateError') throw error;
      this.#forget(database);
      return begin(await this.open());
    }
  }

  /** Opens the database unless it is open. */
  async open(): Promise<Database> {
    if (this.#closed) throw new StoreError('unavailable', `Cannot use store ${this.name}: it was closed.`);
    this.#opening ??= this.#connect().catch((error) => {
      this.#opening = null;
      throw this.#failure(error);
    });
    return this.#opening;
  }

  async #connect(): Promise<Database> {
    // Lets go when another context wants to upgrade or delete the database: it would wait for this one forever.
    const release = (): void => {
      void connected.then(
        (database) => this.#forget(database),
        () => undefined,
      );
    };
    const connected = openDB<Schema>(this.#options.name, this.#version, {
      // Each version adds to the one before it: a database of any older version ends up with the current structure.
      upgrade: (database, from) => {
        if (from < 1) {
          database.createObjectStore('entries');
          database.createObjectStore('rows');
        }
      },
      blocked: () => this.#options.onBlocked?.(),
      blocking: release,
      terminated: release,
    });
    const database = await connected;
    await this.#checkNewest(database);
    this.#current = database;
    return database;
  }

  /** State that is gone after a reopening was removed by somebody; going on from nothing would be a silent reset. */
  async #checkNewest(database: Database): Promise<void> {
    const cursor = await database.transaction('entries').store.openKeyCursor(null, 'prev');
    const newest = cursor === null ? -1 : cursor.primaryKey;
    if (newest < this.#newest) {
      database.close();
      throw this.removed(newest);
    }
    this.#newest = newest;
  }

  /** Remembers how far the journal goes. */
  reached(seq: number): void {
    this.#newest = Math.max(this.#newest, seq);
  }

  get newest(): number {
    return this.#newest;
  }

  removed(newest: number): StoreError {
    return new StoreError(
      'unavailable',
      `Cannot go on with store ${this.name}: its journal went up to entry ${this.#newest}, now it ` +
        `${newest === -1 ? 'is empty' : `ends at ${newest}`}. Somebody removed stored data. Restart Interlock to begin anew.`,
    );
  }

  #forget(database: Database): void {
    database.close();
    if (this.#current !== database) return;
    this.#current = null;
    this.#opening = null;
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#closed = true;
    this.#opening = null;
    await opening?.then(
      (database) => database.close(),
      () => undefined, // It never opened; whoever asked for it was told.
    );
  }

  #failure(error: unknown): unknown {
    if (error instanceof StoreError || error instanceof TypeError || error instanceof RangeError) return error;
    switch (nameOf(error)) {
      case 'VersionError':
        return new StoreError(
          'newer_version',
          `Cannot open store ${this.name}: a newer Interlock has upgraded it. Nothing was changed. Update Interlock.`,
          { cause: error },
        );
      case 'QuotaExceededError':
        return new StoreError(
          'unavailable',
          `Cannot write to store ${this.name}: there is no room left. Nothing was stored. Free disk space, or export and clear the journal.`,
          { cause: error },
        );
      default:
        return new StoreError('unavailable', `Cannot use store ${this.name}: ${String(error)}`, { cause: error });
    }
  }
}

async function complete<T, M extends Mode>(
  { transaction }: { readonly transaction: Transaction<M> },
  work: (transaction: Transaction<M>) => Promise<T>,
): Promise<T> {
  transaction.done.catch(() => undefined); // Awaited below; until then a failure must not count as unhandled.
  let result: T;
  try {
    result = await work(transaction);
  } catch (error) {
    try {
      transaction.abort();
    } catch (gone) {
      // A failed request has aborted it already. INVARIANT: either way it is over before the caller hears of the failure.
      if (nameOf(gone) !== 'InvalidStateError') throw gone;
    }
    await transaction.done.catch(() => undefined);
    throw error;
  }
  await transaction.done;
  return result;
}

/** By name, not by class: in a userscript the error may come from another realm. */
function nameOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'name' in error ? error.name : null;
}
