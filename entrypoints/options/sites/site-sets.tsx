/**
 * The machine sets of a site: one switch a set.
 */
import type { JSX } from 'preact';
import type { SiteEntry } from '../../background/ui-messages.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { type Answer, idOf, type Model } from '../model.ts';

export interface SiteSetsProps {
  readonly site: SiteEntry;
  readonly model: Model;
  readonly tell: (work: Promise<Answer>) => Promise<void>;
}

export function SiteSets({ site, model, tell }: SiteSetsProps): JSX.Element {
  const sets = model.configuration.value?.sets ?? [];
  return (
    <fieldset class="set-sites">
      <legend>{t('sites.sets')}</legend>
      {sets.map(({ ref }) => {
        const on = site.sets.some((used) => idOf(used) === idOf(ref));
        return (
          <label key={idOf(ref)} class="switch">
            <input
              type="checkbox"
              role="switch"
              aria-checked={on}
              checked={on}
              onClick={(event) => {
                // The box shows what is in force, not what was wished: it moves when the background has done it.
                event.preventDefault();
                tell(model.switchSet(site.match, ref, !on));
              }}
            />
            <span>{ref.name}</span>
            {ref.from === 'own' && <span class="quiet">{t('sites.ownSet')}</span>}
          </label>
        );
      })}
    </fieldset>
  );
}
