/**
 * What Interlock does, shown on four calls of one task, and where to go from there.
 */
import type { JSX } from 'preact';
import type { Language, PlainKey } from '../ui/i18n/i18n.ts';
import { rich, t } from '../ui/i18n/i18n.ts';
import '../ui/i18n/options-texts.ts';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { Logo } from '../ui/logo.tsx';

export interface AppProps {
  readonly openOptions: () => void;
  /** Shows the local console; `null` when it is not open. */
  readonly showConsole: (() => void) | null;
  readonly chooseLanguage: (language: Language) => Promise<void>;
}

type Look = 'deny' | 'allow' | 'ask';

interface Step {
  readonly call: string;
  readonly look: Look;
  readonly verdict: PlainKey;
  readonly why: PlainKey;
}

const SIGNS: Readonly<Record<Look, string>> = { deny: '✕', allow: '✓', ask: '?' };

/** One task, as `read-before-write` and `confirm-before-delete` see it. */
const STEPS: readonly Step[] = [
  { call: 'write_file("notes.md")', look: 'deny', verdict: 'firstRun.denied', why: 'firstRun.deniedWhy' },
  { call: 'read_text_file("notes.md")', look: 'allow', verdict: 'firstRun.allowed', why: 'firstRun.readWhy' },
  { call: 'write_file("notes.md")', look: 'allow', verdict: 'firstRun.allowed', why: 'firstRun.writeWhy' },
  { call: 'delete_file("old.md")', look: 'ask', verdict: 'firstRun.asked', why: 'firstRun.askedWhy' },
];

export function App({ openOptions, showConsole, chooseLanguage }: AppProps): JSX.Element {
  return (
    <div class="page">
      <header>
        <p class="brand">
          <Logo size={24} /> Interlock
        </p>
        <LanguageSwitch choose={chooseLanguage} />
      </header>
      <main>
        <h1>{t('firstRun.title')}</h1>
        <p class="lead">{t('firstRun.lead')}</p>
        <section aria-labelledby="example-title">
          <h2 id="example-title">{t('firstRun.example')}</h2>
          <ol class="steps">
            {STEPS.map(({ call, look, verdict, why }, index) => (
              <li key={index} class={`step step-${look}`}>
                <span class="step-sign" aria-hidden="true">
                  {SIGNS[look]}
                </span>
                <span>
                  <code>{call}</code> <strong>{t(verdict)}</strong>
                  <span class="step-why">{t(why)}</span>
                </span>
              </li>
            ))}
          </ol>
        </section>
        <section aria-labelledby="next-title">
          <h2 id="next-title">{t('firstRun.next')}</h2>
          <ul class="next">
            <li>
              {rich('firstRun.console', { command: <code>npm start</code> })}{' '}
              {showConsole !== null && (
                <button type="button" class="link" onClick={showConsole}>
                  {t('firstRun.showConsole')}
                </button>
              )}
            </li>
            <li>{t('firstRun.sites')}</li>
            <li>{rich('firstRun.popup', { a: (words) => <a href="/popup.html">{words}</a> })}</li>
          </ul>
        </section>
        <p class="actions">
          <button type="button" class="button primary" onClick={openOptions}>
            {t('common.openOptions')}
          </button>
        </p>
        <p class="quiet">{t('firstRun.privacy')}</p>
      </main>
    </div>
  );
}
