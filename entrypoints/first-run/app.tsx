/**
 * What Interlock does, shown on calls of one task and on those of real pages, and where to go from there.
 */
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { StopView } from '../background/ui-messages.ts';
import { rich, t } from '../ui/i18n/i18n.ts';
import type { Language } from '../ui/i18n/language.ts';
import '../ui/i18n/options-texts.ts';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { Logo } from '../ui/logo.tsx';
import { StopNotice } from '../ui/stop-notice.tsx';
import { DemoView } from './demo-view.tsx';
import type { LiveCalls } from './live-calls.ts';
import { LiveView } from './live-view.tsx';

export interface AppProps {
  readonly openOptions: () => void;
  /** Shows the local console; `null` when it is not open. */
  readonly showConsole: ReadonlySignal<(() => void) | null>;
  readonly live: LiveCalls;
  /** Who stopped everything; `null` when nobody did. */
  readonly stop: ReadonlySignal<StopView | null>;
  readonly chooseLanguage: (language: Language) => Promise<void>;
}

export function App({ openOptions, showConsole, live, stop, chooseLanguage }: AppProps): JSX.Element {
  return (
    <div class="page">
      <header>
        <p class="brand">
          <Logo size={24} /> Interlock
        </p>
        <LanguageSwitch choose={chooseLanguage} />
      </header>
      <main>
        <StopNotice stop={stop} />
        <h1>{t('firstRun.title')}</h1>
        <p class="lead">{t('firstRun.lead')}</p>
        <DemoView />
        <LiveView live={live} showConsole={showConsole} />
        <section aria-labelledby="next-title">
          <h2 id="next-title">{t('firstRun.next')}</h2>
          <ul class="next">
            <li>{t('firstRun.sites')}</li>
            <li>{rich('firstRun.popup', { a: (words) => <a href="/popup.html">{words}</a> })}</li>
          </ul>
        </section>
        <p class="actions">
          <button type="button" class="button" onClick={openOptions}>
            {t('common.openOptions')}
          </button>
        </p>
        <p class="quiet">{t('firstRun.privacy')}</p>
      </main>
    </div>
  );
}
