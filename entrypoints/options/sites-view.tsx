/**
 * The guarded sites: how each is guarded, and which machines are in force there.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SiteMode } from '../background/settings.ts';
import type { Configuration } from '../background/ui-messages.ts';
import { type PlainKey, rich, t } from '../ui/i18n/i18n.ts';
import type { Model } from './model.ts';

const MODES: readonly (readonly [SiteMode, PlainKey])[] = [
  ['enforce', 'sites.modeEnforce'],
  ['observe', 'sites.modeObserve'],
  ['off', 'sites.modeOff'],
];

export function SitesView({ model }: { readonly model: Model }): JSX.Element {
  const [fault, setFault] = useState<string | null>(null);
  const sites = model.configuration.value?.sites ?? [];
  const change = async (match: string, mode: SiteMode): Promise<void> => {
    const answer = await model.setMode(match, mode);
    setFault(answer.ok ? null : answer.reason);
  };
  return (
    <section class="sites" aria-labelledby="sites-title">
      <h1 id="sites-title">{t('sites.title')}</h1>
      <p class="quiet lead">{rich('sites.lead', { em: (words) => <em>{words}</em> })}</p>
      <ul class="site-list">
        {sites.map((site) => (
          <SiteItem key={site.match} site={site} change={change} />
        ))}
      </ul>
      {fault !== null && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </section>
  );
}

interface SiteItemProps {
  readonly site: Configuration['sites'][number];
  readonly change: (match: string, mode: SiteMode) => void;
}

function SiteItem({ site: { match, mode, machines, fault }, change }: SiteItemProps): JSX.Element {
  return (
    <li class="site">
      <code class="site-match">{match}</code>
      <select
        aria-label={t('sites.mode', { match })}
        value={mode}
        onChange={(event) => change(match, modeOf(event.currentTarget.value))}
      >
        {MODES.map(([value, label]) => (
          <option key={value} value={value}>
            {t(label)}
          </option>
        ))}
      </select>
      {fault !== null ? (
        <p class="fault">{fault}</p>
      ) : mode === 'off' ? (
        <p class="quiet">{t('sites.notGuarded')}</p>
      ) : machines.length === 0 ? (
        <p class="quiet">{t('sites.noMachines')}</p>
      ) : (
        <ul class="machine-names">
          {machines.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

const modeOf = (value: string): SiteMode => MODES.find(([mode]) => mode === value)?.[0] ?? 'enforce';
