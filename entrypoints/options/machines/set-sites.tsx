/**
 * Where a set is in force: one switch a site.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SetView } from '../../background/ui-messages.ts';
import { type Phrase, t } from '../../ui/i18n/i18n.ts';
import { idOf, type Model } from '../model.ts';

export function SetSites({ model, set }: { readonly model: Model; readonly set: SetView }): JSX.Element {
  const [fault, setFault] = useState<Phrase | null>(null);
  const flip = async (match: string, on: boolean): Promise<void> => {
    const answer = await model.switchSet(match, set.ref, on);
    setFault(answer.ok ? null : answer.reason);
  };
  return (
    <fieldset class="set-sites">
      <legend>{t('machines.inForceOn')}</legend>
      {(model.configuration.value?.sites ?? []).map((site) => {
        const on = site.sets.some((ref) => idOf(ref) === idOf(set.ref));
        return (
          <label key={site.match} class="switch">
            <input
              type="checkbox"
              role="switch"
              aria-checked={on}
              checked={on}
              onClick={(event) => {
                // The box shows what is in force, not what was wished: it moves when the background has done it.
                event.preventDefault();
                flip(site.match, !on);
              }}
            />
            <code>{site.match}</code>
            {site.mode !== 'enforce' && (
              <span class="quiet">{t(site.mode === 'off' ? 'sites.modeOff' : 'sites.modeObserve')}</span>
            )}
          </label>
        );
      })}
      {fault !== null && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
