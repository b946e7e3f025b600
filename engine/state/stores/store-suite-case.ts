/**
 * What a case of the suite of the stores is, and what a store must bring to be put through it.
 */
import type { Store } from '../store.ts';

/** What not every store can do. A case that needs it is skipped where a reason is given why the store cannot. */
export type Need =
  /** What was committed is there when the storage is opened again. */
  | 'persistence'
  /** One storage may be open several times at once. */
  | 'connections'
  /** Rows are stored as such, so something else can be put in their place. */
  | 'stored rows'
  /** Entries are stored as such, so something else can be put in their place. */
  | 'stored entries';

/** One storage, which at first holds nothing. */
export interface Storage {
  /** Opens a store on it. */
  open(): Promise<Store>;
  /** Puts a record in the place of a row, behind the store's back. */
  plantRow(key: string, record: unknown): Promise<void>;
  /** Puts a record in the place of an entry, behind the store's back. */
  plantEntry(seq: number, record: unknown): Promise<void>;
  dispose(): Promise<void>;
}

export interface StoreCase {
  /** A flat sentence about the store. */
  readonly name: string;
  readonly needs?: Need;
  readonly run: (storage: Storage) => Promise<void>;
}
