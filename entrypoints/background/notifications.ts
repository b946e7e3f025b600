/**
 * Tells the person that a call waits while nobody looks: one notification for all that wait, gone when nothing does. Runs in the
 * background.
 */
import type { WaitingCall } from '../../engine/guard.ts';
import { t } from '../ui/i18n/i18n.ts';
import { revealed } from '../ui/reveal.ts';
import type { GuardService } from './guard-service.ts';
import { parseThread } from './thread-id.ts';

export const WAITING_NOTIFICATION = 'interlock:waiting';

/** The part of the browser's `notifications` API that is used here. */
export interface NotificationsApi {
  create(id: string, options: NotificationOptions): Promise<unknown>;
  clear(id: string): Promise<unknown>;
}

interface NotificationOptions {
  readonly type: 'basic';
  readonly iconUrl: string;
  readonly title: string;
  readonly message: string;
}

export interface NotifyingOptions {
  readonly service: GuardService;
  readonly notifications: NotificationsApi;
  readonly iconUrl: string;
  /** Whether a person sees a view of the waiting calls: then there is nothing to tell. */
  readonly watched: () => boolean;
  /** Runs `work` after `ms` milliseconds; returns what calls it off. */
  readonly later: (work: () => void, ms: number) => () => void;
}

/** A call that is answered at once (by a grant, say) is nothing to tell; and many that come together are told of once. */
const SETTLE_DOWN_MS = 400;
/** A name from a page is cut beyond this. */
const NAME_LENGTH = 60;

export interface Notifying {
  /** Somebody looks at a view: they have been told. */
  seen(): void;
}

export function keepNotifying({ service, notifications, iconUrl, watched, later }: NotifyingOptions): Notifying {
  const told = new Set<string>();
  // The worker before this one may have shown it.
  let shown = true;
  let scheduled = false;
  const clear = (): void => {
    if (!shown) return;
    shown = false;
    notifications.clear(WAITING_NOTIFICATION).catch(report);
  };
  const look = async (): Promise<void> => {
    scheduled = false;
    const waiting = await service.waiting();
    const [oldest] = waiting;
    const fresh = waiting.filter(({ id }) => !told.has(id));
    told.clear();
    for (const { id } of waiting) told.add(id);
    if (oldest === undefined || watched()) clear();
    else if (fresh.length > 0) {
      shown = true;
      const message = messageOf(oldest, waiting.length);
      await notifications.create(WAITING_NOTIFICATION, {
        type: 'basic',
        iconUrl,
        title: t('popup.notifyTitle'),
        message,
      });
    }
  };
  service.listen((event) => {
    const matters = event.type === 'entries' && event.entries.some((e) => e.changes.some((c) => c.type === 'ticket'));
    if (!matters || scheduled) return;
    scheduled = true;
    later(() => {
      look().catch(report);
    }, SETTLE_DOWN_MS);
  });
  return { seen: clear };
}

function messageOf({ tool: name, thread }: WaitingCall, count: number): string {
  const tool = revealed(name).slice(0, NAME_LENGTH);
  const host = (parseThread(thread)?.origin ?? '').replace(/^https?:\/\//, '');
  return count === 1 ? t('popup.notifyOne', { tool, host }) : t('popup.notifyMany', { count, tool, host });
}

function report(error: unknown): void {
  console.error('Interlock: a notification could not be shown.', error);
}
