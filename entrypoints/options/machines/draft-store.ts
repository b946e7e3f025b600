/**
 * Keeps texts that are not saved yet over a reload of the page. Runs in the options page.
 */
import { z } from 'zod';
import type { Draft } from '../model.ts';

export interface DraftStore {
  /** What was kept, by the key of the selection. */
  load(): ReadonlyMap<string, Draft>;
  /** Keeps these, and what other pages have changed meanwhile; of one set, the text that was changed last. False when that cannot be done (the storage is full, say): they live as long as the page then. */
  keep(drafts: ReadonlyMap<string, Draft>): boolean;
}

/** For pages without storage. */
export const FORGETFUL: DraftStore = { load: () => new Map(), keep: (drafts) => drafts.size === 0 };

const KEY = 'interlock:drafts';
/** The name of the new set that begins with what was stored and cannot be read. */
export const UNREADABLE = 'unreadable-texts';
const stored = z.array(z.tuple([z.string(), z.object({ name: z.string(), text: z.string() })]));

/** In the pages' own storage, which is written at once: the text is there even if the page is closed with the next key. */
export function draftStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): DraftStore {
  let last: ReadonlyMap<string, Draft> = new Map();
  return {
    load() {
      last = read(storage);
      return last;
    },
    keep(drafts) {
      try {
        const kept = read(storage);
        for (const [id, draft] of last) if (!drafts.has(id) && same(kept.get(id), draft)) kept.delete(id);
        for (const [id, draft] of drafts) if (!same(last.get(id), draft)) kept.set(id, draft);
        if (kept.size === 0) storage.removeItem(KEY);
        else storage.setItem(KEY, JSON.stringify([...kept]));
        last = drafts;
        return true;
      } catch (error) {
        console.warn('Interlock: texts that were not saved cannot be kept.', error);
        return false;
      }
    },
  };
}

/** What cannot be read becomes the text of a new set, so that a person can take from it what they wrote. */
function read(storage: Pick<Storage, 'getItem'>): Map<string, Draft> {
  let text = '';
  try {
    text = storage.getItem(KEY) ?? '[]';
    return new Map(stored.parse(JSON.parse(text)));
  } catch (error) {
    console.warn('Interlock: texts that were not saved cannot be read back.', error);
    return new Map(text === '' ? [] : [['new/1', { name: UNREADABLE, text }]]);
  }
}

const same = (one: Draft | undefined, { name, text }: Draft): boolean => one?.name === name && one.text === text;
