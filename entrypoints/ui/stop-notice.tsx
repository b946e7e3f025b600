/**
 * Says on every other page than the popup that all tool calls are stopped, and what lifts that. It lifts nothing itself: that takes
 * a decision in the popup. Runs in options and first page.
 */
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { StopView } from '../background/ui-messages.ts';
import { ago } from './format.ts';
import { rich, t } from './i18n/i18n.ts';
import { now } from './now.ts';

export function StopNotice({ stop }: { readonly stop: ReadonlySignal<StopView | null> }): JSX.Element | null {
  if (stop.value === null) return null;
  const lifts = rich('common.stopLiftedThere', {
    lift: t('instances.lift'),
    a: (words) => (
      <a href="/popup.html" target="_blank" rel="noreferrer">
        {words}
      </a>
    ),
  });
  return (
    <div class="problems">
      <section class="problem">
        {/* That alone is spoken at once: how long ago it was changes all the time. */}
        <p class="problem-message" role="alert">
          {t('instances.stopped')}
        </p>
        <p>{wordsOf(stop.value)}</p>
        <p class="problem-remedy">{lifts}</p>
      </section>
    </div>
  );
}

function wordsOf({ at, by }: StopView): string {
  switch (by) {
    case 'popup':
      return t('common.stoppedInPopup', { ago: ago(now.value - at) });
    case 'shortcut':
      return t('instances.stoppedByShortcut', { ago: ago(now.value - at) });
    case 'unreadable':
      return t('instances.stoppedUnreadable');
  }
}
