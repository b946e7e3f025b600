/**
 * The options page as a whole: machines and sites, one at a time, by the address's fragment.
 */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Logo } from '../ui/logo.tsx';
import { ProblemList } from '../ui/problems.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { MachinesView } from './machines-view.tsx';
import type { Model } from './model.ts';
import { SitesView } from './sites-view.tsx';

const VIEWS = [
  ['machines', 'Machines'],
  ['sites', 'Sites'],
] as const;

type View = (typeof VIEWS)[number][0];

export function App({ model }: { readonly model: Model }): JSX.Element {
  const view = useSignal<View>(viewOf(location.hash));
  useEffect(() => {
    const follow = (): void => {
      view.value = viewOf(location.hash);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [view]);
  const configuration = model.configuration.value;
  return (
    <div class="page">
      <header class="top">
        <p class="brand">
          <Logo size={24} /> Interlock
        </p>
        <nav aria-label="Options">
          {VIEWS.map(([id, label]) => (
            <a key={id} href={`#${id}`} aria-current={view.value === id ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      </header>
      <main aria-busy={configuration === null}>
        {configuration === null ? (
          <p class="quiet">Loading…</p>
        ) : (
          <>
            <ProblemList problems={configuration.problems} />
            {configuration.usable ? <Shown view={view.value} model={model} /> : <Repair model={model} />}
          </>
        )}
      </main>
    </div>
  );
}

function Shown({ view, model }: { readonly view: View; readonly model: Model }): JSX.Element {
  switch (view) {
    case 'machines':
      return <MachinesView model={model} />;
    case 'sites':
      return <SitesView model={model} />;
  }
}

function Repair({ model }: { readonly model: Model }): JSX.Element {
  return (
    <section class="repair">
      <h1>The settings cannot be read</h1>
      <p>
        Until the settings can be read again, Interlock refuses every tool call on the sites it can reach. A newer
        version of Interlock may be able to read them. Or start over: the unreadable settings are kept in the browser's
        storage.
      </p>
      <ConfirmButton
        label="Start over with the defaults"
        question="Start over with the default settings? Sites and own machine sets are no longer in force."
        confirm="Start over"
        act={() => model.startOver()}
      />
    </section>
  );
}

const viewOf = (hash: string): View => VIEWS.find(([id]) => `#${id}` === hash)?.[0] ?? 'machines';
