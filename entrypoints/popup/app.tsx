/**
 * The popup as a whole: which page this is, what waits, which state the instances are in.
 */
import type { JSX } from 'preact';
import { ProblemList } from '../ui/problems.tsx';
import { InstanceList } from './instance-list.tsx';
import type { Model } from './model.ts';
import { SiteBar } from './site-bar.tsx';
import { WaitingList } from './waiting/waiting-list.tsx';

/** What the popup asks of the browser. */
export interface BrowserActions {
  readonly openOptions: () => void;
  readonly showTab: (tab: number) => void;
  /** Opens the same view at the side; `null` where this is it, or where there is none. */
  readonly openPanel: (() => void) | null;
}

export function App({ model, browser }: { readonly model: Model; readonly browser: BrowserActions }): JSX.Element {
  const overview = model.overview.value;
  return (
    <div class="popup" aria-busy={overview === null}>
      <SiteBar site={overview?.site ?? null} openOptions={browser.openOptions} />
      <main>
        <ProblemList problems={overview?.problems ?? []} openOptions={browser.openOptions} />
        {overview === null ? (
          <p class="quiet loading">Loading…</p>
        ) : (
          <>
            <WaitingList model={model} showTab={browser.showTab} openPanel={browser.openPanel} />
            <InstanceList threads={overview.threads} tab={model.tab} guarded={overview.site.kind === 'guarded'} />
          </>
        )}
      </main>
    </div>
  );
}
