/**
 * Keeps texts that are not saved yet over a reload of the page. Runs in the options page.
 */
import { z } from 'zod';
import type { Draft } from '../model.ts';

export interface DraftStore {
  /** What was kept, by the key of the selection. */
  load(): ReadonlyMap<string, Draft>;
  /** Keeps exactly these. False when that cannot be done (the storage is full, say): they live as long as the page then. */
  keep(drafts: ReadonlyMap<string, Draft>): boolean;
}

/** For pages without storage. */
export const FORGETFUL: DraftStore = { load: () => new Map(), keep: (drafts) => drafts.size === 0 };

const KEY = 'interlock:drafts';
const stored = z.array(z.tuple([z.string(), z.object({ name: z.string(), text: z.string() })]));

/** In the page's own storage, which is written at once: the text is there even if the page is closed with the next key. */
export function draftStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): DraftStore {
  return {
    load() {
      try {
        return new Map(stored.parse(JSON.parse(storage.getItem(KEY) ?? '[]')));
      } catch (error) {
        console.warn('Interlock: texts that were not saved cannot be read back.', error);
        return new Map();
      }
    },
    keep(drafts) {
      try {
        if (drafts.size === 0) storage.removeItem(KEY);
        else storage.setItem(KEY, JSON.stringify([...drafts]));
        return true;
      } catch (error) {
        console.warn('Interlock: texts that were not saved cannot be kept.', error);
        return false;
      }
    },
  };
}
