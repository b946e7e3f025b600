/**
 * Says that all tool calls are stopped, and takes two clicks to lift that.
 */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { StopView } from '../../background/ui-messages.ts';
import { ago } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { now } from '../../ui/now.ts';
import type { Oversight } from './oversight.ts';

export function StopBanner({ stop, model }: { readonly stop: StopView; readonly model: Oversight }): JSX.Element {
  const [asking, setAsking] = useState(false);
  return (
    <section class="stop-banner" aria-labelledby="stop-title">
      <div role="alert">
        <h2 id="stop-title">{t('instances.stopped')}</h2>
        <p>{wordsOf(stop)}</p>
      </div>
      {asking ? (
        <Question confirm={() => model.lift()} cancel={() => setAsking(false)} />
      ) : (
        <button type="button" class="button" onClick={() => setAsking(true)}>
          {t('instances.lift')}
        </button>
      )}
    </section>
  );
}

function Question({ confirm, cancel }: { readonly confirm: () => void; readonly cancel: () => void }): JSX.Element {
  const keep = useRef<HTMLButtonElement>(null);
  // A second press of the key that asked must not answer.
  useEffect(() => keep.current?.focus(), []);
  return (
    <fieldset class="stop-question">
      <legend>{t('instances.liftQuestion')}</legend>
      <button type="button" class="button" ref={keep} onClick={cancel}>
        {t('instances.liftKeep')}
      </button>
      <button type="button" class="button danger" onClick={confirm}>
        {t('instances.liftConfirm')}
      </button>
    </fieldset>
  );
}

function wordsOf({ at, by }: StopView): string {
  const since = ago(now.value - at);
  switch (by) {
    case 'popup':
      return t('instances.stoppedBy', { ago: since });
    case 'shortcut':
      return t('instances.stoppedByShortcut', { ago: since });
    case 'unreadable':
      return t('instances.stoppedUnreadable');
  }
}
