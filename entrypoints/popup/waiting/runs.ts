/**
 * Waiting calls in the groups they are shown in: one for each run of each thread, in the order of their oldest calls. Pure.
 */
import type { WaitingCall } from '../../background/ui-messages.ts';
import type { Item } from './calls.ts';

export interface Run {
  /** Tells the run from all others. */
  readonly id: string;
  readonly thread: string;
  /** False when the thread has gone on to another run. */
  readonly current: boolean;
  readonly page: WaitingCall['page'];
  readonly items: readonly Placed[];
  /** How many of its calls can still be decided. */
  readonly undecided: number;
}

export interface Placed {
  readonly item: Item;
  /** Its place among all that are not over, in the order in which they are shown, from 0. */
  readonly place: number;
}

export function runsOf(items: readonly Item[]): readonly Run[] {
  const groups = Map.groupBy(items, ({ call: { thread, run } }) => JSON.stringify([thread, run]));
  let place = 0;
  return [...groups].flatMap(([id, members]): readonly Run[] => {
    const [first] = members;
    if (first === undefined) return [];
    const placed = members.map((item) => ({ item, place: item.outcome === null ? place++ : place }));
    const { thread, run, page } = first.call;
    const undecided = members.filter((item) => item.waiting && item.decision === null).length;
    return [{ id, thread, current: run !== null, page, items: placed, undecided }];
  });
}
