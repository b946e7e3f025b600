/**
 * The number on the toolbar icon: how many calls wait for a person; `!` when Interlock cannot do its work. Runs in the background.
 * It says so in the person's language.
 */
import { effect } from '@preact/signals';
import { language, t } from '../ui/i18n/i18n.ts';
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
  if (stopped) return { text: t('popup.badgeStop'), title: t('popup.badgeStopped'), color: PROBLEM_COLOR };
  if (waiting === null || (problems > 0 && waiting === 0)) {
    return { text: '!', title: t('popup.badgeWrong'), color: PROBLEM_COLOR };
  }
  const color = WAITING_COLOR;
  if (waiting === 0) return { text: '', title: t('popup.pageTitle'), color };
  const text = waiting > 999 ? '999+' : String(waiting);
  return { text, title: t('popup.badgeWaiting', { count: waiting }), color };
}

/** Keeps the badge true. Returns a function that brings it up to date once. */
export function keepBadge(action: ActionApi, service: GuardService): () => Promise<void> {
  let latest = 0;
  /** The language of what the badge says now. */
  let shownIn = language.peek();
  const update = async (): Promise<void> => {
    const mine = ++latest;
    const waiting = await service.waiting().then(
      (tickets) => tickets.length,
      () => null, // The service has reported why; the badge shows that something is wrong.
    );
    const stopped = (await service.stopped()) !== null;
    if (mine !== latest) return;
    shownIn = language.peek();
    const { text, title, color } = badgeText(waiting, service.problems.list().length, stopped);
    await Promise.all([
      action.setBadgeText({ text }),
      action.setTitle({ title }),
      action.setBadgeBackgroundColor({ color }),
    ]);
  };
  service.listen((event) => {
    const matters = event.type === 'changed' || event.entries.some((e) => e.changes.some((c) => c.type === 'ticket'));
    if (matters) update().catch(report);
  });
  effect(() => {
    if (language.value !== shownIn) update().catch(report);
  });
  return update;
}

function report(error: unknown): void {
  console.error('Interlock: the badge could not be set.', error);
}
