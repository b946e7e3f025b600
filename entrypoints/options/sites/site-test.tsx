/**
 * Says which protocols were seen on the open pages of a site since they were loaded.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SeenPage } from '../../background/ui-messages.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { sentences } from '../../ui/i18n/sentences.ts';
import { protocolName } from '../../ui/protocol-name.ts';
import { Revealed } from '../../ui/revealed.tsx';
import type { Found, Model } from '../model.ts';

export function SiteTest({ match, model }: { readonly match: string; readonly model: Model }): JSX.Element {
  const [seen, setSeen] = useState<Found<readonly SeenPage[]> | null>(null);
  return (
    <div class="site-test">
      <button type="button" class="button" onClick={async () => setSeen(await model.seeSite(match))}>
        {t('sites.test')}
      </button>
      <div role="status">{seen !== null && <Result seen={seen} />}</div>
    </div>
  );
}

function Result({ seen }: { readonly seen: Found<readonly SeenPage[]> }): JSX.Element {
  if (!seen.ok) return <p class="fault">{seen.reason}</p>;
  if (seen.found.length === 0) return <p class="quiet">{t('sites.noPages')}</p>;
  return (
    <ul class="seen-pages">
      {seen.found.map((page) => (
        <li key={page.tab}>
          <strong>
            <Revealed text={page.title === '' ? page.url : page.title} />
          </strong>
          <p class="quiet">{words(page)}</p>
        </li>
      ))}
    </ul>
  );
}

function words({ connected, protocols }: SeenPage): string {
  if (!connected) return t('sites.notConnected');
  const [first = t('sites.nothingSeen'), ...others] = protocols.map(({ protocol: id, level }) => {
    const protocol = protocolName(id);
    return level === 'execution' ? t('sites.seenExecution', { protocol }) : t('sites.seenModel', { protocol });
  });
  return sentences(first, ...others);
}
