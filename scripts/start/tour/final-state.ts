/** What is on disk at the end: the journal in the extension's own database, replayed with the engine that wrote it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { loadMachines } from '../../../engine/dsl/load.ts';
import type { Inspection, MetricCounts } from '../../../engine/guard.ts';
import { createGuard } from '../../../engine/session.ts';
import { entryCodec } from '../../../engine/state/codec.ts';
import { replay } from '../../../engine/state/fold.ts';
import type { JournalEntry, NewEntry } from '../../../engine/state/journal.ts';
import { rowPrefix, rowSegments } from '../../../engine/state/rows.ts';
import { createMemoryStore } from '../../../engine/state/stores/memory.ts';
import { root } from '../../tools.ts';

/** The sums over all conversations of the tour; two servers make two. */
export interface FinalState {
  readonly tool_fsm_thread_state: Inspection['tool_fsm_thread_state'];
  readonly tool_fsm_metrics: Partial<MetricCounts>;
}

/** @param extensionPage any page of the extension: only those can open its database */
export async function readFinalState(extensionPage: Page, sets: readonly string[]): Promise<FinalState> {
  const journal = await readJournal(extensionPage);
  const rows = await replay(journal);
  const store = createMemoryStore();
  const chained = await store.commit(journal.map(withoutChain), rows);
  if (chained.at(-1)?.hash !== journal.at(-1)?.hash)
    throw new Error('The journal on disk is not the one that was written.');
  const text = await Promise.all(sets.map((name) => readFile(join(root, 'machines', `${name}.yaml`), 'utf8')));
  const loaded = text.map((one) => loadMachines(one).machines);
  const guards = loaded.flatMap((machines) => (machines === null ? [] : [createGuard({ machines, store })]));

  const states = new Map<string, Record<string, unknown>>();
  const metrics: Record<string, number> = {};
  for (const key of [...rows.keys()].filter((one) => one.startsWith(rowPrefix.threads))) {
    const [thread = ''] = rowSegments(key);
    for (const [index, guard] of guards.entries()) {
      const seen = await guard.inspect(thread);
      for (const [machine, keys] of Object.entries(seen.tool_fsm_thread_state)) {
        states.set(machine, { ...states.get(machine), ...keys });
      }
      // Every guard reads the same counts: once is enough.
      if (index > 0) continue;
      for (const [name, count] of Object.entries(seen.tool_fsm_metrics.total))
        metrics[name] = (metrics[name] ?? 0) + count;
    }
  }
  return {
    tool_fsm_thread_state: Object.fromEntries(states) as FinalState['tool_fsm_thread_state'],
    tool_fsm_metrics: Object.fromEntries(Object.entries(metrics).filter(([, count]) => count > 0)),
  };
}

/** The whole journal, oldest first. @param extensionPage any page of the extension */
export async function readJournal(extensionPage: Page): Promise<readonly JournalEntry[]> {
  const stored = await extensionPage.evaluate(readEntries);
  return stored.map((entry, index) => entryCodec.decode(entry, String(index)));
}

function withoutChain({ at, thread, set, happening, changes }: JournalEntry): NewEntry {
  return { at, thread, set, happening, changes };
}

/** All journal entries as they lie on disk, oldest first. Runs in the extension's page. */
function readEntries(): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('interlock');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const all = database.transaction('entries').objectStore('entries').getAll();
      all.onerror = () => reject(all.error);
      all.onsuccess = () => {
        database.close();
        resolve(all.result);
      };
    };
  });
}
