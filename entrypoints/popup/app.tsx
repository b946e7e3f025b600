/**
 * The popup as a whole: which page this is, what waits, which state the instances are in.
 */
import type { JSX } from 'preact';
import { t } from '../ui/i18n/i18n.ts';
import { ProblemList } from '../ui/problems.tsx';
import { HistoryDialog } from './instances/history-dialog.tsx';
import { InstanceList } from './instances/instance-list.tsx';
import { PageSection } from './instances/page-section.tsx';
import { StopBanner } from './instances/stop-banner.tsx';
import type { Model } from './model.ts';
import { SiteBar } from './site-bar.tsx';
import type { Shortcuts } from './waiting/key-help.tsx';
import { WaitingList } from './waiting/waiting-list.tsx';

/** What the popup asks of the browser. */
export interface BrowserActions {
  readonly openOptions: () => void;
  /** Rejects when the tab is gone. */
  readonly showTab: (tab: number) => Promise<void>;
  /** Opens the same view at the side; `null` where this is it, or where there is none. */
  readonly openPanel: (() => void) | null;
  /** Which keys work everywhere. Never rejects. */
  readonly shortcuts: () => Promise<Shortcuts>;
}

export function App({ model, browser }: { readonly model: Model; readonly browser: BrowserActions }): JSX.Element {
  const overview = model.overview.value;
  const { instances, oversight } = model;
  return (
    <div class="popup" aria-busy={overview === null}>
      <SiteBar
        site={overview?.site ?? null}
        stopped={overview?.stop != null}
        stopAll={() => oversight.stopAll()}
        openOptions={browser.openOptions}
      />
      <main>
        {overview?.stop != null && <StopBanner stop={overview.stop} model={oversight} />}
        <ProblemList problems={overview?.problems ?? []} openOptions={browser.openOptions} />
        {overview === null ? (
          <p class="quiet loading">{t('common.loading')}</p>
        ) : (
          <>
            <WaitingList
              model={model}
              showTab={browser.showTab}
              openPanel={browser.openPanel}
              shortcuts={browser.shortcuts}
            />
            <PageSection overview={overview} tab={model.tab} instances={instances} oversight={oversight} />
            <InstanceList model={instances} guarded={overview.site.kind === 'guarded'} />
            <HistoryDialog model={instances} />
          </>
        )}
      </main>
    </div>
  );
}
