/**
 * The options page as a whole: machines and sites, one at a time, by the address's fragment.
 */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { type PlainKey, t } from '../ui/i18n/i18n.ts';
import '../ui/i18n/options-texts.ts';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { Logo } from '../ui/logo.tsx';
import { ProblemList } from '../ui/problems.tsx';
import { StopNotice } from '../ui/stop-notice.tsx';
import { BackupView } from './backup/backup-view.tsx';
import type { BrowserActions } from './browser-actions.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { JournalView } from './journal/journal-view.tsx';
import { keepFilesOut } from './keep-files-out.ts';
import { MachinesView } from './machines/machines-view.tsx';
import type { Model } from './model.ts';
import { SitesView } from './sites/sites-view.tsx';
import { TryView } from './try/try-view.tsx';

const VIEWS = [
  ['machines', 'common.viewMachines'],
  ['try', 'tryOut.title'],
  ['sites', 'common.viewSites'],
  ['journal', 'journal.title'],
  ['backup', 'backup.title'],
] as const satisfies readonly (readonly [string, PlainKey])[];

type View = (typeof VIEWS)[number][0];

/** A worker that has to start first answers within this. */
const SILENT_MS = 10_000;

export interface AppProps {
  readonly model: Model;
  readonly browser: BrowserActions;
}

export function App({ model, browser }: AppProps): JSX.Element {
  const view = useSignal<View>(viewOf(location.hash));
  useEffect(() => {
    const follow = (): void => {
      view.value = viewOf(location.hash);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [view]);
  useEffect(() => keepFilesOut(window), []);
  const configuration = model.configuration.value;
  return (
    <div class="page">
      <header class="top">
        <p class="brand">
          <Logo size={24} /> <span class="brand-name">Interlock</span>
        </p>
        <nav aria-label={t('common.views')}>
          {VIEWS.map(([id, label]) => (
            <a key={id} href={`#${id}`} aria-current={view.value === id ? 'page' : undefined}>
              {t(label)}
            </a>
          ))}
        </nav>
        <div class="top-end">
          <a class="first-steps" href="/first-run.html">
            {t('firstRun.open')}
          </a>
          <LanguageSwitch choose={browser.chooseLanguage} />
        </div>
      </header>
      <main aria-busy={configuration === null}>
        <StopNotice stop={model.stop} />
        {configuration === null ? (
          <Loading />
        ) : (
          <>
            <ProblemList problems={configuration.problems} />
            {configuration.usable ? (
              <Shown view={view.value} model={model} browser={browser} />
            ) : (
              <Repair model={model} />
            )}
          </>
        )}
      </main>
    </div>
  );
}

/** Until the background has spoken; it says when that takes longer than it ever should. */
function Loading(): JSX.Element {
  const silent = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      silent.value = true;
    }, SILENT_MS);
    return () => clearTimeout(timer);
  }, [silent]);
  if (!silent.value) return <p class="quiet">{t('common.loading')}</p>;
  return (
    <section class="repair" role="alert">
      <h1>{t('common.silentTitle')}</h1>
      <p>{t('common.silent')}</p>
    </section>
  );
}

function Shown({ view, model, browser }: AppProps & { readonly view: View }): JSX.Element {
  switch (view) {
    case 'machines':
      return <MachinesView model={model} browser={browser} />;
    case 'try':
      return <TryView model={model} browser={browser} />;
    case 'sites':
      return <SitesView model={model} browser={browser} />;
    case 'journal':
      return <JournalView model={model} browser={browser} />;
    case 'backup':
      return <BackupView model={model} browser={browser} />;
  }
}

function Repair({ model }: { readonly model: Model }): JSX.Element {
  return (
    <section class="repair">
      <h1>{t('common.repairTitle')}</h1>
      <p>{t('common.repairText')}</p>
      <ConfirmButton
        label={t('common.repairLabel')}
        question={t('common.repairQuestion')}
        confirm={t('common.repairConfirm')}
        act={() => model.startOver()}
      />
    </section>
  );
}

const viewOf = (hash: string): View => VIEWS.find(([id]) => `#${id}` === hash)?.[0] ?? 'machines';
