/**
 * Whether the calls of a page are gated or only observed, and why, in a sentence. Reads the language's signal; otherwise pure.
 */
import type { SiteView } from '../../background/ui-messages.ts';
import { t } from '../../ui/i18n/i18n.ts';

export function gatingWords(site: SiteView, stopped: boolean): string {
  switch (site.kind) {
    case 'broken':
      return t('instances.refusedBroken');
    case 'unguarded':
      if (site.match === null) return t('instances.notListed');
      return stopped ? t('instances.refusedStopped') : t('instances.switchedOff', { match: site.match });
    case 'guarded':
      if (!site.connected) return t('instances.notConnected');
      if (stopped) return t('instances.refusedStopped');
      if (site.mode === 'observe') return t('instances.observed', { match: site.match });
      return t(site.machines.length === 0 ? 'instances.gatedEmpty' : 'instances.gated', { match: site.match });
  }
}
