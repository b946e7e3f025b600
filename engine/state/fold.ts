/**
 * The fold: what each change does to the rows. State is this function over the journal and nothing else, so
 * `replay` of a journal gives the same rows byte for byte as the ones that were committed along the way.
 */
import type { Change, JournalEntry, NewEntry } from './journal.ts';
import {
  decode,
  ENDS_LENGTH,
  type EndsRow,
  type LogRow,
  NEW_THREAD,
  rowKey,
  type ThreadRow,
  VIOLATION_LOG_LENGTH,
} from './rows.ts';
import type { Row, RowKey } from './store.ts';

/** Rows in memory: all of them, or just the ones that some entries touch. */
export type Rows = Map<RowKey, Row>;

/** The rows a change reads or writes. A store needs no others to apply it. */
export function rowsOfChange(thread: string, change: Change): readonly RowKey[] {
  switch (change.type) {
    case 'instance':
      return [rowKey.instance(thread, change.machine, change.key)];
    case 'live':
      return [rowKey.live(thread, change.call.id)];
    case 'finished':
      return [rowKey.live(thread, change.call), rowKey.call(thread, change.call)];
    case 'ticket':
      return [rowKey.ticket(change.ticket.id), rowKey.pending(change.ticket.id)];
    case 'metric':
      return [rowKey.metrics(thread)];
    case 'violation':
      return [rowKey.log(thread)];
    case 'ended':
      return [rowKey.ends(thread)];
    case 'kept':
      return [rowKey.kept(thread, change.name)];
    case 'run':
    case 'step':
    case 'completed':
    case 'forced':
      return [rowKey.thread(thread)];
  }
}

function applyChange(rows: Rows, thread: string, change: Change): void {
  switch (change.type) {
    case 'instance':
      rows.set(rowKey.instance(thread, change.machine, change.key), change.instance);
      return;
    case 'live':
      rows.set(rowKey.live(thread, change.call.id), change.call);
      return;
    case 'finished':
      rows.delete(rowKey.live(thread, change.call));
      rows.set(rowKey.call(thread, change.call), change.finished);
      return;
    case 'ticket': {
      const { ticket } = change;
      rows.set(rowKey.ticket(ticket.id), ticket);
      if (ticket.status === 'pending')
        rows.set(rowKey.pending(ticket.id), { thread: ticket.thread, expiresAt: ticket.expiresAt });
      else rows.delete(rowKey.pending(ticket.id));
      return;
    }
    case 'metric': {
      const key = rowKey.metrics(thread);
      const metrics = rows.has(key) ? decode.metrics(rows.get(key), key) : {};
      const counts = Object.hasOwn(metrics, change.machine) ? metrics[change.machine] : undefined;
      rows.set(key, {
        ...metrics,
        [change.machine]: { ...counts, [change.metric]: (counts?.[change.metric] ?? 0) + 1 },
      });
      return;
    }
    case 'violation': {
      const key = rowKey.log(thread);
      const log: LogRow = rows.has(key) ? decode.log(rows.get(key)) : [];
      const { machine, key: instance, tool, action, reason, at } = change;
      rows.set(
        key,
        [{ machine, key: instance, tool, action, reason, time: at }, ...log].slice(0, VIOLATION_LOG_LENGTH),
      );
      return;
    }
    case 'ended': {
      const key = rowKey.ends(thread);
      const ends: EndsRow = rows.has(key) ? decode.ends(rows.get(key)) : [];
      rows.set(key, [change.ended, ...ends].slice(0, ENDS_LENGTH));
      return;
    }
    case 'kept': {
      const { name, value } = change;
      if (value === null) rows.delete(rowKey.kept(thread, name));
      else rows.set(rowKey.kept(thread, name), { name, value });
      return;
    }
    case 'run':
      setThread(rows, thread, (row) => ({ ...row, run: change.run, forced: 0 }));
      return;
    case 'step':
      setThread(rows, thread, (row) => ({ ...row, step: row.step + 1 }));
      return;
    case 'completed':
      setThread(rows, thread, (row) => ({ ...row, completed: row.completed + 1 }));
      return;
    case 'forced':
      setThread(rows, thread, (row) => ({ ...row, forced: row.forced + 1 }));
      return;
  }
}

function setThread(rows: Rows, thread: string, next: (row: ThreadRow) => ThreadRow): void {
  const key = rowKey.thread(thread);
  rows.set(key, next(rows.has(key) ? decode.thread(rows.get(key), key) : NEW_THREAD));
}

/** Applies changes of one thread to `rows` in place. `rows` must hold every existing row the changes touch (`rowsOfChange`). */
export function applyChanges(rows: Rows, thread: string, changes: readonly Change[]): Rows {
  for (const change of changes) applyChange(rows, thread, change);
  return rows;
}

/** Applies one journal entry. */
export function foldEntry(rows: Rows, entry: NewEntry): void {
  applyChanges(rows, entry.thread, entry.changes);
}

/** All rows that a journal makes, from its first entry. Streams: only the rows are kept. */
export async function replay(journal: Iterable<JournalEntry> | AsyncIterable<JournalEntry>): Promise<Rows> {
  const rows: Rows = new Map();
  for await (const entry of journal) foldEntry(rows, entry);
  return rows;
}
