/**
 * The top of the popup: the page it is about, whether it is guarded, and how.
 */
import type { JSX } from 'preact';
import type { SiteView } from '../background/ui-messages.ts';
import { host } from '../ui/format.ts';
import { Logo } from '../ui/logo.tsx';

const MODES = { enforce: 'Enforced', observe: 'Observed only', off: 'Off' } as const;

export function SiteBar({
  site,
  openOptions,
}: {
  readonly site: SiteView | null;
  readonly openOptions: () => void;
}): JSX.Element {
  return (
    <header class="site-bar">
      <Logo size={22} />
      <div class="site-text">
        <Title site={site} />
      </div>
      <button type="button" class="icon-button" aria-label="Options" title="Options" onClick={openOptions}>
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
    </header>
  );
}

function Title({ site }: { readonly site: SiteView | null }): JSX.Element {
  switch (site?.kind) {
    case undefined:
      return <h1>Interlock</h1>;
    case 'unguarded':
      return <Unguarded site={site} />;
    case 'broken':
      return <Broken origin={site.origin} />;
    case 'guarded':
      return <Guarded site={site} />;
  }
}

function Broken({ origin }: { readonly origin: string | null }): JSX.Element {
  return (
    <>
      <h1>{origin === null ? 'Interlock' : host(origin)}</h1>
      <p class="site-note site-broken">Every tool call is refused</p>
    </>
  );
}

function Guarded({ site }: { readonly site: Extract<SiteView, { kind: 'guarded' }> }): JSX.Element {
  const machines = site.machines.length === 0 ? 'No machines in force here' : site.machines.join(', ');
  return (
    <>
      <h1>
        <span class="site-host" title={site.origin}>
          {host(site.origin)}
        </span>
        <span class={`mode mode-${site.mode}`}>{MODES[site.mode]}</span>
      </h1>
      <p class="site-note" title={machines}>
        {site.connected ? machines : 'Not connected. Reload the page to guard it.'}
      </p>
    </>
  );
}

function Unguarded({ site }: { readonly site: Extract<SiteView, { kind: 'unguarded' }> }): JSX.Element {
  const hosts = [...new Set(site.guarded.map((match) => match.replace(/^[^/]*\/\//, '').replace(/\/\*$/, '')))];
  return (
    <>
      <h1>This page is not guarded</h1>
      <p class="site-note">{hosts.length === 0 ? 'No site is guarded.' : `Guarded: ${hosts.join(', ')}`}</p>
    </>
  );
}
