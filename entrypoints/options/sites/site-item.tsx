/**
 * One site: its mode, its place in the list, and the rules behind a fold.
 */

import type { JSX } from 'preact';
import { originsOf, type SiteMode } from '../../background/settings.ts';
import type { SiteEntry } from '../../background/ui-messages.ts';
import { type PlainKey, phrase, t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import { sentences } from '../../ui/i18n/sentences.ts';
import { messageOf } from '../../ui/message-of.ts';
import type { BrowserActions } from '../browser-actions.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import type { Answer, Model } from '../model.ts';
import { SiteRules } from './site-rules.tsx';
import { SiteSets } from './site-sets.tsx';
import { SiteTest } from './site-test.tsx';

const MODES: readonly (readonly [SiteMode, PlainKey])[] = [
  ['enforce', 'sites.modeEnforce'],
  ['observe', 'sites.modeObserve'],
  ['off', 'sites.modeOff'],
];

export interface SiteItemProps {
  readonly site: SiteEntry;
  readonly place: { readonly index: number; readonly last: number };
  readonly model: Model;
  readonly browser: BrowserActions;
  /** Says what came of a change. */
  readonly tell: (work: Promise<Answer>) => Promise<void>;
}

export function SiteItem({ site, place, model, browser, tell }: SiteItemProps): JSX.Element {
  const { match } = site;
  const move = (to: number) => () => tell(model.changeSites({ do: 'move', match, to }));
  return (
    <li class="site" aria-label={match}>
      <div class="site-head">
        <code class="site-match">{match}</code>
        <select
          aria-label={t('sites.mode', { match })}
          value={site.mode}
          onChange={(event) => tell(model.setMode(match, modeOf(event.currentTarget.value)))}
        >
          {MODES.map(([value, label]) => (
            <option key={value} value={value}>
              {t(label)}
            </option>
          ))}
        </select>
        <div class="site-order">
          <MoveButton up disabled={place.index === 0} match={match} move={move(place.index - 1)} />
          <MoveButton up={false} disabled={place.index === place.last} match={match} move={move(place.index + 1)} />
        </div>
      </div>
      {!site.permitted && site.mode !== 'off' && <NotPermitted match={match} browser={browser} tell={tell} />}
      <InForce site={site} />
      <details class="site-details">
        <summary>{t('sites.rules')}</summary>
        <div class="site-body">
          <SiteSets site={site} model={model} tell={tell} />
          <SiteRules key={JSON.stringify(rulesOf(site))} site={site} model={model} />
          <SiteTest match={match} model={model} />
          <ConfirmButton
            label={t('sites.remove')}
            question={t('sites.removeQuestion', { match })}
            confirm={t('sites.removeConfirm')}
            act={() => model.changeSites({ do: 'remove', match })}
          />
        </div>
      </details>
    </li>
  );
}

interface MoveButtonProps {
  readonly up: boolean;
  readonly disabled: boolean;
  readonly match: string;
  readonly move: () => void;
}

function MoveButton({ up, disabled, match, move }: MoveButtonProps): JSX.Element {
  const label = up ? t('sites.moveUp', { match }) : t('sites.moveDown', { match });
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} disabled={disabled} onClick={move}>
      <svg
        width="14"
        height="14"
        viewBox="0 0 14 14"
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
        aria-hidden="true"
      >
        <path d={up ? 'M2 9l5-5 5 5' : 'M2 5l5 5 5-5'} />
      </svg>
    </button>
  );
}

/** The browser does not let the extension be there: in Firefox a person may take even local addresses away. */
function NotPermitted({
  match,
  browser,
  tell,
}: Pick<SiteItemProps, 'browser' | 'tell'> & { readonly match: string }): JSX.Element {
  const grant = async (): Promise<Answer> => {
    const origins = originsOf(match);
    try {
      const granted = origins !== null && (await browser.permit([origins]));
      return granted ? { ok: true } : { ok: false, reason: phrase(() => t('sites.stillDenied', { match })) };
    } catch (error) {
      return { ok: false, reason: phrase(() => sentences(t('sites.stillDenied', { match }), said(messageOf(error)))) };
    }
  };
  return (
    <p class="not-permitted">
      <span>{t('sites.notPermitted')}</span>
      <button type="button" class="button" onClick={() => tell(grant())}>
        {t('sites.grant')}
      </button>
    </p>
  );
}

function InForce({ site: { mode, machines, fault } }: { readonly site: SiteEntry }): JSX.Element {
  if (fault !== null) return <p class="fault">{said(fault)}</p>;
  if (mode === 'off') return <p class="quiet">{t('sites.notGuarded')}</p>;
  if (machines.length === 0) return <p class="quiet">{t('sites.noMachines')}</p>;
  return (
    <ul class="machine-names" aria-label={t('sites.machinesInForce')}>
      {machines.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

/** What the form of the rules begins with; when it changes from outside, the form begins anew. */
const rulesOf = ({ thread, failed, askTimeoutMs, settleTimeoutMs }: SiteEntry): readonly unknown[] => [
  thread,
  failed,
  askTimeoutMs,
  settleTimeoutMs,
];

const modeOf = (value: string): SiteMode => MODES.find(([mode]) => mode === value)?.[0] ?? 'enforce';
