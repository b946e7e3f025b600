/**
 * The guarded sites, in the order in which they are tried: adding, moving and removing them, and how each is guarded.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Phrase, rich, t } from '../../ui/i18n/i18n.ts';
import type { BrowserActions } from '../browser-actions.ts';
import type { Answer, Model } from '../model.ts';
import { AddSite } from './add-site.tsx';
import { SiteItem } from './site-item.tsx';
import './style.css';

export interface SitesViewProps {
  readonly model: Model;
  readonly browser: BrowserActions;
}

export function SitesView({ model, browser }: SitesViewProps): JSX.Element {
  const [fault, setFault] = useState<Phrase | null>(null);
  const sites = model.configuration.value?.sites ?? [];
  const tell = async (work: Promise<Answer>): Promise<void> => {
    const answer = await work;
    setFault(answer.ok ? null : answer.reason);
  };
  return (
    <section class="sites" aria-labelledby="sites-title">
      <h1 id="sites-title">{t('sites.title')}</h1>
      <p class="quiet lead">{rich('sites.lead', { em: (words) => <em>{words}</em> })}</p>
      <AddSite model={model} browser={browser} />
      {sites.length === 0 && <p class="quiet">{t('sites.none')}</p>}
      {fault !== null && (
        <p class="fault" role="alert" ref={intoView}>
          {fault}
        </p>
      )}
      <ol class="site-list" aria-labelledby="sites-title">
        {sites.map((site, index) => (
          <SiteItem
            key={site.match}
            site={site}
            place={{ index, last: sites.length - 1 }}
            model={model}
            browser={browser}
            tell={tell}
          />
        ))}
      </ol>
    </section>
  );
}

/** What failed may be far down the list. */
const intoView = (fault: HTMLElement | null): void => fault?.scrollIntoView({ block: 'nearest' });
