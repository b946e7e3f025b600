/**
 * How far the conversations of each tab have come: from marks of their prefixes to their ids, so that a page that was loaded
 * anew finds its conversation again. Kept in session storage, the newest marks of each tab alone, in small pages: there is a write for
 * every request to a model, and it costs what the page weighs. Runs in the background.
 *
 * A mark leads only to conversations of the same frame, origin and site entry. One that is lost costs a conversation its
 * memory, never a decision.
 */
import { z } from 'zod';
import { CALL_END } from './page-messages.ts';
import { SessionRecord } from './session-record.ts';
import type { StorageArea } from './settings-store.ts';
import type { Place } from './thread-id.ts';

/** Marks of one page. */
export const PAGE = 25;
/** Pages of a tab. The next one takes the place of the oldest. */
export const PAGES = 20;

/** No conversation has this id. */
const SEVERAL = '';

/** `nth`: how many pages of the tab were begun before. */
const page = z.object({ nth: z.number(), marks: z.array(z.tuple([z.string(), z.string()])) });
type MarksPage = z.infer<typeof page>;

const NONE: MarksPage = { nth: -1, marks: [] };

/** Whose marks they are. */
export interface MarkOwner {
  readonly place: Pick<Place, 'tab' | 'frame' | 'origin'>;
  /** Match pattern of the site entry. */
  readonly match: string;
  readonly protocol: string;
}

interface TabMarks {
  /** One for each page, by where it is kept. */
  readonly records: readonly SessionRecord<MarksPage>[];
  /** Oldest first; the last one is written to. */
  pages: readonly MarksPage[];
}

export class Marks {
  readonly #area: StorageArea;
  readonly #tabs = new Map<number, Promise<TabMarks>>();

  constructor(area: StorageArea) {
    this.#area = area;
  }

  /** The conversation `id` has come as far as `end`. At a call, a second one leaves it to none. Rejects when that cannot be stored. */
  async reached(owner: MarkOwner, id: string, end: string): Promise<void> {
    const tab = await this.#of(owner.place.tab);
    const key = keyOf(owner, end);
    const other = idOf(tab, key) ?? id;
    const newest = tab.pages.at(-1) ?? NONE;
    const marks = newest.marks.filter(([known]) => known !== key);
    const full = newest.nth === -1 || marks.length >= PAGE;
    const before = full ? { nth: newest.nth + 1, marks: [] } : { ...newest, marks };
    const written: MarksPage = {
      ...before,
      marks: [...before.marks, [key, other !== id && end.startsWith(CALL_END) ? SEVERAL : id]],
    };
    tab.pages = [...(full ? tab.pages : tab.pages.slice(0, -1)), written].slice(-PAGES);
    await tab.records[written.nth % PAGES]?.write(written);
  }

  /** The id of the conversation that has come as far as the first mark that is known; `null` when none is. */
  async find(owner: MarkOwner, ends: readonly string[]): Promise<string | null> {
    const tab = await this.#of(owner.place.tab);
    for (const end of ends) {
      const id = idOf(tab, keyOf(owner, end));
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
    const records = Array.from(
      { length: PAGES },
      (_, at) => new SessionRecord<MarksPage>(this.#area, `marks ${tab} ${at}`),
    );
    const stored = await Promise.all(records.map((one) => one.read(page, NONE)));
    const pages = stored.filter(({ nth }) => nth !== NONE.nth).sort((a, b) => a.nth - b.nth);
    return { records, pages };
  }
}

/** The conversation that has come as far as the mark; the newest word on it counts. */
const idOf = ({ pages }: TabMarks, key: string): string | undefined =>
  pages.flatMap(({ marks }) => marks).findLast(([known]) => known === key)?.[1];

const keyOf = ({ place: { frame, origin }, match, protocol }: MarkOwner, end: string): string =>
  JSON.stringify([frame, origin, match, protocol, end]);
