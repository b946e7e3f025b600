/**
 * How far the conversations of each tab have come: from marks of their prefixes to their ids, so that a page that was loaded
 * anew finds its conversation again. Kept in session storage, one record a tab, the newest marks alone. Runs in the background.
 *
 * A mark leads only to conversations of the same frame, origin and site entry. One that is lost costs a conversation its
 * memory, never a decision.
 */
import { z } from 'zod';
import { CALL_END } from './page-messages.ts';
import { SessionRecord } from './session-record.ts';
import type { StorageArea } from './settings-store.ts';
import type { Place } from './thread-id.ts';

/** Marks kept for each tab. */
export const MAX_MARKS = 500;

/** No conversation has this id. */
const SEVERAL = '';

const record = z.array(z.tuple([z.string(), z.string()]));

/** Whose marks they are. */
export interface MarkOwner {
  readonly place: Pick<Place, 'tab' | 'frame' | 'origin'>;
  /** Match pattern of the site entry. */
  readonly match: string;
  readonly protocol: string;
}

interface TabMarks {
  readonly record: SessionRecord<z.infer<typeof record>>;
  /** Ids by key, the newest last. */
  readonly ids: Map<string, string>;
}

export class Marks {
  readonly #area: StorageArea;
  readonly #tabs = new Map<number, Promise<TabMarks>>();

  constructor(area: StorageArea) {
    this.#area = area;
  }

  /** The conversation `id` has come as far as `end`. At a call, a second one leaves it to none. Rejects when that cannot be stored. */
  async reached(owner: MarkOwner, id: string, end: string): Promise<void> {
    const { record: stored, ids } = await this.#of(owner.place.tab);
    const key = keyOf(owner, end);
    const other = ids.get(key) ?? id;
    ids.delete(key);
    ids.set(key, other !== id && end.startsWith(CALL_END) ? SEVERAL : id);
    for (const oldest of ids.keys()) {
      if (ids.size <= MAX_MARKS) break;
      ids.delete(oldest);
    }
    await stored.write([...ids]);
  }

  /** The id of the conversation that has come as far as the first mark that is known; `null` when none is. */
  async find(owner: MarkOwner, ends: readonly string[]): Promise<string | null> {
    const { ids } = await this.#of(owner.place.tab);
    for (const end of ends) {
      const id = ids.get(keyOf(owner, end));
      if (id !== undefined && id !== SEVERAL) return id;
    }
    return null;
  }

  #of(tab: number): Promise<TabMarks> {
    const known = this.#tabs.get(tab);
    if (known !== undefined) return known;
    const reading = this.#read(tab);
    this.#tabs.set(tab, reading);
    reading.catch(() => this.#tabs.delete(tab));
    return reading;
  }

  async #read(tab: number): Promise<TabMarks> {
    const stored = new SessionRecord<z.infer<typeof record>>(this.#area, `marks ${tab}`);
    return { record: stored, ids: new Map(await stored.read(record, [])) };
  }
}

const keyOf = ({ place: { frame, origin }, match, protocol }: MarkOwner, end: string): string =>
  JSON.stringify([frame, origin, match, protocol, end]);
