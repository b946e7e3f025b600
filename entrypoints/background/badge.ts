/**
 * The number on the toolbar icon: how many calls wait for a person; `!` when Interlock cannot do its work. Runs in the background.
 */
import type { GuardService } from './guard-service.ts';

/** The part of the browser's `action` API that is used here. */
export interface ActionApi {
  setBadgeText(details: { text: string }): Promise<void>;
  setTitle(details: { title: string }): Promise<void>;
  setBadgeBackgroundColor(details: { color: string }): Promise<void>;
}

export interface BadgeText {
  readonly text: string;
  readonly title: string;
  readonly color: string;
}

const WAITING_COLOR = '#b45309';
const PROBLEM_COLOR = '#b3261e';

/** What the badge says about `waiting` calls (`null`: unknown), the number of problems, and the kill switch. */
export function badgeText(waiting: number | null, problems: number, stopped = false): BadgeText {
  if (stopped) return { text: 'STOP', title: 'Interlock: all tool calls are stopped.', color: PROBLEM_COLOR };
  if (waiting === null || (problems > 0 && waiting === 0)) {
    return { text: '!', title: 'Interlock: something is wrong. Open for details.', color: PROBLEM_COLOR };
  }
  const color = WAITING_COLOR;
  if (waiting === 0) return { text: '', title: 'Interlock', color };
  const text = waiting > 999 ? '999+' : String(waiting);
  return { text, title: `Interlock: ${waiting === 1 ? '1 call waits' : `${waiting} calls wait`} for you`, color };
}

/** Keeps the badge true. Returns a function that brings it up to date once. */
export function keepBadge(action: ActionApi, service: GuardService): () => Promise<void> {
  let latest = 0;
  const update = async (): Promise<void> => {
    const mine = ++latest;
    const waiting = await service.waiting().then(
      (tickets) => tickets.length,
      () => null, // The service has reported why; the badge shows that something is wrong.
    );
    const stopped = (await service.stopped()) !== null;
    if (mine !== latest) return;
    const { text, title, color } = badgeText(waiting, service.problems.list().length, stopped);
    await Promise.all([
      action.setBadgeText({ text }),
      action.setTitle({ title }),
      action.setBadgeBackgroundColor({ color }),
    ]);
  };
  service.listen((event) => {
    const matters = event.type === 'changed' || event.entries.some((e) => e.changes.some((c) => c.type === 'ticket'));
    if (matters) update().catch((error: unknown) => console.error('Interlock: the badge could not be set.', error));
  });
  return update;
}
