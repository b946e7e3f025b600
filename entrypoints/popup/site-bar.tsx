/**
 * The top of the popup: the page it is about, whether it is guarded, and the button that stops everything.
 */
import type { JSX } from 'preact';
import type { SiteView } from '../background/ui-messages.ts';
import { host, list } from '../ui/format.ts';
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
  return (
    <>
      <h1 title={site?.origin ?? undefined}>{hostOf(site)}</h1>
      {site !== null && (
        <p class="site-note">
          <Note site={site} stopped={stopped} />
        </p>
      )}
    </>
  );
}

/** Pages that are no web pages have no name that says anything. */
function hostOf(site: SiteView | null): string {
  return site !== null && site.origin !== null && /^https?:/.test(site.origin) ? host(site.origin) : 'Interlock';
}

function Note({ site, stopped }: { readonly site: SiteView; readonly stopped: boolean }): JSX.Element | string {
  switch (site.kind) {
    case 'unguarded':
      return t('instances.headUnguarded');
    case 'broken':
      return <strong class="site-broken">{t('instances.headRefused')}</strong>;
    case 'guarded': {
      if (stopped) return <strong class="site-broken">{t('instances.headRefused')}</strong>;
      if (!site.connected) return t('instances.headNotConnected');
      const machines = site.machines.length === 0 ? t('instances.headNoMachines') : list(site.machines);
      return (
        <>
          <span class={`mode mode-${site.mode}`}>{t(MODES[site.mode])}</span>
          <span title={machines}>{machines}</span>
        </>
      );
    }
  }
}
