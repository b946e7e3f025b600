/**
 * The top of the popup: the page it is about, whether it is guarded, and the button that stops everything.
 */
import type { JSX } from 'preact';
import type { SiteView } from '../background/ui-messages.ts';
import { host } from '../ui/format.ts';
import { t } from '../ui/i18n/i18n.ts';
import { Logo } from '../ui/logo.tsx';

const MODES = {
  enforce: 'instances.headEnforced',
  observe: 'instances.headObserved',
  off: 'instances.headOff',
} as const;

export interface SiteBarProps {
  readonly site: SiteView | null;
  readonly stopped: boolean;
  readonly stopAll: () => void;
  readonly openOptions: () => void;
}

export function SiteBar({ site, stopped, stopAll, openOptions }: SiteBarProps): JSX.Element {
  return (
    <header class="site-bar">
      <Logo size={22} />
      <div class="site-text">
        <Title site={site} stopped={stopped} />
      </div>
      {site !== null && !stopped && (
        <button type="button" class="button stop-button" aria-label={t('instances.stopLabel')} onClick={stopAll}>
          <svg width="12" height="12" viewBox="0 0 12 12" fill="currentColor" aria-hidden="true">
            <path d="M3.600 0h4.800L12 3.600v4.800L8.400 12H3.600L0 8.400V3.600z" />
          </svg>
          {t('instances.stop')}
        </button>
      )}
      <OptionsButton open={openOptions} />
    </header>
  );
}

function OptionsButton({ open }: { readonly open: () => void }): JSX.Element {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={t('common.openOptions')}
      title={t('common.openOptions')}
      onClick={open}
    >
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        aria-hidden="true"
      >
        <path d="M1.500 4.500h6m4 0h3M1.500 11.500h3m4 0h6" />
        <circle cx="9.500" cy="4.500" r="2" />
        <circle cx="6.500" cy="11.500" r="2" />
      </svg>
    </button>
  );
}

function Title({ site, stopped }: { readonly site: SiteView | null; readonly stopped: boolean }): JSX.Element {
  switch (site?.kind) {
    case undefined:
      return <h1>Interlock</h1>;
    case 'unguarded':
      return <h1>{t('instances.headUnguarded')}</h1>;
    case 'broken':
      return <Head origin={site.origin} refused />;
    case 'guarded':
      return stopped ? <Head origin={site.origin} refused /> : <Guarded site={site} />;
  }
}

function Head({ origin, refused }: { readonly origin: string | null; readonly refused: boolean }): JSX.Element {
  return (
    <>
      <h1>{origin === null ? 'Interlock' : host(origin)}</h1>
      {refused && <p class="site-note site-broken">{t('instances.headRefused')}</p>}
    </>
  );
}

function Guarded({ site }: { readonly site: Extract<SiteView, { kind: 'guarded' }> }): JSX.Element {
  const machines = site.machines.length === 0 ? t('instances.headNoMachines') : site.machines.join(', ');
  return (
    <>
      <h1>
        <span class="site-host" title={site.origin}>
          {host(site.origin)}
        </span>
        <span class={`mode mode-${site.mode}`}>{t(MODES[site.mode])}</span>
      </h1>
      <p class="site-note" title={machines}>
        {site.connected ? machines : t('instances.headNotConnected')}
      </p>
    </>
  );
}
