/**
 * How the page at hand is guarded: its mode, whether its calls are gated and why (not), the machines in force, a new run, and what
 * is covered.
 */
import type { JSX } from 'preact';
import type { SiteMode } from '../../background/settings.ts';
import type { Overview, SiteView } from '../../background/ui-messages.ts';
import { host, list } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import { CoverageDetails, NoCoverage } from './coverage-details.tsx';
import { gatingWords } from './gating-words.ts';
import type { Instances } from './instances.ts';
import type { Oversight } from './oversight.ts';
import { LOST } from './replies.ts';

export interface PageSectionProps {
  readonly overview: Overview;
  readonly tab: number | null;
  readonly instances: Instances;
  readonly oversight: Oversight;
}

export function PageSection({ overview, tab, instances, oversight }: PageSectionProps): JSX.Element {
  const { site } = overview;
  const here = instances.page.value?.here ?? [];
  const failure = oversight.failure.value;
  return (
    <section class="page-section" aria-labelledby="page-title">
      <div class="page-head">
        <h2 id="page-title">{t('instances.page')}</h2>
        <ModeSelect site={site} model={oversight} />
        {here.length > 0 && (
          <button
            type="button"
            class="button"
            title={t('instances.newRunHint')}
            onClick={() => instances.startRuns(here)}
          >
            {t('instances.newRun')}
          </button>
        )}
      </div>
      {failure !== null && (
        <p class="page-failure" role="alert">
          {failure === LOST ? t('common.connectionLost') : t('instances.failed', { reason: said(failure) })}
        </p>
      )}
      <p class="gating">{gatingWords(site, overview.stop !== null)}</p>
      {site.kind === 'guarded' && <Machines names={site.machines} />}
      {site.kind === 'unguarded' && site.match === null && <Guarded matches={site.guarded} />}
      {tab !== null &&
        (site.kind === 'unguarded' ? (
          <NoCoverage />
        ) : (
          <CoverageDetails tab={tab} observing={site.kind === 'guarded' && site.mode === 'observe'} model={oversight} />
        ))}
    </section>
  );
}

function ModeSelect({ site, model }: { readonly site: SiteView; readonly model: Oversight }): JSX.Element | null {
  if (site.kind === 'broken' || site.match === null) return null;
  const { match } = site;
  const mode = site.kind === 'guarded' ? site.mode : 'off';
  return (
    <select
      aria-label={t('instances.mode', { match })}
      value={mode}
      onChange={(event) => model.setMode(match, event.currentTarget.value as SiteMode)}
    >
      <option value="enforce">{t('instances.modeEnforce')}</option>
      <option value="observe">{t('instances.modeObserve')}</option>
      <option value="off">{t('instances.modeOff')}</option>
    </select>
  );
}

function Machines({ names }: { readonly names: readonly string[] }): JSX.Element {
  return (
    <dl class="page-machines">
      <dt>{t('instances.machines')}</dt>
      {names.length === 0 ? (
        <dd class="quiet">{t('instances.noMachines')}</dd>
      ) : (
        names.map((name) => (
          <dd key={name}>
            <code>{name}</code>
          </dd>
        ))
      )}
    </dl>
  );
}

function Guarded({ matches }: { readonly matches: readonly string[] }): JSX.Element {
  const hosts = [
    ...new Set(
      matches.map((match) =>
        host(match)
          .replace(/^[^/]*\/\//, '')
          .replace(/\/\*$/, ''),
      ),
    ),
  ];
  return (
    <p class="quiet">
      {hosts.length === 0 ? t('instances.noHosts') : t('instances.guardedHosts', { hosts: list(hosts) })}
    </p>
  );
}
