/** The IndexedDB store in a page of its own. Runs in the browser. */
import { openIndexedDbStore } from '../../engine/state/stores/indexed-db.ts';
import { type StoreFigure, storeFigures } from './store-figures.ts';

/** Fills a database to each size and times commits. */
export function figures(sizes: readonly number[]): Promise<readonly StoreFigure[]> {
  return storeFigures({
    name: 'indexed-db (Chromium)',
    sizes,
    commits: 200,
    open: (size) => openIndexedDbStore({ name: `bench-${size}` }),
  });
}
