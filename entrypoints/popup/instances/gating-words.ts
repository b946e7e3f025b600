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
      return t(
        site.match === null ? 'instances.notListed' : stopped ? 'instances.refusedStopped' : 'instances.switchedOff',
      );
    case 'guarded':
      if (!site.connected) return t('instances.notConnected');
      if (stopped) return t('instances.refusedStopped');
      if (site.mode === 'observe') return t('instances.observed');
      return t(site.machines.length === 0 ? 'instances.gatedEmpty' : 'instances.gated');
  }
}
